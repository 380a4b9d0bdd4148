// SPDX-License-Identifier: MIT
// @ts-check
// The question and the cuts: what is asked about, what is left out of the run, and the answer before and after. Layers count
// from 1 for people; heads and tokens from 0, as in links.

import { percent, shown } from './says.js';
import { inLanguage, tr } from '../boot/words.js';
import { make, say } from '../mirror/elements.js';

/** @typedef {import('./recipe.js').Cut} Cut */
/** @typedef {import('./recipe.js').Rule} Rule */
/** @typedef {{index: number, name: string, minus: number, against: string, before: number, after: number}} Question */
/** @typedef {{layers: number, heads: number, tokens: string[], layer: number, from: number, to: number}} Place what the views point at */
/**
 * @typedef {object} Does
 * @property {(cuts: Cut[], rule: Rule) => void} cut runs again with these
 * @property {() => Place} place
 * @property {(target: string) => void} gradients of this target
 */

/** @param {number} value */
const logit = (value) => inLanguage((value > 0 ? '+' : '') + value.toFixed(2)).replace('-', '−');

export class Cuts {
  #does;
  /** All that were made, and whether each is in force. @type {{cut: Cut, on: boolean}[]} */
  #all = [];
  /** @type {Rule} */
  #rule = 'zero';
  #question = make('p', { className: 'question' });
  #gradients = make('button', { type: 'button', className: 'do' });
  #list = make('ul', { className: 'cuts' });
  #difference = make('div', { className: 'difference', role: 'status' });
  #kind = select(tr('What is cut'), [['edges', tr('attention')], ['head', tr('a head')], ['residual', tr('a residual')]]);
  #layer = select(tr('Layer'), []);
  #head = select(tr('Head'), []);
  #from = select(tr('from (query)'), []);
  #to = select(tr('to (key)'), []);
  #how = select(tr('Rule'), [['zero', tr('weight to zero')], ['renormalise', tr('score to minus infinity')], ['mean', tr('heads to their mean')]]);
  #target = '';

  /** @param {Does} does */
  constructor(does) {
    this.#does = does;
    this.#kind.onchange = () => this.#show();
    this.#how.onchange = () => ((this.#rule = /** @type {Rule} */ (this.#how.value)), this.#run());
    this.#gradients.onclick = () => does.gradients(this.#target);
    this.root = make('section', { className: 'asking' },
      make('h3', { textContent: tr('Question') }), this.#question, this.#gradients,
      make('h3', { textContent: tr('Cut and run again') }),
      make('div', { className: 'choose' }, this.#kind, this.#layer, this.#head, this.#from, this.#to,
        make('button', { type: 'button', className: 'do', textContent: tr('Cut'), onclick: () => this.#add() })),
      make('div', { className: 'choose' }, this.#how), this.#list, this.#difference,
      make('p', { className: 'muted', textContent: tr('Weight to zero leaves the rest of the row as it is; minus infinity gives its share to the others. A model with a cut is outside of what it was trained on.') }));
  }

  /** @param {Cut[]} cuts @param {Rule} rule as a link or the browser's Back has them */
  set(cuts, rule) {
    const texts = cuts.map(({ text }) => text);
    const kept = this.#all.filter(({ cut }) => texts.includes(cut.text)).map(({ cut }) => ({ cut, on: true }));
    const fresh = cuts.filter(({ text }) => !kept.some(({ cut }) => cut.text === text)).map((cut) => ({ cut, on: true }));
    const off = this.#all.filter(({ cut, on }) => !on && !texts.includes(cut.text));
    this.#all = cuts.length > 0 ? [...kept, ...fresh, ...off] : [];
    this.#rule = rule;
    this.#how.value = rule;
    this.#list.replaceChildren(...this.#all.map((one) => this.#row(one)));
  }

  /** What can be pointed at, with what is pointed at chosen. @param {Place} place */
  setPlace({ layers, heads, tokens, layer, from, to }) {
    fill(this.#layer, range(layers).map((i) => [String(i + 1), tr('layer {}', i + 1)]), String(layer + 1));
    fill(this.#head, [['*', tr('all heads')], ...range(heads).map((i) => /** @type {[string, string]} */ ([String(i), tr('head {}', i)]))], this.#head.value || '*');
    const named = tokens.map((token, i) => /** @type {[string, string]} */ ([String(i), `${i} ${token}`]));
    fill(this.#from, named, String(from));
    fill(this.#to, named, String(to));
    this.#show();
  }

  /** @param {Question | null} question @param {import('./says.js').Answer[] | null} before @param {import('./says.js').Answer[]} after @param {boolean} hasGradients */
  showAnswer(question, before, after, hasGradients) {
    this.#question.hidden = this.#gradients.hidden = !question;
    this.#difference.replaceChildren();
    if (!question) return;
    const { name, against, minus, index } = question;
    this.#target = minus < 0 ? String(index) : `${index}-${minus}`;
    say(this.#question, minus < 0 ? tr('Logit of “{}”: {}', shown(name), logit(question.before)) : tr('“{}” against “{}”: {} (difference of logits)', shown(name), shown(against), logit(question.before)));
    say(this.#gradients, hasGradients ? tr('Gradients are in: see relevance and gradient rollout') : tr('Add its gradients'));
    this.#gradients.disabled = hasGradients;
    if (!before) return;
    const rows = [...new Set([...before.slice(0, 3), ...after.slice(0, 3)].map(({ id }) => id))].map((id) => {
      const was = before.find((one) => one.id === id);
      const is = after.find((one) => one.id === id);
      const share = (/** @type {import('./says.js').Answer | undefined} */ one) => (one ? percent(one.probability) : '–');
      return make('tr', {}, make('th', { scope: 'row', textContent: shown((was ?? is)?.text ?? '') }), make('td', { textContent: share(was) }), make('td', { textContent: share(is) }));
    });
    this.#difference.replaceChildren(
      make('table', {}, make('tr', {}, make('td'), make('th', { scope: 'col', textContent: tr('before') }), make('th', { scope: 'col', textContent: tr('with the cuts') })), ...rows,
        make('tr', {}, make('th', { scope: 'row', textContent: tr('question') }), make('td', { textContent: logit(question.before) }), make('td', { textContent: logit(question.after) }))));
  }

  #add() {
    const [layer, head, from, to] = [this.#layer.value, this.#head.value, this.#from.value, this.#to.value];
    const kind = /** @type {Cut['kind']} */ (this.#kind.value);
    const text = { edges: `${layer}:${head}:${from}>${to}`, head: `${layer}:${head}`, residual: `${layer}:${from}` }[kind];
    if (this.#all.some(({ cut }) => cut.text === text && cut.kind === kind)) return;
    this.#all.push({ cut: { kind, text }, on: true });
    this.#run();
  }

  #run() {
    this.#list.replaceChildren(...this.#all.map((one) => this.#row(one)));
    this.#does.cut(this.#all.filter(({ on }) => on).map(({ cut }) => cut), this.#rule);
  }

  /** @param {{cut: Cut, on: boolean}} one */
  #row(one) {
    const box = make('input', { type: 'checkbox', checked: one.on, onchange: () => ((one.on = box.checked), this.#run()) });
    const drop = make('button', { type: 'button', textContent: '×', 'aria-label': tr('Remove this cut'), onclick: () => ((this.#all = this.#all.filter((other) => other !== one)), this.#run()) });
    return make('li', {}, make('label', {}, box, ' ', make('span', { textContent: this.#words(one.cut) })), drop);
  }

  /** @param {Cut} cut */
  #words({ kind, text }) {
    const { tokens } = this.#does.place();
    const [layer, head, pair] = text.split(':');
    const token = (/** @type {string} */ number) => tokens[Number(number)] ?? number;
    const heads = head === '*' ? tr('all heads') : tr('head {}', head);
    if (kind === 'head') return tr('layer {}, {}', layer, heads);
    if (kind === 'residual') return tr('layer {}, residual of {}', layer, token(head));
    const [from, to] = (pair ?? '').split('>');
    return tr('layer {}, {}: {} → {}', layer, heads, token(from), token(to));
  }

  #show() {
    this.#head.hidden = this.#kind.value === 'residual';
    this.#from.hidden = this.#kind.value === 'head';
    this.#to.hidden = this.#kind.value !== 'edges';
  }
}

/** @param {number} count */
const range = (count) => Array.from({ length: count }, (_, i) => i);

/** @param {string} label @param {[string, string][]} options */
function select(label, options) {
  const element = make('select', { 'aria-label': label, title: label });
  fill(element, options, options[0]?.[0] ?? '');
  return element;
}

/** @param {HTMLSelectElement} element @param {[string, string][]} options @param {string} value */
function fill(element, options, value) {
  element.replaceChildren(...options.map(([own, textContent]) => make('option', { value: own, textContent })));
  element.value = options.some(([own]) => own === value) ? value : (options[0]?.[0] ?? '');
}
