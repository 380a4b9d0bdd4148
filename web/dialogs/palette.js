// SPDX-License-Identifier: MIT
// @ts-check
// The command palette, a field over a list of all commands. It is a combobox with a listbox (the ARIA pattern), so that screen readers
// announce the selection.
//
// The list contains the table of actions (src/session/actions/action_table.cpp) and the mirror's other choices as fields of the address:
// every option of every control, output tokens, layers. Samples have their own list.

import { addressIn, otherLanguages } from '../boot/page_texts.js';
import { chooseTheme, chosenTheme } from '../boot/theme.js';
import { inLanguage, tr } from '../base/language.js';
import { make, setText } from '../base/elements.js';
import { fit, fitting, nearest } from './fuzzy.js';

/** @typedef {{id: string, group: string, name: string, keys: string[], fields: string, also: string, available: boolean}} Action */
/**
 * @typedef {{id: string, name: string, group: string, keys: string[], run: () => void, also?: string}} Command id: of the action, the
 * control's option, the token, the layer or the sample; also: other words for the search
 */
/** @typedef {import('../mirror/mirror_controls.js').Control} Control */
/** @typedef {{apply: (fields: string) => void, act: (id: string) => void, openSample: (id: string) => void}} Doing */

/** Maximum number of lines. More letters find the rest. */
const most = 60;
/** Number of suggestions if nothing matches. */
const mostNearest = 5;

/**
 * @param {Action[]} actions @param {Pick<import('../mirror/mirror.js').Model, 'controls' | 'outputs' | 'timeline'>} model the mirror's @param {{id: string, title: string}[]} samples
 * @param {Doing} doing
 * @returns {Command[]}
 */
export function commandsOf(actions, model, samples, doing) {
  const named = new Set(actions.map(({ fields }) => fields));
  const skipped = new Set(['commands', 'back', 'theme']);
  /** @type {Command[]} */
  const commands = actions
    .filter(({ id, available }) => available && !skipped.has(id))
    .map(({ id, group, name, keys, also }) => ({ id, name, group, keys, also, run: () => doing.act(id) }));
  const add = (/** @type {string} */ id, /** @type {string} */ group, /** @type {string} */ name, /** @type {string} */ fields) => {
    if (!named.has(fields)) commands.push({ id, name, group, keys: [], run: () => doing.apply(fields) });
  };
  for (const control of model.controls ?? []) {
    for (const { id, label, fields, available } of control.options ?? []) {
      if (available) add(`${control.key}/${id}`, tr('Settings'), `${control.label}: ${label}`, fields);
    }
    if (control.kind === 'switch')
      add(control.key, tr('Settings'), `${control.label}: ${control.on ? tr('off') : tr('on')}`, String(control.fields));
  }
  for (const { token, label, fields } of model.outputs ?? []) {
    add(`token/${token}`, tr('Output token'), token < 0 ? tr('Output: {}', label) : tr('Token {}: {}', token + 1, label), fields);
  }
  for (let layer = 1; layer <= (model.timeline?.layers ?? 0); layer += 1)
    add(`layer/${layer}`, tr('Layers'), tr('Layer {}', layer), `layer=${layer}`);
  for (const { id, title } of samples) {
    commands.push({ id: `samples/${id}`, name: tr('Sample: {}', title), group: tr('Page'), keys: [], run: () => doing.openSample(id) });
  }
  return commands;
}

/** A command for each other language, so that users who do not understand the current one can find it. @returns {Command[]} */
export const languageCommands = () =>
  otherLanguages().map(([language, own]) => ({
    id: `language/${language}`,
    name: tr('Language: {}', own),
    group: tr('Page'),
    keys: [],
    also: 'language Sprache',
    run: () => location.assign(addressIn(language)),
  }));

/** Actions that are not possible at present. The search explains this. @param {Action[]} actions @returns {Command[]} */
export const notNow = (actions) =>
  actions.filter(({ available }) => !available).map(({ id, group, name, keys, also }) => ({ id, name, group, keys, also, run: () => {} }));

/** Commands for the themes that are not active: light, dark, system. @returns {Command[]} */
export function themeCommands() {
  const also = tr('dark mode, light mode, night, colours, appearance');
  const command = (/** @type {import('../boot/theme.js').Theme} */ theme, /** @type {string} */ name) => ({
    theme,
    id: `theme/${theme || 'system'}`,
    name,
    group: tr('Page'),
    keys: [],
    also,
    run: () => chooseTheme(theme),
  });
  return [command('dark', tr('Theme: dark')), command('light', tr('Theme: light')), command('', tr('Theme: system'))].filter(
    ({ theme }) => theme !== chosenTheme(),
  );
}

/**
 * A number after the name of a numeric control sets its value: "residual 0.3".
 * @param {string} typed @param {Control[]} controls @param {Doing} doing
 * @returns {Command[]}
 */
export function numberCommands(typed, controls, doing) {
  const [, words, digits] = /^(.*\S)\s+(\d*[.,]?\d+)$/.exec(typed.trim()) ?? [];
  if (!words) return [];
  const value = Number(digits.replace(',', '.'));
  return controls
    .filter(({ kind, label, min = NaN, max = NaN }) => kind === 'number' && value >= min && value <= max && fit(words, label) > 0)
    .map(({ key, label, prefix, suffix = '' }) => ({
      id: key,
      name: `${label}: ${inLanguage(String(value))}`,
      group: tr('Settings'),
      keys: [],
      run: () => doing.apply(`${prefix}${value}${suffix}`),
    }));
}

export class Palette {
  #commands;
  #controls;
  #doing;
  #close;
  /** @type {Command[]} */
  #shown = [];
  #chosen = 0;
  #list = make('ul', { id: 'palette-list', role: 'listbox', 'aria-label': tr('Commands') });
  #notNow;
  #none = make('p', { className: 'muted' });
  #field = make('input', {
    'data-id': 'commands/find',
    type: 'text',
    id: 'palette-field',
    role: 'combobox',
    'aria-controls': 'palette-list',
    'aria-expanded': 'true',
    'aria-autocomplete': 'list',
    'aria-label': tr('Command'),
    autocomplete: 'off',
    spellcheck: false,
    placeholder: tr('Type matrix, layer 3, token keys, residual 0.3 …'),
  });

  /**
   * @param {Command[]} commands @param {Control[]} controls @param {Doing} doing @param {() => void} close @param {Command[]} [notNow]
   */
  constructor(commands, controls, doing, close, notNow = []) {
    this.#notNow = notNow;
    this.#commands = commands;
    this.#controls = controls;
    this.#doing = doing;
    this.#close = close;
    this.#field.addEventListener('input', () => this.#filter());
    this.#field.addEventListener('keydown', (event) => this.#key(event));
    this.#filter();
  }

  /** The content of the dialog. The field focuses itself. */
  get content() {
    return [this.#field, this.#none, this.#list];
  }

  #filter() {
    const typed = this.#field.value;
    const fittingOf = (/** @type {Command[]} */ all) =>
      fitting(
        typed,
        all,
        ({ name, group }) => `${name} ${group}`,
        ({ also = '' }) => also,
      );
    const found = fittingOf(this.#commands);
    this.#shown = [...numberCommands(typed, this.#controls, this.#doing), ...found].slice(0, most);
    this.#none.hidden = this.#shown.length > 0;
    const [later] = this.#shown.length ? [] : fittingOf(this.#notNow);
    setText(this.#none, later ? tr('Not possible now: {}. Nearest:', later.name) : tr('No match. Nearest:'));
    if (!this.#shown.length) this.#shown = nearest(typed, this.#commands, ({ name, also = '' }) => `${name} ${also}`).slice(0, mostNearest);
    this.#list.replaceChildren(...this.#shown.map((command, i) => this.#item(command, i)));
    this.#choose(0);
  }

  /** @param {Command} command @param {number} index */
  #item({ id, name, group, keys }, index) {
    const item = make(
      'li',
      { 'data-id': `command/${id}`, role: 'option', id: `palette-${index}` },
      make('span', { textContent: name }),
      make('span', { className: 'muted', textContent: group }),
      make('kbd', { textContent: keys.join(' ') }),
    );
    item.addEventListener('pointermove', () => this.#choose(index));
    item.addEventListener('click', () => this.#run(index));
    return item;
  }

  /** @param {number} index */
  #choose(index) {
    const count = this.#shown.length;
    this.#chosen = count ? (index + count) % count : 0;
    [...this.#list.children].forEach((item, i) => {
      item.setAttribute('aria-selected', String(i === this.#chosen));
    });
    const item = this.#list.children[this.#chosen];
    this.#field.setAttribute('aria-activedescendant', item?.id ?? '');
    item?.scrollIntoView({ block: 'nearest' });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.isComposing) return;
    const steps = /** @type {Record<string, number>} */ ({ ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 });
    if (event.key in steps) {
      const far = Math.abs(steps[event.key]) > 1;
      const next = this.#chosen + steps[event.key];
      this.#choose(far ? Math.min(Math.max(next, 0), this.#shown.length - 1) : next);
    } else if (event.key === 'Enter') {
      this.#run(this.#chosen);
    } else {
      return;
    }
    event.preventDefault();
  }

  /** @param {number} index */
  #run(index) {
    const command = this.#shown[index];
    if (!command) return;
    this.#close();
    command.run();
  }
}
