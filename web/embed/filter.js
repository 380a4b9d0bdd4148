// SPDX-License-Identifier: MIT
// @ts-check
// The filter for all messages to other pages. It copies only the members on its lists, so that a new member of the state stays private
// until it is added to a list.

/** @typedef {import('../headwaters.d.ts').State} State */
/**
 * A page's rights to parts of the state besides the view.
 * @typedef {object} Rights
 * @property {boolean} all a page of the same origin could read everything anyway
 * @property {boolean} document the open document: they opened it, the address named it, or the visitor allowed it
 * @property {boolean} notes title and notes of a document that they may know, unless the visitor wrote some
 * @property {boolean} second the earlier file, by the same rules @property {boolean} dataset @property {boolean} lesson
 */

/** Members of the state by the right that they need. Messages are on no list, because they may concern any file. */
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
/** Members of a column of the compare view. A score's name comes from the file, so it needs the right to the document. */
const columnMembers = ['method', 'preset', 'fusion', 'residual', 'discard', 'head', 'layer', 'start', 'example', 'weights', 'file'];
/** Members of a request to a model of the other page. The last four describe a picture. */
const asked = /** @type {const} */ (['what', 'recipe', 'word', 'name', 'arguments', 'settled', 'title', 'width', 'height', 'pixels']);
/** Members of each answer and event. */
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
/** Members of the events. */
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

/** The part of a state that the rights allow. @param {State} state @param {Rights} rights @returns {Record<string, unknown>} */
export function stateFor(state, rights) {
  if (rights.all) return { ...state };
  // For the embedder's message: a document exists, and they may request access.
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
 * An answer or event, filtered. Its state goes through `stateFor`.
 * @param {keyof typeof parts} type @param {Said} said @param {State} state the current state @param {Rights} rights
 */
export function messageFor(type, said, state, rights) {
  const shown = stateFor(state, rights);
  const { problem = {}, event = '' } = said;
  const made = {
    ...only(said, ['id', 'events', 'allowed', 'event']),
    // For the page that provided the model: text typed into its line, and pictures for it. The line warns the visitor.
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
