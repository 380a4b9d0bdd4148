// SPDX-License-Identifier: MIT
// @ts-check
// A small attention editor next to the figure. It starts empty or with a copy of the open data. Each change adds another example to the
// open document, and the whole page follows.

import { begin, beginnings, isCausal, mostLayers, mostTokens, sumOf, weightOf, weightText, withWeight } from '../make/edit_weights.js';
import { keep as keepFile } from '../base/files.js';
import { inLanguage, tr, trCount } from '../base/language.js';
import { recipeOf } from '../make/draft.js';
import { make } from '../base/elements.js';
import { sideName } from '../base/side_names.js';

/** Pixels of a drag that change a weight by 1. */
const dragLength = 160;

/** @typedef {import('../make/edit_weights.js').Draft} Draft */

/** @param {string} kind of `beginnings` */
const kindLabel = (kind) =>
  /** @type {Record<string, string>} */ ({ uniform: tr('uniform'), causal: tr('causal'), identity: tr('identity') })[kind];

export class Editor {
  #surface;
  #share;
  #maker;
  /** @type {Draft} */
  #draft = begin(3, 2, 'uniform');
  #title = tr('Three tokens by hand');
  #source = tr('made by hand in Headwaters');
  #layer = 0;
  #keepSum = true;
  #causal = false;
  /** The document before the first change. @type {{document: number, example: number} | null} */
  #original = null;
  #status = make('p', { className: 'muted', role: 'status' });
  #table = make('table', { className: 'weights' });
  #layers = make('p', { className: 'row', role: 'group', 'aria-label': tr('Layer') });
  #names = make('p', { className: 'row' });

  /**
   * @param {import('../headwaters.d.ts').Headwaters} surface @param {() => void} share opens the dialog Share
   * @param {import('../make/maker_link.js').MakerLink} maker
   */
  constructor(surface, share, maker) {
    this.#surface = surface;
    this.#share = share;
    this.#maker = maker;
  }

  content() {
    const number = (
      /** @type {string} */ id,
      /** @type {string} */ label,
      /** @type {number} */ value,
      /** @type {number} */ min,
      /** @type {number} */ max,
    ) => make('input', { 'data-id': `by-hand/${id}`, type: 'number', min, max, value, 'aria-label': label, className: 'short' });
    const tokens = number('tokens', tr('tokens'), 3, 2, mostTokens);
    const layers = number('layers', tr('layers'), 2, 1, mostLayers);
    const kinds = make(
      'select',
      { 'data-id': 'by-hand/weights', 'aria-label': tr('weights') },
      ...Object.keys(beginnings).map((kind) => make('option', { textContent: kindLabel(kind), value: kind })),
    );
    const within = (/** @type {HTMLInputElement} */ field) =>
      Math.min(Math.max(Math.round(Number(field.value) || 0), Number(field.min)), Number(field.max));
    const fresh = make('button', {
      'data-id': 'by-hand/begin',
      textContent: tr('Create'),
      onclick: () => this.#begin(begin(within(tokens), within(layers), kinds.value)),
    });
    const copy = make('button', { 'data-id': 'by-hand/copy', textContent: tr('Copy current attention'), onclick: () => void this.#copy() });
    const keep = make('input', {
      'data-id': 'by-hand/keep-sum',
      type: 'checkbox',
      checked: true,
      onchange: () => {
        this.#keepSum = keep.checked;
      },
    });
    const back = make('button', { 'data-id': 'by-hand/back', textContent: tr('Open the original'), onclick: () => this.#goBack() });
    const save = make('button', { 'data-id': 'by-hand/save', textContent: tr('Save'), onclick: () => void this.#save() });
    this.#draw();
    return [
      make('p', { className: 'row' }, tokens, tr('tokens,'), layers, tr('layers,'), kinds, fresh),
      make('p', { className: 'row' }, copy, back),
      this.#names,
      this.#layers,
      make('div', { className: 'scroll' }, this.#table),
      make('label', { className: 'row' }, keep, tr('keep row sums at 1 by changing other weights')),
      make('p', {
        className: 'muted',
        textContent: tr('Type a number or fraction (1/3), drag a cell up or down, or press arrow keys (±0.05).'),
      }),
      make(
        'p',
        { className: 'row' },
        save,
        make('button', { 'data-id': 'by-hand/share', textContent: tr('Share'), onclick: () => this.#share() }),
      ),
      this.#status,
    ];
  }

  /** @param {Draft} draft */
  #begin(draft, title = tr('{} tokens by hand', draft.tokens.length), source = tr('made by hand in Headwaters')) {
    this.#draft = draft;
    this.#title = title;
    this.#source = source;
    this.#layer = 0;
    this.#causal = isCausal(draft);
    this.#draw();
    this.#show(true);
  }

  /** The matrices as the page fuses them, one per layer. */
  async #copy() {
    const { document: open, side } = this.#surface.state;
    const isFit = open && open.kind !== 'encoder-decoder' && open.tokens.length <= mostTokens && open.layers <= mostLayers;
    if (!isFit) return this.#say(tr('Only up to {} tokens and {} layers of one stack can be edited.', mostTokens, mostLayers));
    const layers = [];
    for (let layer = 0; layer < open.layers; layer += 1) {
      const {
        layers: [only],
      } = await this.#surface.results({ method: 'raw', layer });
      layers.push(/** @type {number[][]} */ (only.values).map((row) => row.map((weight) => Number((weight ?? 0).toPrecision(7)))));
    }
    const source =
      open.heads > 1
        ? tr('edited by hand from {} ({}), {} heads fused', open.name, sideName(side), open.heads)
        : tr('edited by hand from {} ({})', open.name, sideName(side));
    const title = open.title || open.name;
    const edited = tr('{}, edited by hand', '');
    this.#begin(
      { tokens: [...open.tokens], layers },
      tr('{}, edited by hand', title.endsWith(edited) ? title.slice(0, -edited.length) : title),
      source,
    );
  }

  #goBack() {
    if (this.#original?.document !== this.#maker.document) return this.#say(tr('No changes yet.'));
    this.#surface.setState({ example: this.#original.example });
    this.#original = null;
    this.#say(tr('The original is open again.'));
  }

  async #save() {
    keepFile(await this.#surface.save(), 'by-hand.json.gz');
  }

  /** @param {string} text */
  #say(text) {
    this.#status.textContent = text;
  }

  /** @param {boolean} isSettled false while the user changes a weight */
  #show(isSettled) {
    const { document } = this.#maker;
    if (!document) return this.#say(tr('Open a file first.'));
    // Another document was opened meanwhile, so Undo returns to that one.
    if (this.#original?.document !== document) this.#original = { document, example: this.#surface.state.example };
    const text = recipeOf({ title: this.#title, source: this.#source, draft: this.#draft });
    this.#maker.make('draft', text, isSettled).catch((error) => this.#say(error.message));
    const wrong = this.#draft.layers.flat().filter((row) => Math.abs(sumOf(row) - 1) > 1e-6).length;
    this.#say(
      wrong
        ? trCount(
            wrong,
            '{} row does not sum to 1. Some methods normalise it.|{} rows do not sum to 1. Some methods normalise them.',
            wrong,
          )
        : tr('The page shows this draft.'),
    );
  }

  #draw() {
    const { tokens, layers } = this.#draft;
    this.#layers.replaceChildren(
      tr('Layer'),
      ...layers.map((_, i) =>
        make('button', {
          'data-id': `by-hand/layer/${i + 1}`,
          textContent: String(i + 1),
          'aria-pressed': String(i === this.#layer),
          className: i === this.#layer ? 'chosen' : '',
          onclick: () => {
            this.#layer = i;
            this.#draw();
          },
        }),
      ),
    );
    this.#names.replaceChildren(
      tr('Tokens'),
      ...tokens.map((token, i) => {
        const field = make('input', {
          'data-id': `by-hand/token/${i}`,
          value: token,
          className: 'short',
          'aria-label': tr('token {}', i + 1),
          maxLength: 24,
        });
        field.addEventListener('change', () => {
          tokens[i] = field.value || '_';
          this.#draw();
          this.#show(true);
        });
        return field;
      }),
    );
    const head = make(
      'tr',
      {},
      make('td'),
      ...tokens.map((textContent) => make('th', { textContent, scope: 'col' })),
      make('th', { textContent: tr('sum') }),
    );
    this.#table.replaceChildren(
      make('caption', { textContent: tr('rows attend to columns') }),
      head,
      ...layers[this.#layer].map((_, query) => this.#row(query)),
    );
  }

  /** @param {number} query */
  #row(query) {
    const { tokens, layers } = this.#draft;
    const row = layers[this.#layer][query];
    const sum = make('td', { className: 'sum' });
    const fields = row.map((_, key) => {
      const isClosed = this.#causal && key > query;
      const field = make('input', {
        'data-id': `by-hand/weight/${query}/${key}`,
        inputMode: 'decimal',
        disabled: isClosed,
        'aria-label': tr('weight of {} on {}', tokens[query], tokens[key]),
        autocomplete: 'off',
      });
      this.#listen(field, query, key);
      return field;
    });
    const show = () => {
      const now = this.#draft.layers[this.#layer][query];
      fields.forEach((field, key) => {
        if (document.activeElement !== field) {
          field.value = inLanguage(weightText(now[key]));
        }
      });
      const total = sumOf(now);
      sum.textContent = inLanguage(Number(total.toFixed(4)).toString());
      sum.classList.toggle('unusual', Math.abs(total - 1) > 1e-6);
    };
    show();
    const element = make(
      'tr',
      {},
      make('th', { textContent: tokens[query], scope: 'row' }),
      ...fields.map((field) => make('td', {}, field)),
      sum,
    );
    element.addEventListener('weights', show);
    return element;
  }

  /** @param {HTMLInputElement} field @param {number} query @param {number} key */
  #listen(field, query, key) {
    let isMoving = false;
    const change = (/** @type {number} */ value) => {
      const rows = this.#draft.layers[this.#layer];
      rows[query] = withWeight(rows[query], key, value, this.#keepSum, (other) => !this.#causal || other <= query);
      field.closest('tr')?.dispatchEvent(new Event('weights'));
      isMoving = true;
      this.#show(false);
    };
    const settle = () => {
      if (isMoving) this.#show(true);
      isMoving = false;
    };
    const stepTo = (/** @type {number} */ value) => {
      const next = Math.min(Math.max(Math.round(value * 100) / 100, 0), 1);
      field.value = inLanguage(weightText(next));
      change(next);
    };
    field.addEventListener('input', () => {
      const value = weightOf(field.value);
      field.setAttribute('aria-invalid', String(Number.isNaN(value)));
      if (!Number.isNaN(value)) change(value);
    });
    field.addEventListener('blur', () => field.closest('tr')?.dispatchEvent(new Event('weights')));
    for (const end of ['change', 'blur']) field.addEventListener(end, settle);
    field.addEventListener('keyup', ({ key }) => key.startsWith('Arrow') && settle());
    field.addEventListener('keydown', (event) => {
      const by = { ArrowUp: 0.05, ArrowDown: -0.05 }[event.key];
      if (by === undefined) return;
      event.preventDefault();
      stepTo(this.#draft.layers[this.#layer][query][key] + by);
    });
    /** @type {{y: number, value: number} | null} */
    let held = null;
    field.addEventListener('pointerdown', (event) => {
      held = { y: event.clientY, value: this.#draft.layers[this.#layer][query][key] };
      field.setPointerCapture(event.pointerId);
    });
    field.addEventListener('pointermove', (event) => {
      if (!held || Math.abs(event.clientY - held.y) < 4) return;
      stepTo(held.value + (held.y - event.clientY) / dragLength);
    });
    for (const end of ['pointerup', 'pointercancel'])
      field.addEventListener(end, () => {
        held = null;
        settle();
      });
  }
}
