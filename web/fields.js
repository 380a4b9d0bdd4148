// SPDX-License-Identifier: MIT
// @ts-check
// A state object of the API as the fields of an address (src/app/share_state.h): the one way in which
// a view is set from outside.

/** The names that differ, and how values are written. Layers count from 0 in the API, from 1 in addresses. */
const keys = {
  layer: { key: 'layer', write: (/** @type {number} */ layer) => layer + 1 },
  layers: { key: 'layers', write: (/** @type {number[]} */ layers) => (layers.length ? layers.map((layer) => layer + 1) : 'all') },
  start: { key: 'start', write: (/** @type {number} */ layer) => layer + 1 },
  relativeFlow: { key: 'flow', write: (/** @type {boolean} */ relative) => (relative ? 'relative' : 'raw') },
  sink: { key: 'sink', write: (/** @type {number} */ token) => ({ '-1': 'largest', '-2': 'all' })[token] ?? token },
  rawTokens: { key: 'raw-tokens' },
  tokenTexts: { key: 'token-texts', write: tokenText },
  decoderTexts: { key: 'decoder-texts', write: tokenText },
  residualKind: { key: 'residual-kind' },
  gradientForm: { key: 'gradient-form' },
  gradientNormalise: { key: 'gradient-normalise' },
  panes: { key: 'panes', write: (/** @type {string[][]} */ columns) => (columns.length ? columns : 'one') },
  dividers: { key: 'dividers' },
};
/** Known to the address by the same name. */
const plain = new Set([
  'read', 'example', 'side', 'method', 'panel', 'sort', 'ghost', 'hidden', 'renormalise', 'words', 'spans', 'segments', 'colors', 'preset', 'fusion',
  'heads', 'weights', 'residual', 'discard', 'scope', 'protect', 'protected', 'order', 'normalise',
]);

/** Tokens as an address has them (src/app/open_choices.h), one space between two. @param {string[]} tokens */
function tokenText(tokens) {
  const letters = /** @type {Record<string, string>} */ ({ ' ': 's', '\n': 'n', '\t': 't', '\\': '\\' });
  return tokens.map((token) => token.replace(/[ \n\t\\]/g, (c) => `\\${letters[c]}`) || '\\e').join(' ');
}

/**
 * Tokens as people paste them: a JSON or Python list of texts, one a line, or words between spaces.
 * @param {string} text @returns {string[]}
 */
export function tokensOf(text) {
  const list = text.trim();
  if (list.startsWith('[')) {
    // Python prints single quotes where the text has none.
    for (const json of [list, list.replaceAll("'", '"')]) {
      try {
        const tokens = JSON.parse(json);
        if (Array.isArray(tokens)) return tokens.map(String);
      } catch {
        // Then it is something else.
      }
    }
  }
  const lines = text.split(/\r?\n/).filter((line) => line !== '');
  return lines.length > 1 ? lines : list.split(/\s+/).filter(Boolean);
}

/** @param {any} value */
function written(value) {
  // Columns of views, tokens of spans.
  if (Array.isArray(value?.[0])) return value.map((column) => column.join(',')).join('/');
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return Array.isArray(value) ? value.join(',') : String(value);
}

/**
 * @param {Record<string, any>} state any part of what headwaters.state gives
 * @returns {string}
 */
export function fieldsOf(state) {
  /** @type {string[]} */
  const fields = [];
  const add = (/** @type {string} */ key, /** @type {any} */ value) =>
    fields.push(`${key}=${encodeURIComponent(written(value)).replaceAll('%2C', ',')}`);
  const visit = (/** @type {Record<string, any>} */ part) => {
    for (const [name, value] of Object.entries(part)) {
      if (value === undefined || value === null) continue;
      const special = /** @type {any} */ (keys)[name];
      if (special) add(special.key, special.write ? special.write(value) : value);
      else if (plain.has(name)) add(name, value);
    }
  };
  const { settings, output, tokens, ...view } = state;
  if (settings?.preset) add('preset', settings.preset); // first: single settings change it
  visit({ ...settings, preset: undefined });
  visit(view);
  if (output === 'mean' || output === 'max') add('token', output);
  else if (tokens) add('token', tokens);
  return fields.join('&');
}
