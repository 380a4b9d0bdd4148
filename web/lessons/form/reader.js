// SPDX-License-Identifier: MIT
// @ts-check
// Reads the JSON of a lesson and records its faults, each with place, finding and remedy.

import { markupFaults } from './markup.js';
import { inLanguage, tr } from '../../base/language.js';

/** @typedef {import('../../base/problem.js').Problem} Problem */

/** Keys of an address that choose the data. A lesson's view may not use them (src/page/address/address.h). */
const namesData = /^(sample|url|gist|local|data|model|prompt|second|second-.*|dataset|row|lesson|step)$/;

/** Reads a value and records faults by path. */
export class Reader {
  /** @type {Problem[]} */
  faults = [];

  /** @param {string} place @param {string} finding @param {string} remedy */
  fault(place, finding, remedy) {
    this.faults.push({ place, finding, remedy });
  }

  /** An object whose members must all be known. @param {unknown} value @param {string} place @param {string[]} members @returns {Record<string, unknown>} */
  object(value, place, members) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      this.fault(
        place,
        value === undefined ? tr('This object is missing.') : tr('This is {}, not an object.', kindOf(value)),
        tr('Write { … }.'),
      );
      return {};
    }
    for (const name of Object.keys(value)) {
      if (members.includes(name)) continue;
      const close = members.find((member) => near(member, name));
      this.fault(
        below(place, name),
        tr('Unknown member.'),
        close ? tr('Did you mean "{}"?', close) : tr('Members are: {}.', members.join(', ')),
      );
    }
    return /** @type {Record<string, unknown>} */ (value);
  }

  /** @param {unknown} value @param {string} place @param {{needed?: boolean, most?: number, markup?: boolean}} [how] @returns {string} */
  text(value, place, { needed = false, most = 4000, markup = false } = {}) {
    if (value === undefined) {
      if (needed) this.fault(place, tr('This is missing.'), tr('Write a string in quotes.'));
      return '';
    }
    if (typeof value !== 'string') {
      this.fault(place, tr('This is {}, not a string.', kindOf(value)), tr('Write it in quotes.'));
      return '';
    }
    if (needed && !value.trim()) this.fault(place, tr('This is empty.'), tr('Fill it in, or remove the member.'));
    if (value.length > most)
      this.fault(place, tr('This is {} characters long.', value.length), tr('At most {} fit. Split it into two steps.', most));
    if (markup) for (const { finding, remedy } of markupFaults(value)) this.fault(place, finding, remedy);
    return value;
  }

  /** @param {unknown} value @param {string} place @param {number} least @param {number} most @returns {unknown[]} */
  list(value, place, least, most) {
    if (value === undefined && least === 0) return [];
    if (!Array.isArray(value)) {
      this.fault(place, value === undefined ? tr('This is missing.') : tr('This is {}, not a list.', kindOf(value)), tr('Write [ … ].'));
      return [];
    }
    if (value.length < least) this.fault(place, tr('Found only {}.', value.length), tr('At least {} are needed.', least));
    if (value.length > most) this.fault(place, tr('Found {}.', value.length), tr('At most {} are allowed.', most));
    return value;
  }

  /** A text or a list of texts. @param {unknown} value @param {string} place @param {{markup?: boolean}} [how] @returns {string[]} */
  texts(value, place, { markup = true } = {}) {
    if (typeof value === 'string') return [this.text(value, place, { markup })];
    return this.list(value, place, 0, 40).map((one, i) => this.text(one, `${place}[${i}]`, { needed: true, markup }));
  }

  /** @param {unknown} value @param {string} place @param {number} otherwise @param {boolean} needed @returns {number} */
  number(value, place, otherwise, needed) {
    if (value === undefined && !needed) return otherwise;
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    this.fault(
      place,
      value === undefined ? tr('This is missing.') : tr('This is {}, not a number.', kindOf(value)),
      tr('Write a number such as 0.455, unquoted.'),
    );
    return otherwise;
  }

  /** A whole number from 0 on. @param {unknown} value @param {string} place @param {number} otherwise @param {boolean} [needed] @returns {number} */
  whole(value, place, otherwise, needed = false) {
    const number = this.number(value, place, otherwise, needed);
    if (Number.isInteger(number) && number >= 0 && number < 2 ** 31) return number;
    this.fault(place, tr('{} is not a whole number from 0.', inLanguage(String(number))), tr('Write a number such as 500.'));
    return otherwise;
  }

  /** @param {unknown} value @param {string} place */
  flag(value, place) {
    if (value !== undefined && typeof value !== 'boolean')
      this.fault(place, tr('This is {}.', kindOf(value)), tr('Write true or false, unquoted.'));
    return value === true;
  }

  /**
   * One of the given words, '' for none.
   * @template {string} T @param {unknown} value @param {string} place @param {T[]} words @returns {T | ''}
   */
  choice(value, place, words) {
    if (value === undefined) return '';
    const word = words.find((one) => one === value);
    if (word !== undefined) return word;
    this.fault(
      place,
      typeof value === 'string' ? tr('"{}" is unknown.', value) : tr('This is {}, not a string.', kindOf(value)),
      tr('Write one of {}.', words.map((word) => `"${word}"`).join(', ')),
    );
    return '';
  }

  /**
   * A view as fields of a link. Accepts the text of an address, or an object with the same names.
   * @param {unknown} value @param {string} place @returns {string}
   */
  view(value, place) {
    if (value === undefined) return '';
    const pairs = typeof value === 'string' ? this.#pairsOf(value.replace(/^#/, ''), place) : this.#membersOf(value, place);
    const named = pairs.find(([key]) => namesData.test(key));
    if (named)
      this.fault(
        typeof value === 'string' ? place : below(place, named[0]),
        tr('"{}" is not allowed in a view.', named[0]),
        tr('Remove sample=, url=, gist=, data=, second=, dataset=, lesson=, step= and similar. Put data in "data".'),
      );
    return pairs
      .filter(([key]) => key !== 'v')
      .map(([key, text]) => `${key}=${text}`)
      .join('&');
  }

  /** @param {string} text @param {string} place @returns {[string, string][]} values as in the address */
  #pairsOf(text, place) {
    return text
      .split('&')
      .filter(Boolean)
      .map((pair) => {
        const [, key = '', shown = ''] = /^([a-z][a-z-]*)=(.*)$/s.exec(pair) ?? [];
        if (!key) this.fault(place, tr('"{}" is not a field.', pair), tr('Write fields as key=value, separated by &.'));
        return [key, shown];
      });
  }

  /** @param {unknown} value @param {string} place @returns {[string, string][]} values as in the address */
  #membersOf(value, place) {
    return Object.entries(this.object(value, place, Object.keys(value ?? {}))).map(([key, one]) => {
      if (!/^[a-z][a-z-]*$/.test(key))
        this.fault(below(place, key), tr('This is not a key of the page’s URL.'), tr('Use keys such as method, layer, token and panel.'));
      if (!['string', 'number', 'boolean'].includes(typeof one))
        this.fault(below(place, key), tr('This is {}.', kindOf(one)), tr('Write a string, a number, true or false.'));
      return [key, encodeURIComponent(one === true ? 'on' : one === false ? 'off' : String(one))];
    });
  }

  /** The data as fields of a link. @param {unknown} value @param {string} place @param {string} base the lesson's address @returns {string} */
  data(value, place, base) {
    if (value === undefined) return '';
    const { sample, address, model, train, seed, step, text, tokens, attentions, title } = this.object(value, place, [
      'sample',
      'address',
      'model',
      'train',
      'seed',
      'step',
      'text',
      'title',
      'tokens',
      'attentions',
    ]);
    if ([sample, address, model, train, attentions].filter((one) => one !== undefined).length !== 1) {
      this.fault(
        place,
        tr('Expected exactly one data source.'),
        tr(
          'Give only one of "sample" (a name), "address" (a URL), "model" with "text", "train" with "seed", "step" and "text", or "attentions" with "tokens".',
        ),
      );
      return '';
    }
    if (model !== undefined) {
      const name = this.text(model, below(place, 'model'), { needed: true });
      const run = this.text(text, below(place, 'text'), { needed: true, most: 1000 });
      if (name && !/^[a-z0-9][a-z0-9-]*$/.test(name))
        this.fault(
          below(place, 'model'),
          tr('"{}" is not a model of this site.', name),
          tr('Use a name under Samples, such as "agreement".'),
        );
      return `model=${name}&prompt=${encodeURIComponent(run)}`;
    }
    if (train !== undefined) return this.#training(train, seed, step, text, place);
    if (sample !== undefined) {
      const name = this.text(sample, below(place, 'sample'), { needed: true });
      if (name && !/^[\w-]+$/.test(name))
        this.fault(below(place, 'sample'), tr('"{}" is not a sample.', name), tr('See web/samples/index.json or Samples.'));
      return `sample=${name}`;
    }
    if (address !== undefined) {
      const text = this.text(address, below(place, 'address'), { needed: true });
      try {
        const url = new URL(text, base || undefined);
        if (/^https?:$/.test(url.protocol)) return `url=${encodeURIComponent(url.href)}`;
      } catch {
        // Reported below.
      }
      this.fault(
        below(place, 'address'),
        tr('"{}" is not a URL.', text),
        tr('Use a URL that starts with https://, or a path relative to the lesson’s own URL.'),
      );
      return '';
    }
    this.weights(tokens, attentions, place);
    const json = JSON.stringify({ ...(title ? { title: this.text(title, below(place, 'title')) } : {}), tokens, attentions });
    if (json.length > 20_000)
      this.fault(
        below(place, 'attentions'),
        tr('These are {} characters.', json.length),
        tr('Put large data in a separate file and give its "address".'),
      );
    return `url=${encodeURIComponent(`data:application/json,${encodeURIComponent(json)}`)}`;
  }

  /** @param {unknown} task @param {unknown} seed @param {unknown} step @param {unknown} text @param {string} place */
  #training(task, seed, step, text, place) {
    const name = this.text(task, below(place, 'train'), { needed: true });
    const run = this.text(text, below(place, 'text'), { needed: true, most: 1000 });
    if (name && !/^[a-z0-9][a-z0-9-]*$/.test(name))
      this.fault(below(place, 'train'), tr('"{}" is not a task.', name), tr('Use a recipe of docs/train.md, such as "copy".'));
    const at = { text: run, step: this.whole(step, below(place, 'step'), 0) };
    return `model=train:${name}:${this.whole(seed, below(place, 'seed'), 1)}&prompt=${encodeURIComponent(JSON.stringify(at))}`;
  }

  /** @param {unknown} tokens @param {unknown} attentions [layer][head][query][key] or [layer][query][key] @param {string} place */
  weights(tokens, attentions, place) {
    const names = this.list(tokens, below(place, 'tokens'), 1, 64);
    names.forEach((name, i) => {
      this.text(name, `${below(place, 'tokens')}[${i}]`);
    });
    const walk = (/** @type {unknown} */ value, /** @type {string} */ at, /** @type {number} */ depth) => {
      if (!Array.isArray(value))
        return this.fault(
          at,
          tr('This is {}, not a list.', kindOf(value)),
          tr('Weights are [layer][head][query][key] or [layer][query][key].'),
        );
      if (value.every((one) => typeof one === 'number')) {
        if (value.length !== names.length)
          this.fault(at, tr('This row has {} weights for {} tokens.', value.length, names.length), tr('Give one weight for each token.'));
        else if (value.some((one) => one < 0) || Math.abs(value.reduce((sum, one) => sum + one, 0) - 1) > 0.01) {
          this.fault(
            at,
            tr('This row sums to {}.', inLanguage(String(Number(value.reduce((sum, one) => sum + one, 0).toFixed(4))))),
            tr('Attention weights are at least 0, and each row sums to 1.'),
          );
        }
      } else if (depth === 0)
        this.fault(at, tr('This is nested too deeply.'), tr('Weights are [layer][head][query][key] or [layer][query][key].'));
      else
        value.forEach((one, i) => {
          walk(one, `${at}[${i}]`, depth - 1);
        });
    };
    walk(attentions, below(place, 'attentions'), 3);
  }
}

/** @param {unknown} value */
function kindOf(value) {
  if (value === null) return 'null';
  if (Array.isArray(value)) return tr('a list');
  switch (typeof value) {
    case 'object':
      return tr('an object');
    case 'string':
      return tr('a string');
    default:
      return typeof value === 'number' ? tr('a number') : tr('a boolean');
  }
}

/** @param {string} place @param {string} name */
export const below = (place, name) => (place ? `${place}.${name}` : name);

/** True for words that differ by one letter or in case. @param {string} a @param {string} b */
function near(a, b) {
  if (a.toLowerCase() === b.toLowerCase() || a.startsWith(b) || b.startsWith(a)) return true;
  if (Math.abs(a.length - b.length) > 1) return false;
  let i = 0;
  while (i < Math.min(a.length, b.length) && a[i] === b[i]) i += 1;
  return a.slice(i + 1) === b.slice(i + 1) || a.slice(i) === b.slice(i + 1) || a.slice(i + 1) === b.slice(i);
}
