// SPDX-License-Identifier: MIT
// A first visit, in Node. The page's module and the engine's exchange messages as in a browser, with a model's first answers. The drawing
// is ignored. split_by_visit.mjs needs the called functions.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { canvas, Letters, pretend } from './browser.mjs';
import { instanceOf } from '../split_module.mjs';
import { siteTables } from '../words.mjs';
import { writeExampleAgain } from '../../../web/make/made_example.js';
import { PageModule } from '../../../web/boot/module.js';
import { moduleTexts, setTexts } from '../../../web/base/language.js';
import * as messages from '../../../web/worker/messages.js';
import { put } from '../../../web/worker/pump.js';

const root = new URL('../../../', import.meta.url);
const samples = new URL('web/samples/', root);
/** The page opens with a model whose first answers are known. */
const model = 'agreement';
const {
  example,
  recipe: { text: prompt },
} = JSON.parse(readFileSync(new URL(`web/models/${model}.json`, root), 'utf8'));
/** All texts of a language other than English, in the modules' form. */
const german = () => {
  setTexts('de', JSON.parse(siteTables(fileURLToPath(root), 'de').get('languages/de.words.json') ?? '{}'));
  return moduleTexts() ?? [];
};

/** The visitors, with the canvas in device pixels, the number of device pixels per CSS pixel, and the system's settings. */
const visitors = [
  { size: [1280, 800], density: 1, dark: false, highContrast: false, touch: false },
  { size: [780, 1688], density: 2, dark: true, highContrast: false, touch: true },
  { size: [1920, 1080], density: 1.25, dark: true, highContrast: true, touch: false },
  { size: [1600, 720], density: 2, dark: false, highContrast: false, touch: true },
];

/** @typedef {{script: string, wasm: string, among?: (imports: WebAssembly.Imports) => WebAssembly.Imports}} Module */

export class Visit {
  /** @type {any} */ page;
  /** @type {any} */ engine;
  /** @type {PageModule} */ #page = /** @type {any} */ (null);
  /** @type {Uint8Array[]} */ #toEngine = [];
  /** @type {Uint8Array[]} */ #toPage = [];
  /** Openings fail from now on. */
  #isDown = false;
  #now = 0;
  #touch = false;

  /** @param {Module} page @param {Module} engine */
  static async begin(page, engine) {
    const visit = new Visit();
    const drawn = canvas();
    pretend(drawn);
    visit.engine = await instanceOf(
      engine.script,
      engine.wasm,
      { onMessage: (/** @type {Uint8Array} */ bytes) => visit.#toPage.push(bytes), onHelperMessage() {} },
      engine.among,
    );
    visit.page = await instanceOf(page.script, page.wasm, { canvas: drawn, host: visit.#host() }, page.among);
    visit.#page = new PageModule(visit.page.module);
    return visit;
  }

  /** The part of web/boot/host.js that a visit needs. Every other function does nothing. */
  #host() {
    const known = {
      text: new Letters(),
      sendToEngine: (/** @type {Uint8Array} */ bytes) => this.#toEngine.push(bytes),
      fetch: (
        /** @type {number} */ ticket,
        /** @type {string} */ kind,
        /** @type {string} */ text,
        /** @type {string} */ name,
        /** @type {string} */ choices,
      ) => (kind === 'model' ? this.#run(ticket) : this.#open(ticket, text, name, choices)),
    };
    return new Proxy(/** @type {Record<string, unknown>} */ (known), { get: (own, name) => own[String(name)] ?? (() => {}) });
  }

  /** @param {number} ticket @param {string} sample @param {string} name @param {string} choices */
  #open(ticket, sample, name, choices) {
    this.#page.openingNamed(ticket, name);
    if (this.#isDown)
      return void queueMicrotask(() =>
        this.#page.openingFailed(ticket, { place: name, finding: 'It could not be fetched.', remedy: 'Is the network up?' }),
      );
    const bytes = readFileSync(new URL(`${sample}.json`, samples));
    this.#toEngine.push(messages.openBegin(ticket, bytes.length, 0, name, choices));
    for (let at = 0; at < bytes.length; at += 1 << 15) {
      const chunk = bytes.subarray(at, at + (1 << 15));
      queueMicrotask(() => this.#page.openingProgressed(ticket, at + chunk.length, bytes.length));
      this.#toEngine.push(Buffer.concat([messages.chunkHead(ticket), chunk]));
    }
    this.#toEngine.push(messages.openEnd(ticket));
  }

  /** @param {number} ticket */
  #run(ticket) {
    const into = {
      ticket,
      document: 0,
      name: model,
      form: 'model',
      recipe: { maker: 'prompt', text: prompt },
      isShown: true,
      isSettled: true,
    };
    this.#toEngine.push(writeExampleAgain(into, { title: prompt, model }, Buffer.from(example, 'base64')));
  }

  /** Lets both work until nothing more follows, for at most `frames` frames. */
  async settle(frames = 60) {
    for (let wait = 0; frames > 0 && (wait >= 0 || this.#toEngine.length + this.#toPage.length > 0); frames -= 1) {
      await undefined; // pending effects of a call to the host
      for (const bytes of this.#toEngine.splice(0)) this.#give(bytes);
      for (const bytes of this.#toPage.splice(0)) this.#page.engineMessage(bytes);
      this.#now += 16 + 1000 * Math.max(wait, 0);
      wait = this.#page.frame(this.#now);
      void [this.#page.head, this.#page.line]; // as web/page/connect.js asks after each
    }
  }

  /** @param {Uint8Array} bytes */
  #give(bytes) {
    const { module } = this.engine;
    if (module._hw_message(put(module, bytes)) === 1) while (module._hw_work() === 1);
  }

  /**
   * The first picture for every kind of visitor, with its fonts late, its context lost, in a language other than English. @returns {Promise<string>} the text version
   */
  async see() {
    this.engine.module._hw_use_helpers(1);
    this.#speak(german());
    this.#look(visitors[0]);
    this.said();
    this.#page.begin(`model=${model}`, 'agreement-keys');
    if (!this.#page.start()) throw new Error('The first visit does not draw');
    // On a slow line the page is drawn before anything has arrived.
    for (const visitor of visitors) {
      this.#look(visitor);
      this.#now += 500;
      this.#page.frame(this.#now);
      this.said();
    }
    this.#look(visitors[0]);
    await this.settle(400);
    // The model line's requests to the page.
    void [this.#page.line, this.#page.runs(), this.#page.isWaiting, this.#page.document];
    for (const visitor of visitors) {
      this.#look(visitor);
      this.#page.room(visitor.size[1] / 6);
      await this.settle();
    }
    this.#page.fontsChanged();
    this.#page.contextLost();
    await this.settle();
    this.#page.contextRestored();
    await this.settle();
    this.#speak([]);
    for (const visitor of visitors) {
      this.#look(visitor);
      await this.settle();
    }
    this.#page.fields();
    this.#page.actions();
    const { document } = this.#page.state();
    if (document?.tokens[0] !== '[CLS]') throw new Error('The first visit shows no sample');
    return this.said();
  }

  /** The text version and the state, including the layout. */
  said() {
    this.#page.layout();
    return JSON.stringify([this.#page.mirror(), this.#page.state()]);
  }

  /** The first actions, which are pointing at things, choosing layers, playing. */
  async use() {
    const page = this.#page;
    page.setState(['tokens', '3']);
    await this.settle(20);
    const asked = () => [page.wantsZoom, page.wantsDrag, page.isWaiting, page.isOpening, page.given, page.document];
    for (const visitor of visitors) {
      this.#look(visitor);
      this.#speak(visitor.dark ? german() : []);
      await this.settle();
      for (const part of page.layout()) if (part.kind !== 'text') await this.#point(part, 1);
      page.pointerLeft();
      await this.settle();
      for (const name of ['layers', 'play']) await this.#press(name);
      page.scroll(0, 20);
      page.zoom(400, 400, 1.1);
      page.pinchEnd();
      await this.settle();
      for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', ' ', 'Escape']) {
        page.key(key);
        await this.settle(20);
      }
    }
    this.#look(visitors[0]);
    for (const change of [() => page.step(-1), () => page.togglePlay(), () => page.togglePlay(), asked]) {
      change();
      await this.settle(20);
    }
    return this.said();
  }

  /** @param {string} panel @param {string} method */
  async show(panel, method) {
    this.#page.setState(['panel', panel, 'method', method]);
    await this.settle();
    return this.said();
  }

  /** The network is gone, so the next opening fails with a message. The engine's thread ends as well, and nothing waits any longer. */
  async fail() {
    this.#isDown = true;
    this.#page.open('sample', 'negation', '');
    await this.settle();
    if (!JSON.stringify(this.#page.state()).includes('Is the network up?')) throw new Error('The first visit does not say what failed');
    for (const visitor of visitors) {
      this.#look(visitor);
      await this.settle();
    }
    const said = this.said();
    this.#page.dismiss(0);
    await this.settle();
    this.#page.open('sample', 'negation', '');
    this.#page.cancelOpening();
    await this.settle();
    this.#page.engineLost('its thread was ended', false);
    await this.settle();
    return said;
  }

  /** @param {string[]} words moduleTexts() of web/base/language.js, none for English */
  #speak(words) {
    const { module } = this.engine;
    module._hw_words(put(module, messages.textList(words)));
    this.#page.setTexts(words);
  }

  /** @param {(typeof visitors)[0]} visitor */
  #look({ size: [width, height], density, ...system }) {
    this.#touch = system.touch;
    this.#page.surroundings({ ...system, reducedMotion: false, embedded: false });
    this.#page.resize(width, height, density);
  }

  /** @param {import('../../../web/headwaters.d.ts').LaidOut} part @param {number} times along its diagonal */
  async #point({ x, y, width, height }, times) {
    for (let time = 1; time <= times; time += 1) {
      this.#page.pointer(x + (time * width) / (times + 1), y + (time * height) / (times + 1), this.#touch, 0);
      await this.settle(2);
    }
  }

  /** Presses the first, the last and a middle control of this name, slowly and also within a frame. @param {string} name */
  async #press(name) {
    const parts = this.#page.layout().filter((part) => part.kind === 'target' && part.name === name);
    for (const part of new Set([parts[0], parts.at(-1), parts[2]])) {
      if (!part) continue;
      await this.#point(part, 1);
      for (const down of [true, false]) {
        this.#page.button(0, down, 0);
        await this.settle(2);
      }
      await this.settle(20);
      for (const down of [true, false]) this.#page.button(0, down, 0);
      await this.settle(20);
    }
  }
}
