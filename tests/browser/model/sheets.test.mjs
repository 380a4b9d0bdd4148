// SPDX-License-Identifier: MIT
// Questions to a model that runs in the page: the lens, an experiment, the deciding attention, a swap, cuts at a picked place.
import assert from 'node:assert/strict';
import { test } from '../engine.mjs';
import { byId, Stage, state, until } from '../harness.mjs';
import { first, keys, openModel, openSheet, openSwap, said, whyDone, whyNames } from './sheets.mjs';

const stage = Stage.forFile();

test('the lens has a guess for every layer and token, the last ones the answer; a click goes there', async () => {
  const page = await openModel(stage);
  await openSheet(page, 'lens');
  await until(
    page,
    () => document.querySelectorAll('.model-view .guess').length === 5 * 11 && document.querySelector('.model-view .waiting') === null,
  );
  const [top] = await page.$$eval('.model-view tbody tr', (rows) =>
    rows.map((row) => [...row.querySelectorAll('.guess')].map(({ textContent }) => textContent)),
  );
  assert.equal(top[6], 'are');
  await page.hover('.model-view tbody tr:nth-child(1) td:nth-child(8) .guess');
  assert.deepEqual(await page.$$eval('.model-view thead th', (names) => names.slice(1, 5).map(({ textContent }) => textContent)), [
    'the (1)',
    'keys',
    'to',
    'the (2)',
  ]);
  assert.match(await page.textContent('.model-view .detail'), /After layer 4, at “\[MASK\]”: are, .*“are” has 64 % and rank 1 here/);
  await page.click('.model-view tbody tr:nth-child(3) td:nth-child(4) .guess');
  await until(page, () => document.querySelector('.model-view') === null);
  assert.deepEqual(await state(page).then(({ layer, tokens }) => [layer, tokens]), [1, [2]]);
  assert.deepEqual(page.faults, []);
});

test('what decides is found, cut in the figure, and undone by Back', async () => {
  const page = await openModel(stage);
  await openSheet(page, 'decides');
  await until(page, () => /turns? “are” into “/.test(document.querySelector('.model-view .answer-text')?.textContent));
  const units = await page.$$eval('.model-view .units li', (items) => items.map(({ textContent }) => textContent));
  assert.ok(units.length >= 1 && units.every((unit) => /^layer \d, head \d: .+ → .+$/.test(unit)), units.join());
  const after = (await said(page)).match(/into “(.+?)”/)[1];
  await page.click('[data-id="decides/cut"]');
  await until(page, (word) => document.querySelector('.answer-line .answer-text')?.textContent === word, after);
  assert.equal(await page.$$eval('.cuts li', (items) => items.length), units.length);
  // The answer arrives before the figure does. The step back is made with the figure.
  await until(page, () => window.headwaters.idle && /cut/.test(new URLSearchParams(location.hash.slice(1)).get('prompt')));
  await page.goBack();
  await until(page, () => document.querySelector('.answer-line .answer-text')?.textContent === 'are');
  await openSheet(page, 'decides');
  await until(page, () => /turns? “are” into “/.test(document.querySelector('.model-view .answer-text')?.textContent));
  await page.click('[data-id="decides/graph"]');
  await until(
    page,
    () => window.headwaters.state.panel === 'graph' && /Dashed lines are cuts/.test(document.querySelector('#mirror')?.textContent),
  );
  assert.deepEqual(page.faults, []);
});

test('parts of another text are swapped in: the grid, a click, the run with it', async () => {
  const page = await openSwap(stage);
  assert.equal(await first(page), 'is');
  const rows = await page.$$eval('.model-view tbody tr', (all) =>
    all.map((row) => [...row.querySelectorAll('.guess')].map(({ textContent }) => textContent)),
  );
  assert.match(rows[0][6], /^(99|100) %$/);
  assert.match(rows[4][2], /^(99|100) %$/);
  await page.click('.model-view tbody tr:nth-child(5) td:nth-child(4) .guess');
  await until(
    page,
    () => document.querySelector('.answer-line .answer-text')?.textContent === 'are' && /swap/.test(window.headwaters.prompt),
  );
  assert.match(await page.textContent('.question-panel .swap'), /Copied from “the keys/);
  assert.match(await page.textContent('.question-panel .difference'), /before.*with the swap/, 'no cut is claimed');
  await page.click('.question-panel .difference button');
  await until(
    page,
    () => window.headwaters.idle && window.headwaters.state.panel === 'compare' && window.headwaters.state.compare.length === 2,
  );
  await until(page, () =>
    /Rollout 2, the key to the cabinet \[MASK\] on the table · question: [^·]*, output/.test(document.querySelector('#mirror').textContent),
  );
  await page.click('.question-panel .swap button');
  await until(page, () => document.querySelector('.answer-line .answer-text')?.textContent === 'is');
  assert.deepEqual(page.faults, []);
});

test('a slider steers: the answer follows it, a key moves it, and a reload keeps it', async () => {
  const page = await openSwap(stage);
  await page.click('.model-view tbody tr:nth-child(5) td:nth-child(4) .guess');
  await until(page, () => document.querySelector('.answer-line .answer-text')?.textContent === 'are');
  const slider = byId(page, 'cuts/strength');
  assert.equal(await slider.inputValue(), '1');
  await slider.evaluate((own) => {
    for (const value of ['0.5', '0.25', '0']) {
      own.value = value;
      own.dispatchEvent(new Event('input'));
    }
  });
  await until(
    page,
    () => document.querySelector('.answer-line .answer-text')?.textContent === 'is' && /s0:2;x0/.test(window.headwaters.prompt),
  );
  await slider.evaluate((own) => own.dispatchEvent(new Event('change')));
  await slider.press('End');
  await until(page, () => /s0:2;x4/.test(window.headwaters.prompt) && window.headwaters.idle);
  await until(page, () => document.querySelector('.answer-line .answer-text')?.textContent === 'are');
  assert.match(await page.textContent('.question-panel .swap'), /× 4/);
  await page.reload();
  await until(page, () => document.querySelector('[data-id="cuts/strength"]')?.value === '4');
  await until(page, () => document.querySelector('.answer-line .answer-text')?.textContent === 'are');
  assert.deepEqual(page.faults, []);
});

test('of texts that differ in length it is told which token stands for which', async () => {
  const page = await openModel(stage, 'the key to the cabinet [MASK] on the table');
  await openSheet(page, 'swap');
  await page.fill('.model-view .clean', 'the old keys to the cabinet [MASK] on the table');
  await page.press('.model-view .clean', 'Enter');
  await until(page, () => document.querySelectorAll('.pairing select').length === 11);
  const cell = 'tbody tr:last-child td:nth-child(4)';
  assert.equal(await page.textContent(`.model-view ${cell}`), '–', 'nothing stands for "key" by itself');
  await page.selectOption('.pairing select[aria-label="“key” corresponds to"]', { label: '4 keys' });
  await until(page, (at) => /%/.test(document.querySelector(`.model-view ${at}`)?.textContent), cell);
  await page.click(`.model-view ${cell} .guess`);
  await until(
    page,
    () =>
      /"s0:2;a2:3"/.test(window.headwaters.prompt) &&
      /“key” after layer 0/.test(document.querySelector('.question-panel .swap')?.textContent),
  );
  await openSheet(page, 'swap');
  await until(page, () => document.querySelector('.pairing select[aria-label="“key” corresponds to"]')?.value === '3');
  assert.deepEqual(page.faults, []);
});

test('what is pointed at is cut: a cell of the matrix by a key, a head by the right button', async () => {
  const page = await openModel(stage, keys, '&method=raw&panel=matrix&layer=1');
  const point = async (match) => {
    const area = await page.evaluate(
      (words) => window.headwaters.layout().find(({ name, kind }) => new RegExp(words).test(`${kind} ${name}`)),
      match,
    );
    assert.ok(area, match);
    return area;
  };
  const matrix = await point('^target cells$');
  // [MASK] is row 6, keys column 2 of 11.
  await page.mouse.move(matrix.x + (matrix.width * 2.5) / 11, matrix.y + (matrix.height * 6.5) / 11);
  await until(page, () => window.headwaters.idle);
  await page.focus('canvas');
  await page.keyboard.press('d');
  await page.waitForSelector('.cut-menu');
  const labels = await page.$$eval('.cut-menu li', (items) => items.map(({ textContent }) => textContent));
  assert.ok(labels.includes('keys → [MASK] in layer 1, all heads'), labels.join(' | '));
  await page.click('[data-id="cut/1:*:6>2"]');
  await until(page, () => document.querySelector('.answer-line .answer-text')?.textContent === 'is');
  assert.equal(await page.textContent('.cuts li span'), 'layer 1, all heads, keys → [MASK]');
  await page.evaluate(() => window.headwaters.setState({ panel: 'heads' }));
  await until(page, () => window.headwaters.idle);
  const head = await point('^target head$');
  await page.mouse.move(head.x + head.width / 2, head.y + head.height / 2);
  await until(page, () => window.headwaters.idle);
  await page.mouse.click(head.x + head.width / 2, head.y + head.height / 2, { button: 'right' });
  await page.waitForSelector('.cut-menu');
  assert.ok(
    (await page.$$eval('.cut-menu li', (items) => items.map(({ textContent }) => textContent))).some((label) =>
      /^all of layer \d, head \d$/.test(label),
    ),
  );
  assert.deepEqual(page.faults, []);
});

test('a question may be a probability, against any other answer; scores by intervention go to Faithfulness', async () => {
  const page = await openModel(stage);
  await page.selectOption('[data-id="question/number"]', 'probability');
  await until(page, () => /^Probability of “are” against “is”/.test(document.querySelector('.question-panel .question')?.textContent));
  await page.selectOption('[data-id="question/against"]', '');
  await until(page, () => /^Probability of “are”: 64 %/.test(document.querySelector('.question-panel .question')?.textContent));
  await page.click('[data-id="question/scores"]');
  await until(page, () => window.headwaters.state.figures.includes('faithfulness') && window.headwaters.idle);
  // Hidden views do not compute a run of each token after a cut.
  await byId(page, 'cut/add').click();
  await until(page, () => window.headwaters.prompt.includes('"cuts"') && window.headwaters.idle);
  assert.doesNotMatch(await page.evaluate(() => window.headwaters.prompt), /"scores"/);
  assert.equal(await byId(page, 'question/scores').isDisabled(), false);
  assert.deepEqual(page.faults, []);
});

test('by touch, too: the next tap on the figure says what is cut', async () => {
  const page = await openModel(stage, keys, '&method=raw&panel=matrix&layer=1');
  await page.click('[data-id="cuts/point"]');
  assert.match(await page.textContent('.question-panel .do[aria-pressed="true"]'), /Click or tap a cell/);
  const matrix = await page.evaluate(() => window.headwaters.layout().find(({ name, kind }) => kind === 'target' && name === 'cells'));
  const before = (await state(page)).tokens;
  await page.mouse.click(matrix.x + (matrix.width * 2.5) / 11, matrix.y + (matrix.height * 4.5) / 11);
  await page.waitForSelector('.cut-menu');
  assert.ok(
    (await page.$$eval('.cut-menu li', (items) => items.map(({ textContent }) => textContent))).includes(
      'keys → the (2) in layer 1, all heads',
    ),
  );
  await page.click('[data-id="cut/close"]');
  assert.deepEqual((await state(page)).tokens, before);
  assert.equal(await byId(page, 'cuts/point').getAttribute('aria-pressed'), 'false');
  assert.deepEqual(page.faults, []);
});

test('what was found under a rule is cut under that rule', async () => {
  const page = await openModel(stage);
  await openSheet(page, 'decides');
  await until(page, () => /into “|No set/.test(document.querySelector('.model-view .answer-text')?.textContent));
  await page.selectOption('[data-id="decides/rule"]', 'renormalise');
  await until(page, () => /into “/.test(document.querySelector('.model-view .answer-text')?.textContent));
  const after = (await said(page)).match(/into “(.+?)”/)[1];
  await page.click('[data-id="decides/cut"]');
  await until(
    page,
    (word) => document.querySelector('.answer-line .answer-text')?.textContent === word && /renormalise/.test(window.headwaters.prompt),
    after,
  );
  assert.equal(await page.inputValue('[data-id="cuts/rule"]'), 'renormalise');
  assert.deepEqual(page.faults, []);
});

test('Why measures each word, has the sentence in its tint, hides a word in place, and gives scores', async () => {
  const page = await openModel(stage);
  await openSheet(page, 'words');
  const rows = () =>
    page.$$eval('.why tbody tr', (all) => all.map((row) => [row.querySelector('.name').textContent, row.cells[1].textContent.trim()]));
  const isDone = () => until(page, () => document.querySelector('.why[aria-busy="false"]') !== null && window.headwaters.idle);
  await isDone();
  // In the order of the text. The only special token is the place where the answer is read.
  assert.deepEqual(
    (await rows()).map(([word]) => word),
    ['the (1)', 'keys', 'to', 'the (2)', 'cabinet', '___', 'on', 'the (3)', 'table'],
  );
  const hidden = new Map(await rows());
  assert.match(hidden.get('keys') ?? '', /^(▸ )?10\.7$/);
  assert.equal(hidden.get('the (1)'), '≈ 0');
  assert.equal(hidden.get('cabinet'), '−0.2');
  assert.equal(hidden.get('___'), 'the answer is read here');
  const tints = await page.$$eval('.sentence .piece', (all) =>
    all.map((chip) => Number(/** @type {HTMLElement} */ (chip).style.getPropertyValue('--share'))),
  );
  assert.equal(tints.indexOf(Math.max(...tints)), 2, 'keys');
  assert.equal(tints[5], 0, 'cabinet');
  // A row and its token are highlighted together.
  await page.locator('.why tbody tr').nth(1).hover();
  await until(page, () => document.querySelector('.sentence .piece.linked')?.textContent === 'keys');
  await page.locator('.sentence .piece').nth(5).hover();
  await until(page, () => document.querySelector('.why tr.linked .name')?.textContent === 'cabinet');
  await page.selectOption('[data-id="why/by"]', 'mask');
  await until(page, () => /masked/.test(document.querySelector('.why thead')?.textContent ?? ''));
  await isDone();
  assert.notEqual(new Map(await rows()).get('to'), hidden.get('to'));
  await page.selectOption('[data-id="why/by"]', 'hide');
  await until(page, () => /hidden/.test(document.querySelector('.why thead')?.textContent ?? ''));
  await isDone();
  await page.click('[data-id="why/hide"]');
  await until(page, () => /"kind":"hidden","text":"2"/.test(window.headwaters.prompt) && window.headwaters.idle);
  assert.equal((await state(page)).panel, 'words');
  await until(page, () => document.querySelector('.why .name.hidden-token')?.textContent === 'keys');
  assert.match(await byId(page, 'changed').textContent(), /changed from “are” to “is”/);
  await isDone();
  assert.equal(await byId(page, 'why/hide').count(), 0, 'it is hidden');
  await page.click('[data-id="changed/undo"]');
  await isDone();
  await page.click('[data-id="why/scores"]');
  await until(page, () => window.headwaters.prompt.includes('"scores":"hide"') && window.headwaters.idle);
  assert.equal((await state(page)).panel, 'faithfulness');
  await until(page, () => document.querySelector('.sentence [data-measured]') === null);
  assert.deepEqual(page.faults, []);
});

test('the losses on the screen become scores, and nothing is measured again', async () => {
  const page = await stage.newPage({ viewport: { width: 1280, height: 800 } });
  await page.addInitScript(() => {
    const send = Worker.prototype.postMessage;
    window.got = [];
    Worker.prototype.postMessage = function (message, ...more) {
      if (message?.request) window.got.push(message.request);
      return send.call(this, message, ...more);
    };
  });
  await page.goto(`${stage.page.url}#v=1&model=agreement&panel=words&prompt=${encodeURIComponent(`${keys}.`)}`);
  await whyDone(page);
  const loss = await page.$$eval('.why tbody tr', (all) =>
    Object.fromEntries(all.map((row) => [row.querySelector('.name').textContent, row.cells[1].textContent.trim()])),
  );
  await page.evaluate(() => {
    window.got.length = 0;
  });
  await page.click('[data-id="why/scores"]');
  await until(page, () => window.headwaters.state.figures.includes('faithfulness') && window.headwaters.idle);
  const requests = await page.evaluate(() => window.got);
  assert.deepEqual(
    requests.map(({ call, question, recipe }) => [call, question, recipe.scores]),
    [['run', undefined, undefined]],
  );
  const saved = JSON.parse(await page.evaluate(async () => (await window.headwaters.save({ gzip: false })).text()));
  const { importance } = saved.examples?.[0] ?? saved;
  const [values] = Object.values(importance);
  assert.deepEqual(Object.keys(importance), ['hide']);
  assert.match(loss.keys, RegExp(`^(▸ )?${values[2].toFixed(1)}$`));
  assert.match(loss.cabinet, RegExp(`^(▸ )?−${values[5].toFixed(1)}$`), 'a score has no sign');
  assert.equal(values[0], null, '[CLS] has no loss');
});

test('Why shows attention with its sinks at a switch, and the verdict stays', async () => {
  const page = await openModel(stage);
  await openSheet(page, 'words');
  await whyDone(page);
  const [verdict, names] = [await said(page), await whyNames(page)];
  assert.match(await page.textContent('.why .sinks'), /“\[CLS\]” .*\d %/);
  await page.click('[data-id="why/sinks"]');
  await until(page, () => document.querySelector('.why tbody tr')?.dataset.tokens === '0');
  assert.deepEqual(await whyNames(page), ['[CLS]', ...names]);
  assert.match(await page.textContent('.why thead'), /with sinks/);
  assert.match(await page.textContent('.why tbody .attention'), /0\.\d\d/);
  assert.equal(await said(page), verdict);
  // Another text keeps the switch. Then back.
  await page.click('[data-id="why/hide"]');
  await until(page, () => document.querySelector('.why .name.hidden-token') !== null);
  await whyDone(page);
  assert.equal((await whyNames(page))[0], '[CLS]');
  await page.click('[data-id="why/sinks"]');
  await until(page, () => document.querySelector('.why tbody tr')?.dataset.tokens !== '0');
  assert.deepEqual(await whyNames(page), names);
  assert.deepEqual(page.faults, []);
});

test('a word found by search stands against the answer', async () => {
  const page = await openModel(stage);
  const options = () => page.$$eval('[data-id="question/against"] option', (all) => all.map(({ textContent }) => textContent));
  assert.ok(!(await options()).includes('good'));
  await page.fill('[data-id="line/find"]', 'good');
  await until(page, () =>
    [...document.querySelectorAll('[data-id="question/against"] option')].some(({ textContent }) => textContent === 'good'),
  );
  await page.selectOption('[data-id="question/against"]', { label: 'good' });
  await until(page, () => /“are” against “good”/.test(document.querySelector('.question-panel .question')?.textContent));
  assert.deepEqual(page.faults, []);
});
