// SPDX-License-Identifier: MIT
// What docs/security.md promises.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';

import { portOf } from '../../../tools/serve.mjs';
import { driver, test } from '../engine.mjs';
import { byId, drop, faultsButContext, idle, nothingComes, openedAs, readData, Stage, state, still, wholeDialog } from '../harness.mjs';
import { textPanels as panels } from '../panels.mjs';

const stage = Stage.forFile();

const script = 'window.pwned = true';
const markup = `<img src=x onerror="${script}"><script>${script}</script><svg onload="${script}">`;
const layer = (count) => [Array.from({ length: count }, () => Array.from({ length: count }, () => 1 / count))];

/** Parts of a file that reached the page as more than text. */
const intruders = (page) =>
  page.evaluate(() => ({
    pwned: 'pwned' in window,
    elements: [
      ...document.querySelectorAll(
        'script:not([type=module]), iframe, object, embed, svg:not(.code), body img:not(.figure), [onerror], [onload], [onclick], [style*=url]',
      ),
    ].map((element) => element.outerHTML.slice(0, 80)),
    violations: window.violations,
  }));
const nobody = { pwned: false, elements: [], violations: [] };

const press = async (page, name) => {
  await byId(page, name).focus();
  await page.keyboard.press('Enter');
  await wholeDialog(page);
};
const closed = async (page) => {
  await page.keyboard.press('Escape');
  await page.locator('dialog').waitFor({ state: 'detached' });
};

test('markup in every text that a file can hold stays text, in every view and dialog', async () => {
  const page = await stage.openStill();
  const tokens = ['[CLS]', markup, '&lt;b&gt;', '"><b>x</b>', "'--><b>"];
  const example = {
    title: markup,
    model: markup,
    source: markup,
    tokens,
    attentions: [layer(5), layer(5)],
    importance: { [markup]: [0, 1, 2, 3, 4] },
  };
  await drop(page, `${markup}.json`, Buffer.from(JSON.stringify({ format: 'headwaters/1', examples: [example, example] })));
  await openedAs(page, `${markup}.json`);
  await still(page);
  for (const panel of panels) {
    await page.evaluate((name) => window.headwaters.setState({ panel: name, tokens: [1] }), panel);
    await idle(page);
    assert.deepEqual(await intruders(page), nobody, panel);
  }
  assert.equal(await page.locator('#mirror h1').textContent(), markup, 'the title is shown as it is');
  assert.ok((await page.locator('#mirror .token').allTextContents()).some((text) => text.startsWith(markup)));
  for (const name of ['share', 'export', 'notes', 'commands', 'help', `about-${panels.at(-1)}`, 'examples', 'check']) {
    await press(page, name);
    assert.deepEqual(await intruders(page), nobody, name);
    await closed(page);
  }
  assert.deepEqual(page.faults, []);
});

test('markup in a file that does not open stays text in the message', async () => {
  const page = await stage.openStill();
  for (const [name, text] of [
    [`${markup}.json`, `{"attentions": "${markup.replaceAll('"', '\\"')}"}`],
    ['page.html', `<html><body>${markup}</body></html>`],
    ['picture.svg', `<svg xmlns="http://www.w3.org/2000/svg" onload="${script}"><script>${script}</script></svg>`],
  ]) {
    const before = (await state(page)).messages.at(-1)?.id;
    await drop(page, name, Buffer.from(text));
    await page.waitForFunction((id) => window.headwaters.state.messages.at(-1)?.id !== id, before);
    assert.deepEqual(await nothingComes(() => intruders(page), 300), nobody, name);
  }
});

test('a page of another tool is read for its numbers, and nothing in it runs', async () => {
  const page = await stage.openStill();
  const params = {
    attention: [{ name: null, attn: [layer(3)], left_text: ['a', markup, 'c'], right_text: ['a', markup, 'c'] }],
    default_filter: '0',
    root_div_id: 'bertviz',
  };
  const html = `<html><body onload="${script}"><script>${script}</script><script>const params = ${JSON.stringify(params)};</script></body></html>`;
  await drop(page, 'view.html', Buffer.from(html));
  await openedAs(page, 'view.html');
  await still(page);
  assert.equal((await state(page)).document.tokens[1], markup);
  assert.deepEqual(await intruders(page), nobody);
});

test('a picture inside a file is drawn or left out; it neither runs nor fetches', async () => {
  const page = await stage.openStill();
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8" onload="${script}"><script>${script}</script><image href="${stage.data.url}seen.png"/></svg>`;
  const tokens = ['[CLS]', 'a', 'b', 'c', 'd'];
  for (const data of [
    `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
    `data:text/html,${encodeURIComponent(markup)}`,
    `${stage.data.url}seen.png`,
    'javascript:window.pwned=1',
  ]) {
    const asked = page.asked.length;
    const name = `picture ${asked}.json`;
    await drop(
      page,
      name,
      Buffer.from(
        JSON.stringify({ format: 'headwaters/1', tokens, attentions: [layer(5)], image: { data, grid: [2, 2], firstPatchToken: 1 } }),
      ),
    );
    await openedAs(page, name);
    await still(page);
    await page.evaluate(() => window.headwaters.setState({ panel: 'image' }));
    await idle(page);
    assert.deepEqual(await nothingComes(() => intruders(page), 400), nobody, data.slice(0, 30));
    assert.deepEqual(
      page.asked.slice(asked).filter((url) => /seen|^javascript/.test(url)),
      [],
    );
  }
});

test('control characters and direction overrides in tokens are shown by name and turn nothing around', async () => {
  const page = await stage.openStill();
  const tokens = ['[CLS]', '\u202Egpj.exe', 'a\u0000b', '\u2066open', 'x\u001B[31m', 'שלום'];
  await page.evaluate((file) => window.headwaters.open(file, { name: 'odd.json' }), {
    title: '\u202Eeltit',
    tokens,
    attentions: [layer(6)],
  });
  await openedAs(page, 'odd.json');
  await still(page);
  for (const rawTokens of [false, true]) {
    await page.evaluate((raw) => window.headwaters.setState({ rawTokens: raw }), rawTokens);
    await idle(page);
    const text = await page.locator('#mirror').textContent();
    assert.doesNotMatch(text, /[\u0000-\u0008\u000e-\u001f\u202a-\u202e\u2066]/, 'none is in the page');
    for (const name of ['U+202Egpj.exe', 'aU+0000b', 'U+2066open', 'xU+001B[31m']) assert.ok(text.includes(name), name);
  }
  assert.deepEqual((await state(page)).document.tokens, tokens, 'programs get them as they are');
});

test('a figure to take away holds tokens as text and no script', async () => {
  const page = await stage.openStill();
  await page.evaluate(
    ([tokens, attentions]) => window.headwaters.open({ tokens, attentions }, { name: 'figure.json' }),
    [
      ['[CLS]', markup, ']]><b>'],
      [layer(3), layer(3)],
    ],
  );
  await still(page);
  for (const view of ['bars', 'evolution', 'matrix']) {
    const found = await page.evaluate(async (name) => {
      const svg = await window.headwaters.figure({ view: name });
      const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
      const image = new Image();
      image.src = url;
      await image.decode(); // well-formed, because otherwise it could not be decoded
      const tags = new Set([...svg.matchAll(/<([a-zA-Z:]+)/g)].map(([, tag]) => tag));
      return { tags: [...tags], handlers: /<[^>]*\son\w+=/.test(svg), pwned: 'pwned' in window };
    }, view);
    const drawn = [
      'svg',
      'title',
      'desc',
      'style',
      'g',
      'rect',
      'text',
      'tspan',
      'path',
      'line',
      'image',
      'defs',
      'linearGradient',
      'stop',
      'clipPath',
      'pattern',
      'use',
      'circle',
      'polyline',
      'polygon',
    ];
    assert.deepEqual(
      found.tags.filter((tag) => !drawn.includes(tag)),
      [],
      view,
    );
    assert.deepEqual([found.handlers, found.pwned], [false, false], view);
  }
});

test('strings cannot become markup or scripts, whatever a later change forgets', async () => {
  const page = await stage.openStill();
  const refused = await page.evaluate(async () => {
    const attempts = {
      markup: () => {
        document.createElement('div').innerHTML = '<b>x</b>';
      },
      worker: () => new Worker('worker.js'),
      evaluation: () => new Function('return 1')(),
      inline: () => {
        const element = document.createElement('script');
        element.text = 'window.pwned = true';
        document.body.append(element);
        element.remove();
        if (!('pwned' in window)) throw new Error('it did not run');
      },
    };
    // The developer tools, which run this, may evaluate strings. A timer of the page may not.
    const fails = (attempt) =>
      new Promise((resolve) =>
        setTimeout(() => {
          try {
            attempt();
            resolve(false);
          } catch {
            resolve(true);
          }
        }),
      );
    const failed = [];
    for (const [name, attempt] of Object.entries(attempts)) if (await fails(attempt)) failed.push(name);
    return failed;
  });
  assert.deepEqual(refused, ['markup', 'worker', 'evaluation', 'inline']);
});

test('with trusted types demanded everything runs: the engine, its replacement, exports and dialogs', async () => {
  const page = await stage.openStill();
  await press(page, 'export');
  await page.waitForFunction(() => document.querySelector('dialog img.figure')?.naturalWidth > 0);
  await closed(page);
  const png = await page.evaluate(async () => (await window.headwaters.figure({ view: 'bars', format: 'png' })).size);
  assert.ok(png > 1000);
  assert.deepEqual(await page.evaluate(() => window.violations), []);
  assert.deepEqual(page.faults, []);
});

test('data are fetched without cookies and without a referrer', async () => {
  const asked = [];
  const host = createServer((request, response) => {
    asked.push(request.headers);
    response
      .writeHead(200, { 'Access-Control-Allow-Origin': '*', 'Content-Type': 'application/json' })
      .end('{"tokens":["a","b"],"attentions":[[[[0.5,0.5],[0.25,0.75]]]]}');
  });
  await new Promise((resolve) => host.listen(0, '127.0.0.1', () => resolve(undefined)));
  const page = await stage.openStill();
  // Cookies ignore ports, so a cookie of this host would go to the other as well.
  await page.evaluate(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: not every engine of the tests has the Cookie Store API.
    document.cookie = 'known=1; SameSite=Lax';
  });
  await page.evaluate((url) => window.headwaters.open(url), `http://127.0.0.1:${portOf(host)}/data.json`);
  host.closeAllConnections();
  host.close();
  assert.equal(asked.length, 1);
  assert.deepEqual([asked[0].cookie, asked[0].referer], [undefined, undefined]);
});

test('a whole session of use asks for the page’s own files and for what was pointed at, and for nothing else', async () => {
  const page = await stage.open({ ready: false });
  const asked = [];
  await driver.watchRequests(page, asked);
  await page.reload();
  await openedAs(page, 'agreement-keys');
  await still(page);
  const pointed = `${stage.data.url}references/use_lite_keys_cabinet.json`;
  await drop(page, 'secret.json', readData('references/toy_agreement_keys.json'));
  await openedAs(page, 'secret.json');
  await still(page);
  for (const panel of panels) {
    await page.evaluate((name) => window.headwaters.setState({ panel: name }), panel);
    await idle(page);
  }
  for (const method of ['raw', 'rollout', 'flow']) {
    await page.evaluate((name) => window.headwaters.setState({ method: name, layer: 3 }), method);
    await idle(page);
    await page.evaluate(() => window.headwaters.results());
  }
  for (const name of ['open', 'samples', 'share', 'export', 'commands', 'help', 'check']) {
    await press(page, name);
    await closed(page);
  }
  await page.evaluate(() => window.headwaters.figure({ view: 'evolution', format: 'png' }).then((blob) => blob.size));
  for (const id of ['digit-4', 'date-gradients']) {
    await page.evaluate((name) => {
      location.hash = `v=1&sample=${name}`;
    }, id);
    await openedAs(page, id);
    await still(page);
  }
  await page.evaluate((url) => window.headwaters.open(url), pointed);
  await still(page);
  await page.evaluate(() => history.back());
  await openedAs(page, 'date-gradients');
  await still(page);

  const own = new URL(stage.page.url).origin;
  const others = asked.filter((url) => new URL(url).origin !== own && !/^(data|blob):/.test(url));
  assert.deepEqual([...new Set(others)], [pointed]);
  assert.ok(
    asked.filter((url) => url.startsWith(own)).every((url) => new URL(url).search === ''),
    'nothing is told by asking',
  );
  assert.ok(
    asked.some((url) => url.endsWith('/engine.wasm')),
    'requests of the workers are seen too',
  );
  assert.ok(!asked.some((url) => url.includes('secret')));
  assert.deepEqual(await page.evaluate(() => document.cookie), '');
  assert.deepEqual(faultsButContext(page), []);
});
