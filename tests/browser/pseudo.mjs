// SPDX-License-Identifier: MIT
// A language in which each text is between ⟦ and ⟧. Visible text outside them does not come from the table of texts, and would stay English
// in every other language.
import { textsOf } from '../../tools/lib/words.mjs';

const root = new URL('../..', import.meta.url).pathname;
const { texts } = textsOf(root);

/** Counted texts have one form for each number. Lessons' texts may contain `|` themselves. */
const inBrackets = (text) => (/\{\}[^|]*\|/.test(text) ? text.split('|') : [text]).map((form) => `⟦${form}⟧`).join('|');

/** Answers the page's request for German with this language. @param {import('playwright-core').Page | import('playwright-core').BrowserContext} page */
export async function speakPseudo(page) {
  for (const part of ['words', 'lessons']) {
    const table = Object.fromEntries([...texts].filter(([, at]) => at.part === part).map(([text]) => [text, inBrackets(text)]));
    await page.route(`**/languages/de.${part}.json`, (route) => route.fulfill({ json: table }));
  }
}

/** The maximum number of lines of one text. */
const most = 12;
const isOpen = (text) => text.split('⟦').length > text.split('⟧').length;

/**
 * Lines and words of one text follow one another, so an opened bracket continues in the next unless it is cut off. @param {string[]} lines
 */
function whole(lines) {
  const found = [];
  let parts = [];
  for (const line of lines) {
    parts.push(line);
    if (isOpen(parts.join(' ')) && !line.endsWith('…') && parts.length < most) continue;
    found.push(parts.join(' '));
    parts = [];
  }
  return [...found, parts.join(' ')];
}

/** The rest of a text without the parts from the table. @param {string} text */
function outside(text) {
  let left = text;
  for (let before = ''; before !== left; ) {
    before = left;
    left = left.replace(/⟦[^⟦⟧]*⟧/g, ' ');
  }
  return left.replace(/⟦.*$/s, ' ').replace(/^.*⟧/s, ' ').replace(/\s+/g, ' ').trim(); // text that is cut off has no end bracket
}

/** The place of a matrix's slanted names as layout() has it. The tokens are there. */
const slanted = 'slanted names';

/** Marks of direction around tokens. */
const unmarked = (text) => text.replace(/[\u2066-\u2069]/g, '');

/**
 * The visible texts of the page that are neither from the table nor data: drawn texts, elements' texts, names for screen readers.
 * @param {import('playwright-core').Page} page @param {(text: string) => boolean} isData tokens, names, numbers
 * @returns {Promise<string[]>}
 */
export async function untranslated(page, isData) {
  const { drawn, written, named } = await page.evaluate(() => {
    const read = {
      drawn: window.headwaters
        .layout()
        .filter(({ kind }) => kind === 'text')
        .map(({ name }) => name),
      written: [],
      named: [],
    };
    const shown = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (shown.nextNode()) {
      const { parentElement, data } = /** @type {Text} */ (shown.currentNode);
      if (parentElement && data.trim() && !parentElement.closest('script, style, noscript, code, pre, math, svg, textarea'))
        read.written.push(data.trim());
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')) {
      for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
        if (element.hasAttribute(name)) read.named.push(element.getAttribute(name));
    }
    return read;
  });
  const all = [...whole(drawn.filter((name) => name !== slanted).map(unmarked)), ...whole(written.map(unmarked)), ...named.map(unmarked)];
  return [...new Set(all.map(outside))].filter((text) => /\p{L}{2}/u.test(text) && !isData(text));
}
