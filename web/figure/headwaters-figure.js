// SPDX-License-Identifier: MIT
// @ts-check
// <headwaters-figure src="attention.json" view="flow" layer="6">a picture as a fallback</headwaters-figure> A figure of Headwaters in an
// article. It is the page in a frame, loaded when it comes near the window. The content of the tag is the fallback until the frame is
// ready, without JavaScript, in feeds, on paper, and where the frame does not start (docs/embedding.md).
//
// It has no imports, because articles copy it or get it by npm. Importing it defines the element. In Node it does nothing, because site
// generators import every script.

const Base = /** @type {typeof HTMLElement} */ (globalThis.HTMLElement ?? class {});

/**
 * Attributes that can be changed in a running frame, and their names in its messages.
 * @type {Record<string, (text: string) => Record<string, unknown>>}
 */
const told = {
  view: (panel) => ({ panel }),
  method: (method) => ({ method }),
  layer: (layer) => ({ layer: Number(layer) - 1 }), // counts from 1 in attributes and addresses
  token: (token) => ({ tokens: token.split(',').map(Number) }),
};
/** The same as fields of an address. @type {Record<string, string>} */
const fields = { view: 'panel', method: 'method', layer: 'layer', token: 'token' };
/** Attributes whose change needs a new frame. */
const sources = ['src', 'link', 'sample', 'page', 'theme', 'background'];
/** Members of the view that a reloaded frame receives again. */
const kept = ['panel', 'method', 'layer', 'tokens', 'output', 'sink'];
/** Milliseconds until a silent page counts as failed. */
const patience = 20_000;

const words = {
  en: {
    title: 'Attention by layer (Headwaters)',
    page: 'The Headwaters page is unknown.',
    file: 'The file could not be fetched.',
    late: 'The page does not answer.',
  },
  de: {
    title: 'Attention Schicht für Schicht (Headwaters)',
    page: 'Die Seite von Headwaters ist unbekannt.',
    file: 'Die Datei ließ sich nicht holen.',
    late: 'Die Seite antwortet nicht.',
  },
};

const style = `
:host { display: block; }
:host([hidden]) { display: none; }
div { display: grid; min-height: var(--headwaters-height); }
slot, iframe { display: block; grid-area: 1 / 1; min-width: 0; }
iframe { width: 100%; height: var(--headwaters-height); border: 0; visibility: hidden; color-scheme: normal; }
.live slot { display: none; }
.live iframe { visibility: visible; }
@media print { .still iframe { display: none; } .still slot { display: block; } }
`;

/** Splits a link, or only its fragment, into `page` and the fragment's fields. @param {string} link */
function partsOf(link) {
  const at = link.indexOf('#');
  const [page, fragment] = at < 0 ? ['', link] : [link.slice(0, at), link.slice(at + 1)];
  return { page, fields: fragment.split('&').filter((field) => field && !/^v=/.test(field)) };
}

export class HeadwatersFigure extends Base {
  /** The page's address for all figures without the attribute. It ends in / or .html. */
  static page = '';
  static observedAttributes = [...Object.keys(told), ...sources, 'height', 'alt'];

  /** @type {HTMLDivElement | undefined} */
  #box;
  /** @type {HTMLIFrameElement | undefined} */
  #frame;
  #origin = '';
  #theme = '';
  #timer = 0;
  /** The view that the frame reported. @type {Record<string, unknown>} */
  #view = {};
  /** @type {(() => void)[]} */
  #undo = [];

  /** 'waiting' (not near the window yet), 'loading', 'live' or 'failed'. @type {'waiting' | 'loading' | 'live' | 'failed'} */
  state = 'waiting';

  connectedCallback() {
    this.#box ??= this.#build();
    this.#size();
    this.#become('waiting');
    this.#listen();
    if (this.getAttribute('loading') === 'eager' || !('IntersectionObserver' in window)) return this.#load();
    const near = new IntersectionObserver(
      (seen) => {
        if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
        near.disconnect();
        this.#load();
      },
      { rootMargin: '600px' },
    );
    near.observe(this);
    this.#undo.push(() => near.disconnect());
  }

  disconnectedCallback() {
    for (const undo of this.#undo.splice(0)) undo();
    clearTimeout(this.#timer);
    this.#frame?.remove();
    this.#frame = undefined;
  }

  /** @param {string} name @param {string | null} before @param {string | null} now */
  attributeChangedCallback(name, before, now) {
    if (!this.#box || before === now) return;
    if (name === 'height') this.#size();
    else if (name === 'alt' && this.#frame) this.#frame.title = this.#title();
    else if (sources.includes(name) && this.#frame) {
      if (name !== 'theme' && name !== 'background') this.#view = {};
      this.#load();
    } else if (told[name] && now !== null && this.state === 'live')
      this.#say({ type: 'headwaters:state', id: name, state: told[name](now) });
  }

  // --- appearance -----------------------------------------------------------------------------------------

  #build() {
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet(); // an article's security policy may forbid <style>
    sheet.replaceSync(style);
    root.adoptedStyleSheets = [sheet];
    const box = document.createElement('div');
    box.setAttribute('part', 'box');
    const slot = document.createElement('slot');
    slot.addEventListener('slotchange', () => box.classList.toggle('still', slot.assignedElements().length > 0));
    box.append(slot);
    root.append(box);
    return box;
  }

  #size() {
    const height = Number.parseInt(this.getAttribute('height') ?? '', 10);
    this.#box?.style.setProperty('--headwaters-height', `${height > 0 ? height : 480}px`);
  }

  /** @param {HeadwatersFigure['state']} state @param {{place: string, finding: string, remedy: string}} [problem] */
  #become(state, problem) {
    this.state = state;
    this.#box?.classList.toggle('live', state === 'live');
    if (state === 'live') this.dispatchEvent(new CustomEvent('headwaters-ready'));
    if (problem) this.dispatchEvent(new CustomEvent('headwaters-problem', { detail: problem }));
  }

  /** @param {'page' | 'file' | 'late'} what @param {string} place @param {string} [remedy] */
  #fail(what, place, remedy = '') {
    clearTimeout(this.#timer);
    this.#frame?.remove();
    this.#frame = undefined;
    const problem = { place, finding: this.#words()[what], remedy };
    console.warn(`headwaters-figure: ${place}: ${problem.finding} ${remedy}`.trim());
    this.#become('failed', problem);
  }

  /** Shows the page's error about the file. @param {{place: string, finding: string, remedy: string}} problem */
  #refuse(problem) {
    clearTimeout(this.#timer);
    this.#become('failed', problem);
  }

  #words() {
    const language = this.closest('[lang]')?.getAttribute('lang') ?? '';
    return /^de\b/i.test(language) ? words.de : words.en;
  }

  #title() {
    return this.getAttribute('alt') || this.#words().title;
  }

  /** The article's theme, '' if it has none, so that the frame follows the system. */
  #wanted() {
    const said = this.getAttribute('theme');
    if (said === 'light' || said === 'dark') return said;
    const { documentElement: root, body } = document;
    const marks = [
      root.dataset.theme,
      root.dataset.bsTheme,
      root.dataset.colorMode,
      ...root.classList,
      ...body.classList,
      getComputedStyle(this).colorScheme,
    ];
    for (const mark of marks) {
      const [, word] = /^(?:quarto-|theme-)?(light|dark)$/.exec(mark ?? '') ?? [];
      if (word) return word;
    }
    return '';
  }

  // --- the frame ------------------------------------------------------------------------------------------

  /** The frame's address without the theme. Null if no page is known. */
  #address() {
    const link = partsOf(this.getAttribute('link') ?? '');
    const named =
      this.getAttribute('page') ||
      link.page ||
      document.querySelector('meta[name="headwaters-page"]')?.getAttribute('content') ||
      HeadwatersFigure.page;
    if (!named || !URL.canParse(named, document.baseURI)) return null;
    const url = new URL(named, document.baseURI);
    if (!/^https?:$/.test(url.protocol)) return null; // never javascript:
    if (!/(\/|\.html)$/.test(url.pathname)) url.pathname += '/';
    url.searchParams.set('mode', 'embed');
    const sample = this.getAttribute('sample');
    const said = ['v=1', ...link.fields, ...(sample ? [`sample=${encodeURIComponent(sample)}`] : [])];
    for (const [name, field] of Object.entries(fields)) {
      const value = this.getAttribute(name);
      if (value && !this.hasAttribute('src')) said.push(`${field}=${encodeURIComponent(value)}`);
    }
    url.hash = said.join('&');
    return url;
  }

  #load() {
    clearTimeout(this.#timer);
    this.#frame?.remove();
    this.#frame = undefined;
    const url = this.#address();
    if (!url)
      return this.#fail('page', 'page', 'Give page="https://your.host/headwaters/", or <meta name="headwaters-page" content="...">.');
    this.#theme = this.#wanted();
    if (this.#theme) url.searchParams.set('theme', this.#theme);
    const isTransparent = this.getAttribute('background') === 'transparent';
    if (isTransparent) url.searchParams.set('background', 'transparent');
    this.#origin = url.origin;
    const frame = document.createElement('iframe');
    // A frame whose colour scheme differs from its page's is opaque.
    if (isTransparent) frame.style.colorScheme = this.#theme || 'light dark';
    frame.title = this.#title();
    frame.allow = 'fullscreen; clipboard-write';
    frame.referrerPolicy = 'no-referrer'; // the program's host does not need to know the article
    frame.src = url.href;
    this.#frame = frame;
    this.#become('loading');
    this.#timer = window.setTimeout(() => this.#fail('late', url.origin), patience);
    this.#box?.append(frame);
  }

  /** @param {object} message @param {Transferable[]} [moved] */
  #say(message, moved = []) {
    this.#frame?.contentWindow?.postMessage(message, this.#origin, moved);
  }

  #listen() {
    /** @param {MessageEvent} event */
    const hear = ({ source, origin, data }) => {
      // Ignores messages from other windows, and from a frame that has navigated away.
      if (source === null || source !== this.#frame?.contentWindow || origin !== this.#origin) return;
      const type = String(data?.type);
      if (type === 'headwaters:ready') this.#start(this.#frame);
      else if (type === 'headwaters:opened') this.#follows();
      else if (type === 'headwaters:failed' && data.id === 'open') this.#refuse(data.problem);
      else if (type === 'headwaters:event' && data.event === 'state') this.#follow(data.state);
    };
    window.addEventListener('message', hear);
    const themes = new MutationObserver(() => {
      if (this.#frame && this.#wanted() !== this.#theme) this.#load();
    });
    for (const element of [document.documentElement, document.body]) themes.observe(element, { attributes: true });
    this.#undo.push(
      () => window.removeEventListener('message', hear),
      () => themes.disconnect(),
    );
  }

  /** The page is ready for use. @param {HTMLIFrameElement} frame */
  async #start(frame) {
    const src = this.getAttribute('src');
    if (!src) return this.#follows(); // its address names the data
    try {
      const url = new URL(src, document.baseURI);
      const answer = await fetch(url);
      if (!answer.ok) throw new Error(String(answer.status));
      const data = await answer.arrayBuffer();
      if (frame !== this.#frame) return; // another frame has been loaded meanwhile
      const state = Object.assign(
        {},
        ...Object.entries(told).map(([name, of]) => (this.hasAttribute(name) ? of(this.getAttribute(name) ?? '') : {})),
      );
      this.#say({ type: 'headwaters:open', id: 'open', data, name: url.pathname.split('/').pop() || 'file', state }, [data]);
    } catch (error) {
      if (frame === this.#frame) this.#fail('file', src, String(error instanceof Error ? error.message : error));
    }
  }

  #follows() {
    this.#say({ type: 'headwaters:listen', id: 'listen', events: ['state'] });
  }

  /** @param {Record<string, unknown>} state */
  #follow(state) {
    if (this.state === 'loading' && state?.document) {
      clearTimeout(this.#timer);
      const again = this.#view;
      this.#become('live');
      if (Object.keys(again).length > 0) return this.#say({ type: 'headwaters:state', id: 'again', state: again });
    }
    if (this.state !== 'live') return; // nothing is open yet
    this.#view = Object.fromEntries(
      kept.filter((name) => state?.[name] !== undefined && state[name] !== null).map((name) => [name, state[name]]),
    );
    this.dispatchEvent(new CustomEvent('headwaters-change', { detail: { ...this.#view } }));
  }
}

if (globalThis.customElements && !customElements.get('headwaters-figure')) customElements.define('headwaters-figure', HeadwatersFigure);
