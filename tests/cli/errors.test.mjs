// SPDX-License-Identifier: MIT
// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { data, headwaters, output, threeLayers } from './program.mjs';

const keys = `${data}/toy_agreement_keys.json`;

/** One line on standard error, nothing on standard output, and the exit code.
 * @param {number} code
 * @param {RegExp} sentence
 * @param {string[]} args
 * @param {string} [input] */
function refused(code, sentence, args, input) {
  const run = headwaters(args, input);
  assert.equal(run.code, code, `${args.join(' ')}: ${run.err}`);
  assert.equal(run.out, '');
  assert.match(run.err, /^headwaters: [^\n]+\n$/);
  assert.match(run.err, sentence);
}

test('a wrong command line exits with 2', () => {
  refused(2, /No command is given\. See headwaters --help\./, []);
  refused(2, /There is no command "frobnicate"\. See headwaters --help\./, ['frobnicate', keys]);
  refused(2, /There is no command "rolout"\. Did you mean rollout\?/, ['rolout', keys]);
  refused(2, /There is no option --tokn\. Did you mean --token\?/, ['rollout', keys, '--tokn', '3']);
  refused(2, /ask needs a model: a folder, a \.gguf file or /, ['ask', '--text', 'a']);
  refused(2, /There is no option --targt\. Did you mean --target\?/, ['help', '--targt']);
  refused(2, /rollout needs a file with attention, .*Try: headwaters rollout web/, ['rollout']);
  refused(2, /More than one file/, ['rollout', keys, keys]);
  refused(2, /There is no option --colour\./, ['rollout', keys, '--colour', 'red']);
  refused(2, /There is no option --colour\./, ['rollout', keys, '--colour=red']);
  refused(2, /--token needs a value: T\./, ['rollout', keys, '--token']);
  refused(2, /--relative has no effect on rollout\. It works with: flow\./, ['rollout', keys, '--relative']);
  refused(2, /--preset cannot be "x"\. Use one of: abnar-zuidema-2020, /, ['rollout', keys, '--preset', 'x']);
  refused(2, /--fusion cannot be "median"\. Use one of: mean, max, min, gradient-norm\./, ['raw', keys, '--fusion', 'median']);
  refused(2, /--residual cannot be "1\.5"/, ['rollout', keys, '--residual', '1.5']);
  refused(2, /--head-of-layer cannot be "4"/, ['rollout', keys, '--head-of-layer', '4']);
  refused(2, /There is no head 8 in layer 4/, ['rollout', keys, '--head-of-layer', '4:8']);
  for (const wrong of ['4', '4:', '0:max', '4:0.x', '4:max:min', '4:max;4:min', '4:w', ''])
    refused(2, /--heads-at cannot be/, ['rollout', keys, '--heads-at', wrong]);
  refused(2, /There is no head 8; each layer has/, ['rollout', keys, '--heads-at', '4:8']);
  refused(2, /Layer 9 is missing, repeated or out of order\. The example has 6 layers\./, ['rollout', keys, '--heads-at', '9:max']);
  refused(2, /2 weights are given for 8 heads/, ['rollout', keys, '--heads-at', '4:w1,2']);
  refused(2, /Head weights apply only to the mean/, ['rollout', keys, '--heads-at', '4:0.1:max:w1,2']);
  refused(2, /--barrier cannot be "0"/, ['joint', keys, '--barrier', '0']);
  refused(1, /The file has no gradients/, ['joint', keys, '--form', 'product']);
  refused(1, /The file has no gradients/, ['rollout', keys, '--fusion', 'gradient-norm']);
  refused(2, /--discard cannot be "1"/, ['rollout', keys, '--discard', '1']);
  refused(2, /--heads cannot be "a-b"/, ['rollout', keys, '--heads', 'a-b']);
  refused(2, /--order cannot be "random"/, ['rollout', keys, '--order', 'random']);
  refused(2, /--start-layer cannot be "0"\. Layers count from 1/, ['rollout', keys, '--start-layer', '0']);
  refused(2, /--format cannot be "xml"/, ['rollout', keys, '--format', 'xml']);
  refused(2, /--part cannot be "middle"/, ['rollout', keys, '--part', 'middle']);
});

test('a number that the file does not have exits with 2 and says what there is', () => {
  refused(2, /There is no token 11; the example has 11 output tokens\. Choose a token from 0 to 10\./, ['rollout', keys, '--token', '11']);
  refused(2, /There is no token "cats"/, ['rollout', keys, '--token', 'cats']);
  refused(2, /There is no head 8; each layer has 8 heads\./, ['rollout', keys, '--heads', '8']);
  refused(2, /There is no layer 7; the example has 6 layers\./, ['rollout', keys, '--start-layer', '7']);
  refused(2, /Flow can't start at layer 9\. Choose a layer from 1 to 6\./, ['flow', keys, '--layer', '9']);
  refused(2, /There is no example 3; the file has 1\./, ['info', keys, '--example', '3']);
});

test('what the file cannot give exits with 1', () => {
  refused(1, /The file can't be read: No such file or directory\./, ['info', `${data}/nothing.json`]);
  refused(1, /The file can't be read: Is a directory\./, ['info', data]);
  refused(1, /The file has no gradients\./, ['relevance', keys]);
  refused(1, /no decoder self-attention/, ['rollout', keys, '--part', 'decoder']);
  refused(1, /raw attention, rollout, flow and relevance/, ['gradient-rollout', `${data}/date_day_month.json`]);
  refused(1, /Flow can’t be broken down across encoder and decoder/, [
    'explain',
    `${data}/date_day_month.json`,
    '--method',
    'flow',
    '--token',
    '0',
    '--input',
    '0',
  ]);
  refused(1, /no importance scores/, ['correlate', `${data}/date_day_month.json`]);
});

test('bad input exits with 1 and one line, from a file or from standard input', () => {
  for (const text of [
    '',
    '   \n',
    'not json',
    '<html></html>',
    '{"attentions":[[[[1,0],[1]]]]}',
    '{"attentions":[[[[1,0],[0.5,',
    '{"attentions":[[[[01]]]]}',
    '{"tokens":["a"]}',
    '{"attentions":[null]}',
    '['.repeat(100000),
  ]) {
    refused(1, /^headwaters: standard input: /, ['rollout', '-'], text);
    refused(1, /^headwaters: standard input: /, ['info', '-', '--format', 'json'], text);
  }
});

test('what is odd about a file is said on standard error and does not stop it', () => {
  const odd = '{"attentions":[[[[0.5,0.4],[1,0]]],[[[0,1],[1,0]]]]}';
  const run = headwaters(['rollout', '-'], odd);
  assert.equal(run.code, 0);
  assert.match(run.err, /^(headwaters: standard input: warning: [^\n]+\n)+$/);
  assert.match(run.err, /1 of 4 rows does not sum to 1/);
  assert.equal(JSON.parse(run.out).layers.length, 2);
  const quiet = headwaters(['rollout', '--quiet', '-'], odd);
  assert.equal(quiet.err, '');
  assert.equal(quiet.out, run.out);
});

test('version goes to standard output', () => {
  assert.match(output(['--version']), /^headwaters \d+\.\d+\.\d+\n$/);
});

test('after -- a name may begin with a dash', () => {
  refused(1, /-file\.json: The file can't be read/, ['info', '--', '-file.json']);
  assert.ok(output(['info', '--format', 'json', '--', '-'], threeLayers).startsWith('{"layers":3'));
});
