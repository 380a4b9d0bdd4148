// SPDX-License-Identifier: MIT
// @ts-check
// `headwaters figure` draws the page's figures. Tests the effect of options, links and papers.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { figureFolder, figures, written } from '../../figures.mjs';
import { data, headwaters, output } from '../program.mjs';

const samples = fileURLToPath(new URL('../../../web/samples', import.meta.url));
const keys = `${samples}/agreement-keys.json`;
const scratch = mkdtempSync(join(tmpdir(), 'headwaters-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

/** @param {string[]} words */
const figure = (...words) => output(['figure', ...words]);

for (const { name, sample, view, fields } of figures) {
  test(`the figure ${name} is the one that the page draws for the same link`, () => {
    const words = [`${samples}/${sample}.json`, '--view', view, '--state', `https://example.org/#v=1&sample=${sample}&${fields}`];
    const svg = figure(...words);
    if (process.env.HEADWATERS_FIGURES === 'write') {
      mkdirSync(figureFolder, { recursive: true });
      writeFileSync(join(figureFolder, `${name}.svg`), svg);
    }
    assert.ok(svg === written(name), `${name}.svg differs`);
    assert.equal(figure(...words), svg, 'the same every time');
  });
}

test('options say what a link says, and change it', () => {
  const wanted = figure(keys, '--view', 'flow', '--state', 'v=1&method=rollout&layer=6&token=2&discard=0.1&flow=raw&sink=5');
  for (const [method, title] of [
    ['raw', 'Raw attention, layer 6'],
    ['flow', 'Attention flow'],
    ['rollout', 'Rollout, layers 1–6'],
  ]) {
    const drawn = figure(keys, '--view', 'matrix', '--layer', '6', '--method', method);
    assert.ok(drawn.includes(`>${title}`), method);
    assert.equal(drawn, figure(keys, '--view', 'matrix', '--state', `v=1&method=${method}&layer=6`));
  }
  assert.equal(
    figure(keys, '--view', 'explain', '--layer', '2', '--terms', '3'),
    figure(keys, '--view', 'explain', '--state', 'v=1&layer=2&terms=3'),
  );
  assert.equal(
    figure(
      keys,
      '--view',
      'flow',
      '--method',
      'rollout',
      '--layer',
      '6',
      '--token',
      'keys',
      '--discard',
      '0.1',
      '--flow',
      'raw',
      '--sink',
      '5',
    ),
    wanted,
  );
  assert.equal(
    figure(
      keys,
      '--view',
      'flow',
      '--state',
      '#v=1&layer=2&token=0&discard=0.5&flow=raw',
      '--layer',
      '6',
      '--token',
      '2',
      '--discard',
      '0.1',
      '--sink',
      '5',
    ),
    wanted,
  );
  // Resets a setting of the link to its default.
  assert.equal(figure(keys, '--state', 'residual=0.3&layer=6', '--residual', '0.5'), figure(keys, '--layer', '6'));
  assert.equal(figure(keys, '--exclude', 'special', '--renormalise'), figure(keys, '--state', 'hidden=0,6,10&renormalise=on'));
  const film = `${samples}/use-negation.json`;
  assert.equal(figure(film, '--spans', '3,4'), figure(film, '--state', 'spans=3,4'));
  assert.equal(
    figure(`${samples}/date-slash.json`, '--part', 'cross', '--token', 'mean'),
    figure(`${samples}/date-slash.json`, '--state', 'side=cross&token=mean'),
  );
  const layers = new Set(['1', '3', '6'].map((layer) => figure(keys, '--view', 'matrix', '--layer', layer)));
  assert.equal(layers.size, 3);
});

test('standard input, links that hold data and saved analyses are drawn as their file is', () => {
  const file = readFileSync(keys, 'utf8');
  const fromFile = figure(keys, '--layer', '4', '--token', '2');
  const bare = (/** @type {string} */ svg) =>
    svg.replace(/; source: [^<]*/g, '').replace(/<text [^>]*>[^<]*(source:|Drawn by)[^<]*<\/text>\n/g, '');
  assert.equal(bare(output(['figure', '-', '--layer', '4', '--token', '2'], file)), bare(fromFile));
  const saved = output(['save', keys, '--layer', '4', '--token', '2']);
  assert.equal(bare(output(['figure', '-'], saved)), bare(fromFile), 'opens where it was left');
  const link = output(['link', keys, '--data', 'heads', '--layer', '4', '--token', '2', '--quiet']).trim();
  const drawn = figure(link, '--quiet');
  assert.match(drawn, /layers 1–4, output “?keys/);
  assert.equal(drawn.match(/<rect /g)?.length, fromFile.match(/<rect /g)?.length);
});

test('examples of a file are chosen by number', () => {
  const [first, second] = [0, 1].map((example) => ({
    title: `no ${example}`,
    tokens: ['a', 'b'],
    attentions: [
      [
        [
          [1, 0],
          [0.5 + example / 4, 0.5 - example / 4],
        ],
      ],
    ],
  }));
  const file = join(scratch, 'two.json');
  writeFileSync(file, JSON.stringify({ format: 'headwaters/1', examples: [first, second] }));
  assert.match(figure(file, '--quiet'), /Data: no 0/);
  assert.match(figure(file, '--example', '1', '--quiet'), /Data: no 1/);
  assert.match(figure(file, '--state', 'example=1', '--quiet'), /Data: no 1/);
});

test('a second file is compared with, and that of a link is said to be left out', () => {
  const earlier = join(scratch, 'earlier.json');
  writeFileSync(earlier, JSON.stringify({ ...JSON.parse(readFileSync(keys, 'utf8')), title: 'before tuning' }));
  const fields = 'v=1&layer=6&token=2&panel=compare&compare=rollout/rollout,file:earlier';
  const drawn = figure(keys, '--view', 'compare', '--state', fields, '--second', earlier);
  assert.match(drawn, />before tuning, /);
  const { code, err } = headwaters([
    'figure',
    keys,
    '--view',
    'matrix',
    '--state',
    `second=${encodeURIComponent('https://example.org/base.json')}&v=1`,
  ]);
  assert.equal(code, 0);
  assert.match(err, /The link's second file was not downloaded\.[\s\S]*--second FILE/);
  figure(keys, '--view', 'matrix', '--state', '&v=1&layer=2&'); // no message about a second file
  const gone = headwaters(['figure', keys, '--second', join(scratch, 'gone.json')]);
  assert.notEqual(gone.code, 0);
  assert.match(gone.err, /gone\.json/);
});

test('for papers and galleries: a file, a size, no caption, a dark ground', () => {
  const out = join(scratch, 'x.svg');
  assert.equal(figure(keys, '--out', out), '');
  const whole = readFileSync(out, 'utf8');
  assert.equal(whole, figure(keys));
  assert.match(whole, /^<svg xmlns="[^"]*" width="720" height="(\d+)" viewBox="0 0 720 \1"/);
  const plain = figure(keys, '--plain');
  assert.ok(!/Drawn by/.test(plain.replace(/<desc>.*<\/desc>/, '')), 'no caption');
  assert.match(plain, /<desc>[^<]*Drawn by Headwaters/, 'but for those who hear it');
  assert.ok(plain.length < whole.length);
  assert.match(figure(keys, '--size', '360'), /^<svg xmlns="[^"]*" width="360" height="\d+" viewBox="0 0 720 \d+"/);
  assert.match(figure(keys, '--size', '300x200'), /^<svg xmlns="[^"]*" width="300" height="200" viewBox="0 0 720 \d+"/);
  for (const view of ['bars', 'matrix', 'flow', 'evolution', 'heads', 'compare', 'graph', 'faithfulness']) {
    const dark = figure(keys, '--view', view, '--theme', 'dark');
    const light = figure(keys, '--view', view, '--theme', 'light');
    assert.match(dark, /fill="#15181b"/);
    for (const colour of ['#1b2025', '#5c646c', '#c9ced3', '#b3541e'])
      assert.ok(!dark.includes(colour), `${view}: ${colour} is a colour of white paper`);
    const shape = (/** @type {string} */ svg) =>
      svg
        .replace(/#[0-9a-f]{6}/g, '')
        .replace(/<path[^>]*>/g, '')
        .split('\n')
        .filter(Boolean)
        .sort()
        .join('\n');
    assert.equal(shape(dark), shape(light), `${view} differs in colours alone`);
  }
});

test('a file tells what figures it has not, and wrong words are told with those that fit', () => {
  const wrong = (/** @type {string[]} */ ...words) => headwaters(['figure', ...words]);
  const image = wrong(keys, '--view', 'image');
  assert.equal(image.code, 1);
  assert.match(image.err, /^headwaters: .*no figure "image"\. Use one of: bars, .*flow/);
  const cases = /** @type {[string[], number, RegExp][]} */ ([
    [[keys, '--view', 'nonsense'], 2, /--view cannot be "nonsense"\. Use one of: .*matrix.*flow/],
    [[keys, '--layer', '99'], 2, /layer=99/],
    [[keys, '--state', 'v=1&layer=99'], 2, /layer=99/],
    [[keys, '--colors', 'pink'], 2, /colors=pink/],
    [[keys, '--sink', '99'], 2, /sink=99/],
    [[keys, '--token', 'nowhere'], 2, /There is no token "nowhere"/],
    [[keys, '--heads', '99'], 2, /heads/],
    [[keys, '--example', '7'], 2, /example=7/],
    [[keys, '--size', 'large'], 2, /720x480/],
    [[keys, '--theme', 'pink'], 2, /light, dark/],
    [[keys, '--format', 'csv'], 2, /--format has no effect on figure/],
    [[keys, '--out', join(scratch, 'no/such/folder/x.svg')], 1, /can't be written/],
    [[join(scratch, 'nowhere.json')], 1, /Check its name/],
    [[`${data}/README.md`], 1, /./],
    [['https://example.org/#v=1&url=https://example.org/a.json'], 1, /./],
  ]);
  for (const [words, code, finding] of cases) {
    const run = wrong(...words);
    assert.match(run.err, finding);
    assert.equal(run.code, code, run.err);
    assert.equal(run.out, '');
    assert.equal(run.err.trim().split('\n').length, 1, run.err);
  }
  assert.match(headwaters(['raw', keys, '--view', 'flow']).err, /works with: figure/);
  // A link of a later version is drawn with its known parts.
  const later = headwaters(['figure', keys, '--state', 'v=1&layer=3&hologram=on']);
  assert.equal(later.code, 0);
  assert.match(later.err, /unknown: hologram=on/);
  assert.equal(later.out, figure(keys, '--state', 'layer=3'));
});

test('--help names the figures and the fields of links out of their tables', () => {
  const help = output(['help', 'all']);
  for (const word of ['figure FILE', 'bars, matrix', 'faithfulness', '--compare-as', '--sink', '--colors', '--plain', '--theme'])
    assert.ok(help.includes(word), word);
  for (const line of help.split('\n')) assert.ok(line.length <= 130, line);
});
