// SPDX-License-Identifier: MIT
// @ts-check
// The dialog that sets the title and pins notes to places of the analysis. They are part of the view (src/page/state/note.h), so links and
// files contain them, and the browser's back button undoes a change.

import { tr } from '../base/language.js';
import { make } from '../base/elements.js';
import { sideName } from '../base/side_names.js';

/** @typedef {import('../headwaters.d.ts').Headwaters} Headwaters */
/** @typedef {import('../headwaters.d.ts').Note} Note */
/** @typedef {{number: number, index: number, place: string, text: string}} ShownNote */
/** @typedef {{timeline: {layers: number}, notes: ShownNote[], bars: {rows: {token: number, label: string}[]}, outputs: {token: number, label: string}[]}} Model */

/** Maximum characters of a note and of a title, as in src/page/state/note.h. */
const longestNote = 280;
const longestTitle = 120;
const mostNotes = 40;

/** @returns {[Note['at'], string][]} */
const places = () => [
  ['token', tr('a token')],
  ['output', tr('an output token')],
  ['layer', tr('a layer')],
  ['cell', tr('a cell of a matrix')],
  ['edge', tr('an edge of the graph')],
];

/**
 * A choice of tokens by their names on the page. Includes the given one even if it is not shown.
 * @param {string} id @param {string} name @param {{token: number, label: string}[]} tokens @param {number} chosen
 */
function tokenChoice(id, name, tokens, chosen) {
  const known = tokens.filter(({ token }) => token >= 0).sort((a, b) => a.token - b.token);
  if (!known.some(({ token }) => token === chosen)) known.push({ token: chosen, label: tr('token {}', chosen + 1) });
  const select = make(
    'select',
    { 'data-id': id },
    ...known.map(({ token, label }) => make('option', { value: String(token), textContent: label })),
  );
  select.value = String(chosen);
  return { label: make('label', {}, name, select), select };
}

/**
 * The fields for the place of a note.
 * @param {Note} given @param {Model} model @param {boolean} across inputs differ from outputs
 */
function placeFields(given, model, across) {
  const first = model.outputs.find(({ token }) => token >= 0)?.token ?? 0;
  const kinds = places().filter(([at]) => across || at !== 'output');
  const kind = make('select', { 'data-id': 'notes/at' }, ...kinds.map(([value, textContent]) => make('option', { value, textContent })));
  kind.value = given.at;
  const isOutput = given.at === 'output';
  const query = tokenChoice('notes/query', tr('Output token'), model.outputs, given.query ?? (isOutput ? given.token : undefined) ?? first);
  const key = tokenChoice(
    'notes/key',
    tr('Token'),
    model.bars.rows,
    given.key ?? (isOutput ? undefined : given.token) ?? model.bars.rows[0]?.token ?? 0,
  );
  const layers = model.timeline.layers;
  const layer = make('input', {
    'data-id': 'notes/layer',
    type: 'number',
    min: '1',
    max: String(layers),
    step: '1',
    required: true,
    value: String((given.layer ?? layers - 1) + 1),
  });
  const layerLabel = make('label', {}, tr('Layer'), layer);
  const show = () => {
    const at = kind.value;
    layerLabel.hidden = at === 'token' || at === 'output';
    query.label.hidden = at === 'token' || at === 'layer';
    key.label.hidden = at === 'output' || at === 'layer';
    layer.disabled = layerLabel.hidden;
  };
  kind.addEventListener('change', show);
  show();
  /** @returns {Omit<Note, 'text' | 'side' | 'example'>} */
  const place = () => {
    const at = /** @type {Note['at']} */ (kind.value);
    if (at === 'token' || at === 'output') return { at, token: Number((at === 'token' ? key : query).select.value) };
    if (at === 'layer') return { at, layer: Number(layer.value) - 1 };
    return { at, layer: Number(layer.value) - 1, query: Number(query.select.value), key: Number(key.select.value) };
  };
  return { fields: [make('label', {}, tr('Pinned to'), kind), query.label, key.label, layerLabel], place };
}

/** @param {Note['at']} at */
const kindWords = (at) => ({ token: tr('token'), output: tr('output'), layer: tr('layer'), cell: tr('cell'), edge: tr('edge') })[at];

/** Describes the place of a note that is not in the current view. @param {Note} note */
function elsewhere({ at, layer, side, example }) {
  const what = layer === undefined ? kindWords(at) : tr('{} of layer {}', kindWords(at), layer + 1);
  return tr('{}, {}, example {}', what, sideName(String(side)), (example ?? 0) + 1);
}

/** The old place may have members that the new one lacks. */
const emptied = { token: undefined, layer: undefined, query: undefined, key: undefined };

/**
 * Fills a note's form.
 * @param {HTMLFormElement} form @param {Note} note @param {Model} model @param {boolean} across inputs differ from outputs
 * @param {boolean} isNew
 * @param {(note: Note) => void} done receives the finished note @returns {HTMLTextAreaElement} the field for its text
 */
function fillForm(form, note, model, across, isNew, done) {
  const { fields, place } = placeFields(note, model, across);
  const text = make('textarea', {
    'data-id': 'notes/text',
    maxLength: longestNote,
    value: note.text,
    rows: 3,
    required: true,
    'aria-label': tr('Note'),
    placeholder: tr('At most {} characters', longestNote),
  });
  const button = make('button', {
    'data-id': 'notes/add',
    className: 'primary',
    textContent: isNew ? tr('Add note') : tr('Change note'),
  });
  form.replaceChildren(make('p', { className: 'row places' }, ...fields), text, make('p', { className: 'row' }, button));
  text.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.isComposing) return;
    event.preventDefault(); // a note is one line
    form.requestSubmit();
  });
  form.onsubmit = (event) => {
    event.preventDefault();
    if (!text.value.trim()) return text.focus();
    done({ ...note, ...emptied, ...place(), text: text.value });
  };
  return text;
}

/**
 * A note in the list.
 * @param {Note} note @param {number} i @param {ShownNote | undefined} mark its place in the figure @param {() => void} onChange
 * @param {() => void} onRemove
 */
function noteRow(note, i, mark, onChange, onRemove) {
  return make(
    'li',
    { value: mark?.number ?? 0, className: mark ? '' : 'muted' },
    make('span', { textContent: note.text, dir: 'auto' }),
    make('span', { className: 'muted', textContent: mark?.place ?? elsewhere(note) }),
    make('button', {
      'data-id': `notes/${i}/change`,
      textContent: tr('Change'),
      'aria-label': tr('Change note: {}', note.text),
      disabled: !mark,
      onclick: onChange,
    }),
    make('button', {
      'data-id': `notes/${i}/remove`,
      textContent: tr('Delete'),
      'aria-label': tr('Delete note: {}', note.text),
      onclick: onRemove,
    }),
  );
}

/** A new note without text. @param {Headwaters['state']} state @param {Note | number | null} given its place, or null @returns {Note} */
function freshNote({ side, example, tokens }, given) {
  const at = side === 'cross' ? 'output' : 'token';
  const place = given !== null && typeof given === 'object' ? given : /** @type {const} */ ({ at, token: tokens[0] ?? 0 });
  return { ...place, text: '', side, example };
}

/**
 * @param {Headwaters} page @param {() => Model} model @param {Note | number | null} given the place of a new note, the index of a note to
 * edit, or null
 * @param {() => void} close
 */
export function notesContent(page, model, given, close) {
  const isAcross = page.state.side === 'cross';
  const title = make('input', {
    'data-id': 'notes/title',
    type: 'text',
    maxLength: longestTitle,
    value: page.state.title,
    placeholder: tr('One-line description'),
  });
  title.addEventListener('change', () => page.setState({ title: title.value }));
  const form = make('form', { className: 'note', method: 'dialog' });
  const list = make('ol', { className: 'notes' });
  const status = make('p', { className: 'muted', role: 'status' });
  let changed = typeof given === 'number' && given < page.state.notes.length ? given : -1;

  const showForm = (/** @type {Note} */ note) =>
    fillForm(form, note, model(), isAcross, changed < 0, (written) => {
      const notes = [...page.state.notes];
      if (changed < 0) notes.push(written);
      else notes[changed] = written;
      page.setState({ notes });
      close();
    });
  const showList = () => {
    const { notes } = page.state;
    const shown = new Map(model().notes.map((note) => [note.index, note]));
    const change = (/** @type {number} */ i) => {
      changed = i;
      showForm(notes[i]).focus();
    };
    const remove = (/** @type {number} */ i) => {
      page.setState({ notes: page.state.notes.filter((_, j) => j !== i) });
      changed = -1;
      showForm(fresh());
      showList();
      (list.querySelector('button') ?? title).focus();
    };
    list.replaceChildren(
      ...notes.map((note, i) =>
        noteRow(
          note,
          i,
          shown.get(i),
          () => change(i),
          () => remove(i),
        ),
      ),
    );
    form.hidden = changed < 0 && notes.length >= mostNotes;
    status.textContent = form.hidden ? tr('At most {} notes.', mostNotes) : '';
  };
  const fresh = () => freshNote(page.state, given);
  showForm(changed < 0 ? fresh() : page.state.notes[changed]).autofocus = true;
  showList();
  return [
    make('label', { className: 'wide' }, tr('Title'), title),
    make('h3', { textContent: tr('Note') }),
    form,
    status,
    list,
    make('p', {
      className: 'muted',
      textContent: tr('Links, saved files and exported figures include title and notes.'),
    }),
  ];
}
