// SPDX-License-Identifier: MIT
// @ts-check
// A line below the figure of a file that only has attention. It names the limits of such files and suggests a model or gradients. A click
// closes it for good, and another document removes it.

import { make } from '../base/elements.js';
import { tr } from '../base/language.js';

const key = 'headwaters: limit of attention is known';

const css = `
html[data-file-line] #canvas { height: calc(100% - var(--file-line, 0px)); }
html[data-text][data-file-line] .mirror.mirror { bottom: var(--file-line, 0px); }
.file-line { position: fixed; left: 0; right: var(--beside); bottom: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: 0 24px; align-items: center; padding: 6px 24px; background: var(--panel); border-top: 1px solid var(--rule); font-size: 14px; }
.file-line p { margin: 0; flex: 0 1 auto; }
.file-line button { color: var(--quantity); padding: 6px 0; }
@media (max-width: 560px) { .file-line { font-size: 13px; padding: 8px 16px 4px; } .file-line p { flex-basis: 100%; } }
@media (pointer: coarse) { .file-line button { min-height: 40px; } }
`;

/** Without storage the line could not be closed for good, so it is never shown. */
const isKnown = () => {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return true;
  }
};

/** Whether the open document is a file with attention only: no gradients, no scores, no contributions. @param {import('../state.d.ts').State} state */
export const hasAttentionOnly = ({ document: open, source, prompt, lesson }) =>
  open !== null &&
  lesson === null &&
  prompt === null &&
  ['url', 'gist', 'local', 'data'].includes(source.kind) &&
  !open.gradients &&
  open.scores.length === 0 &&
  open.contributions === null;

export class FileLine {
  #surface;
  #openDialog;
  /** @type {HTMLElement | null} */
  #line = null;
  #watch = new ResizeObserver(() => document.documentElement.style.setProperty('--file-line', `${this.#line?.offsetHeight ?? 0}px`));

  /** @param {import('../headwaters.d.ts').Headwaters} surface @param {() => void} openDialog opens the dialog for models and files */
  constructor(surface, openDialog) {
    this.#surface = surface;
    this.#openDialog = openDialog;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    for (const name of /** @type {const} */ (['open', 'change'])) surface.on(name, this.#follow);
    this.#follow();
  }

  #follow = () => {
    const { state } = this.#surface;
    const isWanted = hasAttentionOnly(state) && !isKnown();
    if (isWanted === (this.#line !== null)) return;
    if (isWanted) this.#show((state.document?.images.length ?? 0) > 0);
    else this.#end();
  };

  /** @param {boolean} isPicture */
  #show(isPicture) {
    const button = (/** @type {string} */ id, /** @type {string} */ textContent, /** @type {() => void} */ onclick) =>
      make('button', { 'data-id': `file-line/${id}`, type: 'button', textContent, onclick });
    this.#line = make(
      'section',
      { className: 'file-line', 'aria-label': tr('Limits of this file') },
      make('p', {
        textContent: isPicture
          ? tr('Attention alone doesn’t show which patch mattered. Open the model, or a file with gradients.')
          : tr('Attention alone doesn’t show which word mattered. Open the model, or a file with gradients.'),
      }),
      button('open', tr('Open ...'), this.#openDialog),
      button('end', tr('Got it'), () => {
        try {
          localStorage.setItem(key, '1');
        } catch {
          // Not stored, so it will appear again.
        }
        this.#end();
      }),
    );
    document.getElementById('mirror')?.before(this.#line);
    document.documentElement.setAttribute('data-file-line', '');
    this.#watch.observe(this.#line);
  }

  #end() {
    this.#watch.disconnect();
    if (this.#line?.contains(document.activeElement)) document.getElementById('canvas')?.focus({ preventScroll: true });
    this.#line?.remove();
    this.#line = null;
    document.documentElement.removeAttribute('data-file-line');
  }
}
