// SPDX-License-Identifier: MIT
// @ts-check
// The one way out: whatever another page is told of this one is made here, of lists of what it may know. What is on no list
// is left out, so that a new member of the state is nobody's until it is put on one.

/** @typedef {import('../headwaters.d.ts').State} State */
/**
 * What somebody may know besides the view.
 * @typedef {object} Rights
 * @property {boolean} all a page of this one's own origin could read everything anyway
 * @property {boolean} document what is open: they opened it, it stood in the address, or the visitor allowed it
 * @property {boolean} notes title and notes: of a document that they may know, unless the visitor has written some
 * @property {boolean} second the file before, in the same way @property {boolean} dataset @property {boolean} lesson
 */

/** Members of the state by what has to be known for them. Messages are on no list: they are about any file. */
const members = {
  view: [
    'figures',
    'example',
    'side',
    'method',
    'layer',
    'output',
    'tokens',
    'sink',
    'relativeFlow',
    'over',
    'sort',
    'ghost',
    'scale',
    'ownShare',
    'wholeScale',
    'cellNumbers',
    'rawTokens',
    'hidden',
    'renormalise',
    'words',
    'spans',
    'segments',
    'colors',
    'panel',
    'panes',
    'dividers',
    'compareAs',
    'difference',
    'thumbnails',
    'patches',
    'image',
    'opacity',
    'graph',
    'edges',
    'keep',
    'bothFiles',
    'terms',
    'paths',
    'among',
    'scores',
    'step',
    'present',
    'settings',
    'playing',
    'loop',
    'speed',
  ],
  document: ['source', 'prompt', 'document', 'leaveOut'],
  notes: ['title', 'notes'],
  second: ['second'],
  dataset: ['dataset', 'row'],
};
/** Of a column of the compare view; the name of a score is one of the file's. */
const columnMembers = ['method', 'preset', 'fusion', 'residual', 'discard', 'head', 'layer', 'start', 'example', 'weights', 'file'];
/** Of what a model that was given is asked; the last four are of a picture. */
const asked = /** @type {const} */ (['what', 'recipe', 'word', 'name', 'arguments', 'settled', 'title', 'width', 'height', 'pixels']);
/** Of each answer and event. */
const parts = /** @type {const} */ ({
  ready: [],
  opened: ['id', 'summary'],
  failed: ['id', 'problem'],
  state: ['id', 'state'],
  listening: ['id', 'events'],
  allowed: ['id', 'allowed'],
  results: ['id', 'results'],
  event: ['event', 'layer', 'tokens', 'output', 'side', 'example', 'panel', 'state'],
  call: ['id', ...asked],
});
/** Which parts the events have. */
export const events = /** @type {Record<string, readonly string[]>} */ ({
  layer: ['layer'],
  selection: ['tokens', 'output', 'side', 'example', 'panel'],
  state: ['state'],
});

/** @param {object} from @param {readonly string[]} names @returns {Record<string, unknown>} */
const only = (from, names) => {
  const all = /** @type {Record<string, unknown>} */ (from);
  return Object.fromEntries(names.filter((name) => Object.hasOwn(all, name)).map((name) => [name, all[name]]));
};

/** A state as somebody may know it. @param {State} state @param {Rights} rights @returns {Record<string, unknown>} */
export function stateFor(state, rights) {
  if (rights.all) return { ...state };
  // What stands in a message: there is something, and they may ask for it.
  const hidden = rights.document ? {} : { source: { kind: state.source.kind }, document: null, private: true };
  const compare = state.compare
    .filter(({ score, file }) => score === undefined || (rights.document && (file === undefined || rights.second)))
    .map((column) => only(column, rights.document ? [...columnMembers, 'score'] : columnMembers));
  const lesson = state.lesson && only(state.lesson, rights.lesson ? ['id', 'step', 'steps'] : ['step', 'steps']);
  const known = /** @type {const} */ (['document', 'notes', 'second', 'dataset']).flatMap((right) => (rights[right] ? members[right] : []));
  return { ...only(state, [...members.view, ...known]), compare, lesson, ...hidden };
}

/** @typedef {Record<string, unknown> & {problem?: object, event?: string}} Said */

/**
 * An answer or event as it may be sent; everything of the state in it goes through `stateFor`.
 * @param {keyof typeof parts} type @param {Said} said @param {State} state as it is now @param {Rights} rights
 */
export function messageFor(type, said, state, rights) {
  const shown = stateFor(state, rights);
  const { problem = {}, event = '' } = said;
  const made = {
    ...only(said, ['id', 'events', 'allowed', 'event']),
    // To whoever gave the model: what is typed into its line, and pictures that it is given, which says so.
    ...(type === 'call' ? only(said, asked) : {}),
    ...(type === 'opened' ? { summary: shown.document ?? null } : {}),
    ...(type === 'results' ? { results: rights.document ? said.results : null } : {}),
    ...(type === 'failed' ? { problem: only(problem, ['place', 'finding', 'remedy']) } : {}),
    ...(type === 'state' ? { state: shown } : {}),
    ...(type === 'event'
      ? {
          ...only(
            shown,
            events[event].filter((name) => name !== 'state'),
          ),
          ...(event === 'state' ? { state: shown } : {}),
        }
      : {}),
  };
  return { type: `headwaters:${type}`, ...only(made, parts[type]) };
}
