// A page of documentation as HTML, for the site, in a page without dependencies.
import { Marked } from 'marked';

/** Ids of headings, as GitHub makes them for links. @param {string} words */
const idOf = (words) =>
  words
    .toLowerCase()
    .replace(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-');

const marked = new Marked({
  /** Links into web/ become those of the site. */
  walkTokens: (token) => {
    if (token.type === 'link') token.href = token.href.replace(/^\.\.\/web\//, '');
  },
  renderer: {
    heading({ tokens, depth, text }) {
      return `<h${depth} id="${idOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    // Comments are for authors. The documents have no other HTML.
    html: () => '',
  },
});

const style =
  'body{font:15px/1.55 Inter,system-ui,sans-serif;max-width:60em;margin:2em auto;padding:0 1em;color-scheme:light dark}' +
  'pre,code{font:13px/1.5 "JetBrains Mono",ui-monospace,monospace}pre{overflow:auto;padding:1em;border:1px solid #8884;border-radius:4px}' +
  'table{border-collapse:collapse}th,td{text-align:left;vertical-align:top;padding:.5em .8em .5em 0;border-top:1px solid #8884}';

/** @param {string} markdown @returns {string} a whole page */
export function pageOf(markdown) {
  const title = /^# (.*)/m.exec(markdown)?.[1] ?? '';
  return `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">\n<title>${title}</title><style>${style}</style></head><body>\n${marked.parse(markdown)}</body></html>\n`;
}
