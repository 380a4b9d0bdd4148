// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { csvOf } from '../../web/paper/numbers.js';

test('a comparison is a line a token that is shown, then the correlations; another example has its own tokens', () => {
  const columns = [
    { name: 'Raw', detail: 'layer 1', values: [0.5, null] },
    { name: 'Rollout', detail: 'layers 1–2', values: [0.25, 1e-7], tokens: ['c,d', 'e"f'] },
  ];
  const numbers = {
    columns,
    tokens: ['a', 'b'],
    rows: [1, 0],
    spearman: [
      [1, null],
      [null, 1],
    ],
    difference: { name: 'Raw − Rollout', values: [0.25, null] },
  };
  assert.equal(
    csvOf(numbers),
    [
      'key,token,"Raw, layer 1","Rollout, layers 1–2, token","Rollout, layers 1–2",Raw − Rollout',
      '1,b,,"e""f",1e-7,',
      '0,a,0.5,"c,d",0.25,0.25',
      'spearman,"Raw, layer 1",1,,,',
      'spearman,"Rollout, layers 1–2",,,1,',
      '',
    ].join('\r\n'),
  );
});

test('heads, scores and edges are a line each', () => {
  assert.equal(
    csvOf({
      heads: [
        [1, 1, 2.5, 3, 0.25, 1],
        [1, 2, null, 3, 0, 0],
      ],
    }),
    'layer,head,entropy,distance,special,fused\r\n1,1,2.5,3,0.25,1\r\n1,2,,3,0,0\r\n',
  );
  assert.equal(
    csvOf({
      examples: 6,
      leftOut: ['[CLS]', '[SEP]'],
      importance: {
        blankout: {
          raw: [{ mean: 0.5, sd: 0.1, low: 0.4, high: 0.7, p: 0.03 }],
          flow: [{ mean: null, sd: null, low: null, high: null, p: null }],
        },
      },
    }),
    'importance,method,layer,examples,mean,sd,low,high,p,excluded\r\nblankout,raw,1,6,0.5,0.1,0.4,0.7,0.03,[CLS] [SEP]\r\nblankout,flow,1,6,,,,,,[CLS] [SEP]\r\n',
  );
  assert.equal(
    csvOf({
      edges: [
        [2, 0, 1, 0.5, 0.75],
        [1, 1, 1, 0.5, 0.5],
      ],
      cut: [[1, 1, 1, 0.5, 0.5]],
    }),
    'layer,query,key,flow,capacity,cut\r\n2,0,1,0.5,0.75,0\r\n1,1,1,0.5,0.5,1\r\n',
  );
});

test('a spreadsheet computes nothing out of a token that was saved in the page, and numbers stay numbers', () => {
  const rows = [
    ['=1+1', -0.5],
    ['+2', -3],
    ['-5', 1e-7],
    ['@x', 0],
    ['\tx', null],
    ['\uff1d1', 2],
    ["'x", 1],
    ['a=1', -1],
  ];
  assert.equal(
    csvOf({ table: { columns: ['token', 'value'], rows } }),
    "token,value\r\n'=1+1,-0.5\r\n'+2,-3\r\n'-5,1e-7\r\n'@x,0\r\n'\tx,\r\n'\uff1d1,2\r\n''x,1\r\na=1,-1\r\n",
  );
});
