// SPDX-License-Identifier: MIT
// @ts-check
// What is asked and told outside the canvas, in real dialog elements: the browser gives them focus,
// Escape and their names for screen readers.

import { aboutViews } from './about.js';
import { make } from './elements.js';
import { shortcuts } from './help.js';
import { copyText } from './host.js';
import { sampleAddress } from './openings.js';

export class Dialogs {
  #openings;
  /** @type {HTMLDialogElement | null} */
  #open = null;
  /** Takes what is dropped or pasted anywhere. @type {import('./drop.js').Receiver} */
  receiver;

  /** @param {import('./openings.js').Openings} openings */
  constructor(openings) {
    this.#openings = openings;
    this.receiver = {
      file: (file) => (this.close(), void openings.openGiven(file, file.name)),
      address: (address) => (this.close(), void openings.openLinked('url', address)),
      text: (text) => (this.close(), void openings.openGiven(new Blob([text]), 'pasted text')),
    };
  }

  close() {
    this.#open?.close();
  }

  /** @param {string} name as in DialogEffect */
  show(name) {
    this.close();
    if (name === 'open') this.#show('Open attention weights', this.#openContent());
    else if (name === 'samples') this.#show('Samples', [samplesList((id) => this.#openSample(id))]);
    else if (name === 'share') this.#show('Share this view', this.#shareContent());
    else if (name === 'help') this.#show('Help', helpContent());
    else if (name.startsWith('about-')) this.#showAbout(name.slice('about-'.length));
  }

  /** @param {string} title @param {(Node | string)[]} content */
  #show(title, content) {
    const heading = make('h2', { textContent: title, id: 'dialog-title' });
    const close = make('button', { className: 'close', textContent: '×', 'aria-label': 'Close', onclick: () => this.close() });
    const dialog = make('dialog', { 'aria-labelledby': 'dialog-title' }, heading, ...content, close);
    // A click beside the dialog closes it.
    dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
    dialog.addEventListener('close', () => {
      dialog.remove();
      if (this.#open === dialog) this.#open = null;
      document.getElementById('canvas')?.focus({ preventScroll: true });
    });
    document.body.append(dialog);
    this.#open = dialog;
    dialog.showModal();
  }

  #openContent() {
    const picker = make('input', { type: 'file', className: 'hidden', tabIndex: -1, 'aria-label': 'File' });
    picker.addEventListener('change', () => picker.files?.[0] && this.receiver.file(picker.files[0]));
    const address = make('input', { type: 'url', placeholder: 'https://…', 'aria-label': 'Address', required: true });
    const byAddress = make('form', { className: 'row', method: 'dialog' }, address, make('button', { textContent: 'Open address' }));
    byAddress.addEventListener('submit', (event) => {
      event.preventDefault();
      this.receiver.address(address.value);
    });
    const text = make('textarea', { 'aria-label': 'JSON', placeholder: '{"tokens": [...], "attentions": [...]}', spellcheck: false });
    const openText = make('button', { textContent: 'Open text', onclick: () => text.value.trim() && this.receiver.text(text.value) });
    return [
      make('p', { textContent: 'Drop a file anywhere on the page, or:' }),
      make('p', { className: 'row' }, make('button', { className: 'primary', textContent: 'Choose a file', onclick: () => picker.click() }), picker),
      make('h3', { textContent: 'From an address' }),
      byAddress,
      make('p', { className: 'muted', textContent: 'Pages on GitHub, gists and Hugging Face are turned into the file behind them.' }),
      make('h3', { textContent: 'From text' }),
      text,
      make('p', {}, openText),
      make('p', { className: 'muted', textContent: 'Your file never leaves this tab: it is read and computed here, and no request goes out but to addresses that you give.' }),
    ];
  }

  /** @param {string} id */
  #openSample(id) {
    this.close();
    void this.#openings.openLinked('sample', id);
  }

  #shareContent() {
    const isLocal = this.#openings.openName !== null;
    const link = location.href;
    const frame = `<iframe src="${link.replaceAll('&', '&amp;')}" width="960" height="640" title="Headwaters"></iframe>`;
    const hint = isLocal
      ? 'The data are a file on your machine, which a link cannot carry. Whoever opens the link is asked for the file and then sees this view. Put the file on GitHub, in a gist or on Hugging Face and open it by its address to get a link that holds everything.'
      : 'Whoever opens the link sees these data with this method, these settings, this layer and this output token.';
    return [
      make('p', { textContent: hint }),
      copyRow('Link', link),
      make('h3', { textContent: 'In a page or on slides' }),
      copyRow('HTML', frame),
      make('p', { className: 'muted', textContent: 'The page that embeds it can open data and set the view with messages; docs/api.md has the words.' }),
    ];
  }

  /** @param {string} view */
  #showAbout(view) {
    const about = aboutViews[view] ?? aboutViews.overview;
    this.#show(about.title, about.paragraphs.map((text) => make('p', { textContent: text })));
  }
}

/** @param {string} name @param {string} text */
function copyRow(name, text) {
  const field = make('input', { type: 'url', readOnly: true, value: text, 'aria-label': name, onfocus: () => field.select() });
  const button = make('button', {
    textContent: 'Copy',
    onclick: async () => (button.textContent = (await copyText(text)) ? 'Copied' : 'Press Ctrl+C'),
  });
  return make('p', { className: 'row' }, field, button);
}

/** @param {(id: string) => void} choose */
function samplesList(choose) {
  const list = make('ul', { className: 'samples' });
  fetch(new URL('./index.json', sampleAddress('index')))
    .then((response) => response.json())
    .then((/** @type {{id: string, title: string, model: string, about: string}[]} */ samples) => {
      for (const { id, title, model, about } of samples) {
        const button = make('button', { onclick: () => choose(id) }, make('strong', { textContent: title }), make('span', { textContent: `${about} ${model}.` }));
        list.append(make('li', {}, button));
      }
      list.querySelector('button')?.focus(); // the dialog was shown before there was anything to focus
    })
    .catch(() => list.append(make('li', { textContent: 'The list of samples could not be read. Reload the page.' })));
  return list;
}

function helpContent() {
  const keys = make('dl', { className: 'keys' });
  for (const [key, what] of shortcuts) keys.append(make('dt', { textContent: key }), make('dd', { textContent: what }));
  return [
    make('p', { textContent: aboutViews.overview.paragraphs[0] }),
    make('h3', { textContent: 'Keys' }),
    keys,
    make('h3', { textContent: 'Pointer' }),
    make('p', { textContent: 'Click a token to read from it; Shift-click adds it to a sum. Over a matrix the wheel with Ctrl, or a pinch, zooms, and dragging pans. Back and forward undo and redo.' }),
    make('p', { className: 'muted', textContent: 'Tab leads to the same tokens, values and controls as text.' }),
  ];
}
