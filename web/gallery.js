// SPDX-License-Identifier: MIT
// @ts-check
// A gallery of the analyses in a folder next to the program, according to gallery/index.json (docs/hosting.md). A click opens one in the
// page.

/**
 * @typedef {object} Analysis
 * @property {string} file relative to index.json
 * @property {string} [view] fields of a link
 * @property {string} [title] @property {string} [text] the sentence of its tokens @property {string} [method] @property {string} [model]
 * @property {string} [thumbnail] @property {string} [darkThumbnail] relative to index.json
 */

const list = new URL('gallery/index.json', location.href);

/** @template {HTMLElement} T @param {string} id */
const element = (id) => /** @type {T} */ (document.getElementById(id));

/** @param {string} tag @param {string} className @param {(Node | string)[]} children */
function make(tag, className, ...children) {
  const made = document.createElement(tag);
  made.className = className;
  made.append(...children);
  return made;
}

/** Text of a file that strangers wrote. '' for other types. @param {unknown} value */
const textOf = (value) => (typeof value === 'string' ? value : '');

/** An address on this host only, because a gallery shows only its own host's files. @param {unknown} value */
function addressOf(value) {
  const text = textOf(value);
  if (!text) return null;
  try {
    const url = new URL(text, list);
    return url.origin === location.origin && /^https?:$/.test(url.protocol) ? url : null;
  } catch {
    return null;
  }
}

/** Fields that could open data from outside the gallery. */
const pointing = /^(v|url|sample|gist|local|data|second|second-.*|dataset|row)$/;

/** The link that opens it in the page. @param {URL} file @param {string} view */
function pageFor(file, view) {
  const page = new URL('./', location.href);
  const fields = view
    .replace(/^#/, '')
    .split('&')
    .filter((field) => {
      const [, key = '', value = ''] = /^([a-z-]+)=(.*)$/.exec(field) ?? [];
      return key && !pointing.test(key) && (key !== 'lesson' || /^[a-z0-9-]+$/.test(value));
    });
  page.hash = ['v=1', `url=${encodeURIComponent(file.href)}`, ...fields].join('&');
  return page.href;
}

/** @param {Analysis} analysis @returns {HTMLElement | null} */
function card(analysis) {
  const file = addressOf(analysis.file);
  if (!file) return null;
  const pictures = [addressOf(analysis.thumbnail), addressOf(analysis.darkThumbnail)];
  const frame = make('span', 'picture');
  const [light, dark] = pictures;
  if (light) {
    const picture = document.createElement('picture');
    if (dark) {
      const source = document.createElement('source');
      source.srcset = dark.href;
      source.media = '(prefers-color-scheme: dark)';
      picture.append(source);
    }
    const image = document.createElement('img');
    image.alt = '';
    image.loading = 'lazy';
    image.src = light.href;
    picture.append(image);
    frame.append(picture);
  }
  const title = textOf(analysis.title) || decodeURIComponent(file.pathname.split('/').pop() ?? '');
  const method = [textOf(analysis.method), textOf(analysis.model)].filter(Boolean).join(' · ');
  const link = document.createElement('a');
  link.href = pageFor(file, textOf(analysis.view));
  const text = make('p', '', textOf(analysis.text));
  text.dir = 'auto';
  link.append(frame, make('h2', '', title), text, make('p', 'method', method));
  return make('li', '', link);
}

/** Letters without marks and case. @param {string} text */
const plain = (text) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** @param {{card: HTMLElement, text: string}[]} cards */
function search(cards) {
  const field = /** @type {HTMLInputElement} */ (element('search'));
  const show = () => {
    const words = plain(field.value).split(/\s+/).filter(Boolean);
    let count = 0;
    for (const { card, text } of cards) {
      card.hidden = !words.every((word) => text.includes(word));
      if (!card.hidden) count += 1;
    }
    element('found').textContent = words.length > 0 ? `${count} of ${cards.length}` : `${cards.length}`;
    const address = new URL(location.href);
    address.hash = field.value && `search=${encodeURIComponent(field.value)}`;
    history.replaceState(null, '', address);
  };
  field.value = new URLSearchParams(location.hash.slice(1)).get('search') ?? '';
  field.addEventListener('input', show);
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.target === field) return;
    event.preventDefault();
    field.focus();
  });
  show();
}

/** @param {string} text */
function read(text) {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    throw new Error('gallery/index.json is not JSON. Make the gallery again.');
  }
}

async function start() {
  const response = await fetch(list);
  if (!response.ok) throw new Error('This page has no analyses, since gallery/index.json is missing.');
  /** @type {{title?: string, about?: string, analyses?: Analysis[]}} */
  const gallery = read(await response.text());
  element('title').textContent = document.title = textOf(gallery.title) || 'Gallery';
  element('about').textContent = textOf(gallery.about);
  const cards = [];
  for (const analysis of Array.isArray(gallery.analyses) ? gallery.analyses : []) {
    const made = analysis && card(analysis);
    if (made) cards.push({ card: made, text: plain(made.textContent ?? '') });
  }
  element('analyses').replaceChildren(...cards.map(({ card }) => card));
  if (cards.length === 0) element('note').textContent = 'The gallery is empty.';
  search(cards);
}

start().catch((error) => {
  element('note').textContent = error.message;
});
