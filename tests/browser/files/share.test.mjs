// SPDX-License-Identifier: MIT
// A link that holds the data. It is made from a dropped file and opened by a reader who has nothing else.
import assert from 'node:assert/strict';

import { qrCode } from '../../../web/paper/qr.js';
import { test } from '../engine.mjs';
import { byId, drop, idle, nothingComes, opened, openedAs, readData, saysElse, Stage, state, still } from '../harness.mjs';

const stage = Stage.forFile();
const file = () => readData('references/toy_agreement_keys.json');

/** A page with the dropped file and changed view settings. */
async function sender() {
  const page = await stage.open({ fragment: 'v=1&sample=digit-4' });
  await drop(page, 'keys.json', file());
  await openedAs(page, 'keys.json');
  await page.evaluate(() => window.headwaters.setState({ method: 'rollout', layer: 3, tokens: [2], panel: 'bars' }));
  await still(page);
  return page;
}

const link = (page, data) => page.evaluate((kind) => window.headwaters.link({ data: kind }), data);
const results = (page, wanted) => page.evaluate((what) => window.headwaters.results(what), wanted);
const furthest = (a, b) => Math.max(...a.flatMap((one, i) => one.values.map((value, k) => Math.abs(value - b[i].values[k]))));

for (const [data, most] of [
  ['fused', 2000],
  ['heads', 12_000],
]) {
  test(`a link with the data (${data}) shows a stranger what its sender sees, within the bound that it states`, async () => {
    const page = await sender();
    const made = await link(page, data);
    assert.ok(made.characters < most, `${made.characters} characters`);
    assert.ok(made.errorBound > 0 && made.errorBound <= 0.002);
    assert.equal(made.url.split('#')[1].length, made.characters);
    const stranger = await stage.open({ url: made.url });
    await still(stranger);
    const [mine, theirs] = [await state(page), await state(stranger)];
    for (const member of ['method', 'layer', 'tokens', 'panel', 'side']) assert.deepEqual(theirs[member], mine[member], member);
    assert.deepEqual(theirs.document.tokens, mine.document.tokens);
    assert.equal(theirs.document.heads, data === 'heads' ? mine.document.heads : 1);
    assert.equal(theirs.source.kind, 'data');
    for (const method of ['raw', 'rollout', 'flow']) {
      const [a, b] = [await results(page, { method }), await results(stranger, { method })];
      const off = furthest(a.layers, b.layers);
      assert.ok(off <= made.errorBound + 1e-6, `${method}: off by ${off} of ${made.errorBound}`);
    }
    // The URL still holds the data, and a reload shows the same.
    await stranger.evaluate(() => window.headwaters.setState({ layer: 1 }));
    await idle(stranger);
    await stranger.reload();
    await opened(stranger);
    assert.equal((await state(stranger)).layer, 1);
    assert.deepEqual(stranger.faults, []);
    // No requests, except for the page's own files.
    assert.deepEqual(
      stranger.asked.filter(
        (address) => !address.startsWith(stage.page.url) && !address.startsWith('blob:') && !address.startsWith('data:'),
      ),
      [],
    );
  });
}

for (const data of ['fused', 'heads']) {
  test(`a figure of gradients can be sent by a link (${data}), and what it cannot tell is greyed out`, async () => {
    const page = await stage.open({ fragment: 'v=1&sample=digit-4' });
    await drop(page, 'negation.json', readData('references/toy_negation_gradients.json'));
    await openedAs(page, 'negation.json');
    await page.evaluate(() => window.headwaters.setState({ method: 'gradient-rollout', layer: 2, tokens: [0], panel: 'bars' }));
    await still(page);
    const made = await link(page, data);
    assert.ok(made.errorBound < 0.002);
    assert.equal(
      made.leftOut.some((line) => line.startsWith('gradients (')),
      false,
      made.leftOut.join('; '),
    );
    const stranger = await stage.open({ url: made.url });
    await still(stranger);
    assert.equal((await state(stranger)).method, 'gradient-rollout');
    for (const method of ['gradient-rollout', 'relevance']) {
      const [a, b] = [await results(page, { method }), await results(stranger, { method })];
      const off = furthest(a.layers, b.layers);
      assert.ok(off > 0 && off <= made.errorBound + 1e-6, `${method}: off by ${off} of ${made.errorBound}`);
    }
    // Joint attribution of gradients alone needs those of each head.
    for (const form of ['product', 'gradient']) {
      await stranger.evaluate((chosen) => window.headwaters.setState({ method: 'joint', settings: { form: chosen } }), form);
      await still(stranger);
      assert.equal((await state(stranger)).settings.form, data === 'heads' || form === 'product' ? form : 'product');
    }
    assert.deepEqual(stranger.faults, []);
  });
}

test('the dialog states length, error and what is left out before a link is copied, and a local file puts that link first', async () => {
  const page = await sender();
  await page.keyboard.press('Escape');
  await page.evaluate(() => document.getElementById('canvas').focus());
  await page.evaluate(() => window.headwaters.idle);
  await byId(page, 'share').press('Enter');
  const dialog = page.locator('dialog[open]');
  await dialog
    .getByText(/characters:/)
    .first()
    .waitFor();
  await page.waitForFunction(() => document.querySelectorAll('dialog input[type=url]').length >= 4);
  const text = await dialog.innerText();
  assert.match(text, /Bars are off by at most 0\.00\d+\./);
  assert.match(text, /Not included: /);
  const sections = await dialog.locator('section').evaluateAll((all) => all.map((section) => section.dataset.id));
  assert.deepEqual(sections, ['share/fused', 'share/heads', 'share/file', 'share/view', 'share/frame']);
  const made = await link(page, 'fused');
  assert.equal(await dialog.locator('input[type=url]').first().inputValue(), made.url);
  await dialog.locator('summary').first().click();
  const code = dialog.locator('svg.code').first();
  await code.scrollIntoViewIfNeeded();
  assert.ok((await code.boundingBox()).width > 300);
  const dark = qrCode(made.url).flatMap((row, y) => row.flatMap((one, x) => (one ? [`M${x} ${y}h1v1h-1z`] : [])));
  assert.equal(await code.locator('path').getAttribute('d'), dark.join(''));
  assert.deepEqual(page.faults, []);
});

test('a link that was cut or changed is told in one message, and the page still shows something', async () => {
  const page = await sender();
  const { url } = await link(page, 'fused');
  for (const wrong of [
    url.slice(0, -40),
    url.replace(/data=(.{30})./, (_, start) => `data=${start}_`),
    url.replace(/data=.*/, 'data=AAAA'),
  ]) {
    const stranger = await stage.open({ url: wrong });
    await stranger.waitForFunction(() => window.headwaters.state.messages.length > 0);
    const { messages, document } = await state(stranger);
    assert.equal(messages.filter(({ kind }) => kind === 'error').length, 1, JSON.stringify(messages));
    assert.ok(messages[0].finding.length > 10 && messages[0].remedy.length > 10, JSON.stringify(messages[0]));
    assert.ok(document, 'a sample stands beside the message');
    assert.deepEqual(stranger.faults, []);
  }
});

test('a damaged link leaves what was open', async () => {
  const page = await sender();
  await page.evaluate(() => {
    location.hash = 'v=1&data=AXlIXmK0';
  });
  await page.waitForFunction(() => window.headwaters.state.messages.length > 0);
  await idle(page);
  assert.equal((await state(page)).document.name, 'keys.json');
});

test('what is shared while the layers play is one layer, in every link', async () => {
  const page = await stage.open({ fragment: 'v=1&sample=agreement-keys&layer=1' });
  await page.evaluate(() => window.headwaters.play());
  await page.waitForFunction(() => window.headwaters.state.layer >= 1);
  await byId(page, 'share').press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('dialog input[type=url]').length >= 4);
  const layers = await page.$$eval('dialog input[type=url]', (all) => all.map(({ value }) => /layer=(\d+)/.exec(value)?.[1] ?? 'last'));
  const { layer, playing } = await state(page);
  assert.equal(playing, false);
  assert.deepEqual([...new Set(layers)], [layer === 5 ? 'last' : String(layer + 1)]);
});

test('a picture travels with its patches', async () => {
  const page = await stage.openStill({ fragment: 'v=1&sample=digit-4&panel=image' });
  const { url, characters, leftOut } = await link(page, 'fused');
  const stranger = await stage.openStill({ url });
  const theirs = await state(stranger);
  assert.equal(theirs.panel, 'image', `${characters} characters, left out: ${leftOut}`);
  assert.ok(theirs.figures.includes('image'));
});

test('a photograph travels, too, made small by the browser that can read it', async () => {
  const page = await stage.openStill();
  const text = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 300, height: 200 });
    const context = canvas.getContext('2d');
    const image = context.createImageData(300, 200);
    // Left half red, right half blue, with noise that no form packs well.
    for (let at = 0; at < image.data.length; at += 4)
      image.data.set(
        [(at / 4) % 300 < 150 ? 200 : (at * 7919) % 50, (at * 104729) % 60, (at / 4) % 300 < 150 ? (at * 31) % 50 : 200, 255],
        at,
      );
    context.putImageData(image, 0, 0);
    const row = (at) => Array.from({ length: 7 }, (_, key) => (key === at ? 0.4 : 0.1));
    const attentions = [[Array.from({ length: 7 }, (_, at) => row(at))]];
    return JSON.stringify({
      tokens: ['[CLS]', 'a', 'b', 'c', 'd', 'e', 'f'],
      attentions,
      image: { data: canvas.toDataURL('image/jpeg', 0.9), grid: [2, 3], firstPatchToken: 1 },
    });
  });
  assert.ok(text.length > 9000, 'too large to travel as it is');
  await drop(page, 'photograph.json', text);
  await openedAs(page, 'photograph.json');
  await idle(page);
  const { url, leftOut } = await link(page, 'fused');
  assert.ok(!leftOut.some((line) => /without the picture|picture is/i.test(line) && !/detail|smaller/i.test(line)), leftOut.join('\n'));
  const stranger = await stage.openStill({ url });
  assert.ok((await state(stranger)).figures.includes('image'));
  const saved = await stranger.evaluate(async () =>
    new Response((await window.headwaters.save()).stream().pipeThrough(new DecompressionStream('gzip'))).text(),
  );
  const dataUrl = /data:image\/[a-z]+;base64,[A-Za-z0-9+/=]+/.exec(saved)?.[0];
  assert.ok(dataUrl, 'the picture is there');
  const [left, right] = await stranger.evaluate(async (address) => {
    const { data, width, height } = await window.pixelsOf(address.split(',')[1]);
    const at = (x) => [...data.subarray(4 * (Math.floor(height / 2) * width + Math.floor(x * width)))].slice(0, 3);
    return [at(0.25), at(0.75)];
  }, dataUrl);
  assert.ok(left[0] > 150 && left[2] < 100, `red: ${left}`);
  assert.ok(right[2] > 150 && right[0] < 100, `blue: ${right}`);
});

test('without a document there is no link with data, and an unknown kind is refused in words', async () => {
  const page = await sender();
  const failure = await page.evaluate(() =>
    window.headwaters.link({ data: 'everything' }).catch(({ finding, remedy }) => ({ finding, remedy })),
  );
  assert.match(failure.finding, /everything/);
  const none = await link(page, 'none');
  assert.equal(none.errorBound, 0);
  assert.ok(none.url.includes('local=keys.json') && none.leftOut.length === 1);
});

test('a page of another origin that embeds this one is told nothing of a file that was dropped into it', async () => {
  const page = await stage.newPage();
  await page.goto(`${stage.data.url}bad/INDEX.json`);
  await page.evaluate((address) => {
    window.got = [];
    addEventListener('message', ({ data }) => window.got.push(data));
    const frame = document.createElement('iframe');
    Object.assign(frame, { src: address, width: 900, height: 600 });
    document.body.prepend(frame); // in sight, because hidden frames do not draw
  }, `${stage.page.url}#v=1&sample=digit-4`);
  await page.waitForFunction(() => window.got.length > 0);
  const frame = page.frames().find((one) => one.url().startsWith(stage.page.url));
  await opened(frame);
  await drop(frame, 'diagnosis.json', file());
  await openedAs(frame, 'diagnosis.json');
  const before = await page.evaluate(async () => {
    const { contentWindow } = document.querySelector('iframe');
    const before = window.got.length;
    const states = [
      undefined,
      { layer: 1 },
      { method: 'flow' },
      { tokens: [3], leaveOut: ['cabinet'] },
      { compare: [{ method: 'raw' }, { method: 'flow' }] },
      { read: ['averaged'] },
      { nonsense: 1 },
    ];
    for (const [i, state] of states.entries()) contentWindow.postMessage({ type: 'headwaters:state', id: i, state }, '*');
    for (const type of ['headwaters:results', 'headwaters:figure', 'headwaters:link', 'headwaters:document', 'open'])
      contentWindow.postMessage({ type, id: 99 }, '*');
    while (window.got.length < before + states.length) await new Promise((resolve) => setTimeout(resolve, 50));
    return before;
  });
  const answers = await nothingComes(() => page.evaluate((from) => window.got.slice(from), before), 500);
  assert.equal(answers.length, 8, 'nothing else is answered');
  assert.deepEqual(
    answers.filter(({ id }) => id === 99).map(({ type }) => type),
    ['headwaters:failed'],
    'numbers are refused',
  );
  assert.equal(answers.find(({ id }) => id === 1).state.layer, 1, 'commands are carried out');
  for (const word of ['diagnosis', 'cabinet', 'keys', 'MASK', 'CLS'])
    assert.ok(!JSON.stringify(answers).includes(word), `no answer says "${word}"`);
  // The page may see files that it gives itself. Later files are the user's again.
  const asked = (state) =>
    page.evaluate(async (wanted) => {
      const next = new Promise((resolve) => addEventListener('message', ({ data }) => resolve(data), { once: true }));
      document.querySelector('iframe').contentWindow.postMessage(wanted, '*');
      return next;
    }, state);
  const own = await asked({ type: 'headwaters:open', id: 20, data: { tokens: ['a'], attentions: [[[[1]]]] }, name: 'diagnosis.json' });
  assert.deepEqual(own.summary.tokens, ['a']);
  assert.deepEqual((await asked({ type: 'headwaters:state', id: 21 })).state.document.tokens, ['a']);
  await drop(frame, 'diagnosis.json', file());
  await frame.waitForFunction(() => window.headwaters.state.document.tokens.length > 1);
  assert.equal((await asked({ type: 'headwaters:state', id: 22 })).state.document, null);
});

test('a figure is copied as a picture', async () => {
  const page = await stage.openStill({
    fragment: 'v=1&sample=agreement-keys&panel=bars',
    context: { permissions: ['clipboard-read', 'clipboard-write'] },
  });
  await byId(page, 'export').press('Enter');
  await saysElse(byId(page, 'export/copy'));
  const size = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    const { width, height } = await window.pixelsOf(await item.getType('image/png'));
    return { width, height };
  });
  assert.equal(size.width, 1440, 'twice the width of the paper');
  assert.ok(size.height > 200);
});

test('where the system has a share sheet, each link can be handed to it', async () => {
  const page = await sender();
  await page.evaluate(() => {
    window.sent = [];
    Object.defineProperty(navigator, 'share', { configurable: true, value: async (what) => void window.sent.push(what) });
  });
  await byId(page, 'share').press('Enter');
  const send = byId(page, 'share/fused/send');
  await send.click();
  const [{ title, url }] = await page.evaluate(() => window.sent);
  assert.equal(url, (await link(page, 'fused')).url);
  assert.equal(title, await page.title());
  assert.deepEqual(page.faults, []);
});

test('of a model that runs, the link with the data says what it leaves out', async () => {
  const page = await stage.openStill({ fragment: 'v=1&model=agreement' });
  await byId(page, 'share').press('Enter');
  await byId(page, 'share/no-model').waitFor();
  assert.deepEqual(page.faults, []);
});
