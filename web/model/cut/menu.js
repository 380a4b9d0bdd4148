// SPDX-License-Identifier: MIT
// @ts-check
// A short menu of possible cuts at a place in the figure (a cell, an edge, a head, a token).

import { tr } from '../../base/language.js';
import { make } from '../../base/elements.js';
import { hiddenToken, others } from '../run/parts.js';

/** @typedef {import('../run/recipe.js').Cut} Cut */
/** @typedef {import('../run/recipe.js').Rule} Rule */
/** @typedef {{label: string, cuts: Cut[], rule?: Rule}} Choice rule: for edges that hide a token, which are masked before the softmax */
/** @typedef {{at: string, layer?: number, head?: number, query?: number, key?: number, token?: number}} Pointed layers, heads and tokens from 0 */
/**
 * @typedef {object} Callbacks
 * @property {(cuts: Cut[], rule?: Rule) => void} cut default rule: the current one
 * @property {(from: number, to: number) => Promise<{cut: number[][]}>} minimumCut
 * @property {() => void} note
 */

/** @typedef {{place: Pointed, layers: number, heads: number, tokens: string[], letter?: import('../run/stacks.js').Letter, stack?: import('../run/stacks.js').Stack}} Where */
/** @param {Where} where for a model that translates, includes the attention in the view @returns {Choice[]} */
export function cutsAt({ place, layers, tokens, letter, stack }) {
  if (stack && letter === 'C') return acrossAt(place, stack);
  const front = letter ?? '';
  return inStackAt(place, stack?.layers ?? layers, stack?.queries ?? tokens, stack !== undefined).map(({ cuts, ...rest }) => ({
    ...rest,
    cuts: cuts.map(({ kind, text }) => ({ kind, text: front + text.replaceAll('; ', `; ${front}`) })),
  }));
}

/**
 * Cuts of edges from the encoder to the decoder.
 * @param {Pointed} place @param {import('../run/stacks.js').Stack} stack @returns {Choice[]}
 */
function acrossAt({ layer, head, query, key }, { queries, keys }) {
  if (query === undefined || key === undefined || query >= queries.length || key >= keys.length) return [];
  const pair = `${keys[key]} → ${queries[query]}`;
  const edges = (/** @type {string} */ text) => [{ kind: /** @type {const} */ ('edges'), text }];
  return [
    ...(layer !== undefined && head !== undefined
      ? [{ label: tr('{} in layer {}, head {}', pair, layer + 1, head + 1), cuts: edges(`C${layer + 1}:${head}:${query}>${key}`) }]
      : []),
    ...(layer !== undefined
      ? [{ label: tr('{} in layer {}, all heads', pair, layer + 1), cuts: edges(`C${layer + 1}:*:${query}>${key}`) }]
      : []),
    { label: tr('{} in all layers', pair), cuts: edges(`C*:*:${query}>${key}`) },
    {
      label: tr('hide “{}” from other tokens', keys[key]),
      cuts: edges(`E*:*:${others(key, keys.length)}; C*:*:*>${key}`),
      rule: 'renormalise',
    },
  ];
}

/**
 * @param {Pointed} place @param {number} layers @param {string[]} tokens @param {boolean} isPair the model has two stacks, so edges hide a
 * token @returns {Choice[]}
 */
function inStackAt({ layer, head, query, key, token }, layers, tokens, isPair) {
  const name = (/** @type {number} */ at) => tokens[at] ?? String(at);
  const edges = (/** @type {string} */ text) => [{ kind: /** @type {const} */ ('edges'), text }];
  /** @type {Choice[]} */
  const list = [];
  if (query !== undefined && key !== undefined && layer !== undefined) {
    const pair = `${name(key)} → ${name(query)}`;
    if (head !== undefined)
      list.push({ label: tr('{} in layer {}, head {}', pair, layer + 1, head + 1), cuts: edges(`${layer + 1}:${head}:${query}>${key}`) });
    list.push({ label: tr('{} in layer {}, all heads', pair, layer + 1), cuts: edges(`${layer + 1}:*:${query}>${key}`) });
    list.push({ label: tr('{} in all layers', pair), cuts: edges(`*:*:${query}>${key}`) });
    if (query === key)
      list.push({
        label: tr('the residual of {} in layer {}', name(key), layer + 1),
        cuts: [{ kind: 'residual', text: `${layer + 1}:${key}` }],
      });
  }
  if (head !== undefined && layer !== undefined)
    list.push({ label: tr('all of layer {}, head {}', layer + 1, head + 1), cuts: [{ kind: 'head', text: `${layer + 1}:${head}` }] });
  const source = key ?? token;
  if (source !== undefined) {
    const from = layer ?? 0;
    const edgesTo = others(source, tokens.length);
    const above = Array.from({ length: layers - from }, (_, i) => `${from + i + 1}:*:${edgesTo}`).join('; ');
    list.push({
      label:
        from === 0
          ? tr('hide “{}” from other tokens', name(source))
          : tr('hide “{}” from other tokens, from layer {} on', name(source), from + 1),
      ...(isPair ? { cuts: edges(from === 0 ? `*:*:${edgesTo}` : above), rule: 'renormalise' } : { cuts: [hiddenToken(source, from)] }),
    });
    if (layer !== undefined && query !== key)
      list.push({
        label: tr('the residual of {} in layer {}', name(source), layer + 1),
        cuts: [{ kind: 'residual', text: `${layer + 1}:${source}` }],
      });
  }
  return list;
}

/** @param {Parameters<typeof cutsAt>[0]} where @param {Callbacks} callbacks */
export function showCutMenu(where, callbacks) {
  const dialog = make('dialog', { 'data-id': 'dialog/cut', className: 'cut-menu', 'aria-label': tr('Cut') });
  const item = (/** @type {string} */ id, /** @type {string} */ label, /** @type {() => void} */ act) =>
    make(
      'li',
      {},
      make('button', {
        'data-id': `cut/${id}`,
        type: 'button',
        textContent: label,
        onclick: () => {
          dialog.close();
          act();
        },
      }),
    );
  const { query, key } = where.place;
  // The minimum cut needs the flow of a single stack.
  const pair = query !== undefined && key !== undefined && query !== key && !where.stack ? [query, key] : null;
  const minimum = async () => {
    const { cut } = await callbacks.minimumCut(Number(pair?.[1]), Number(pair?.[0]));
    const residuals = cut
      .filter(([, to, from]) => to === from)
      .map(([layer, at]) => `${layer}:${at}`)
      .join('; ');
    callbacks.cut([
      { kind: 'edges', text: cut.map(([layer, to, from]) => `${layer}:*:${to}>${from}`).join('; ') },
      ...(residuals ? [/** @type {Cut} */ ({ kind: 'residual', text: residuals })] : []),
    ]);
  };
  const choices = cutsAt(where);
  dialog.append(
    make('h2', { textContent: tr('Cut and run again') }),
    make(
      'ul',
      {},
      ...choices.map(({ label, cuts, rule }) => item(cuts.map(({ text }) => text).join('; '), label, () => callbacks.cut(cuts, rule))),
      ...(pair
        ? [
            item(
              'minimum',
              tr('minimum cut of the flow from {} to {}', where.tokens[pair[1]] ?? pair[1], where.tokens[pair[0]] ?? pair[0]),
              () => void minimum(),
            ),
          ]
        : []),
    ),
    ...(choices.length === 0 ? [make('p', { textContent: tr('First point at a weight, edge, head or token.') })] : []),
    make(
      'p',
      { className: 'row' },
      make('button', {
        'data-id': 'cut/note',
        type: 'button',
        textContent: tr('Pin a note instead'),
        onclick: () => {
          dialog.close();
          callbacks.note();
        },
      }),
      make('button', { 'data-id': 'cut/close', type: 'button', textContent: tr('Close'), onclick: () => dialog.close() }),
    ),
  );
  dialog.addEventListener('close', () => {
    dialog.remove();
    document.getElementById('canvas')?.focus({ preventScroll: true });
  });
  dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
}
