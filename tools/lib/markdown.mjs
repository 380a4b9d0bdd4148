// A page of documentation as HTML, for the site: as much of Markdown as docs/ uses, in a page that needs nothing else.

const escaped = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

/** `code`, **strong**, [text](address); addresses into web/ become those of the site. */
function inline(text) {
  return text
    .split(/(`[^`]*`)/)
    .map((part) =>
      part.startsWith('`') && part.length > 1
        ? `<code>${escaped(part.slice(1, -1))}</code>`
        : escaped(part)
            .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
            .replace(/\]\(\.\.\/web\//g, ']('),
    )
    .join('')
    .replace(/\[((?:[^[\]])*)\]\(([^)\s]+)\)/g, '<a href="$2">$1</a>');
}

/** The cells of a line of a table; \| is a stroke in a cell. */
const cells = (line) =>
  line
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => inline(cell.trim().replaceAll('\\|', '|')));

function table([head, , ...rows]) {
  const line = (tag, row) =>
    `<tr>${cells(row)
      .map((cell) => `<${tag}>${cell}</${tag}>`)
      .join('')}</tr>`;
  return `<table>${line('th', head)}${rows.map((row) => line('td', row)).join('')}</table>`;
}

function block(text) {
  const lines = text.split('\n').filter((line) => !/^<!-- .* -->$/.test(line));
  if (lines.length === 0) return '';
  const [, marks, words] = /^(#{1,4}) (.*)/.exec(lines[0]) ?? [];
  if (marks)
    return `<h${marks.length} id="${words
      .toLowerCase()
      .replace(/[^a-z0-9 -]/g, '')
      .replaceAll(' ', '-')}">${inline(words)}</h${marks.length}>`;
  if (lines[0].startsWith('|')) return table(lines);
  if (lines[0].startsWith('- ')) {
    const items = text.slice(2).split('\n- ');
    return `<ul>${items.map((item) => `<li>${inline(item.replace(/\n\s*/g, ' '))}</li>`).join('')}</ul>`;
  }
  return `<p>${inline(lines.join(' '))}</p>`;
}

const style =
  'body{font:15px/1.55 Inter,system-ui,sans-serif;max-width:60em;margin:2em auto;padding:0 1em;color-scheme:light dark}' +
  'pre,code{font:13px/1.5 "JetBrains Mono",ui-monospace,monospace}pre{overflow:auto;padding:1em;border:1px solid #8884;border-radius:4px}' +
  'table{border-collapse:collapse}th,td{text-align:left;vertical-align:top;padding:.5em .8em .5em 0;border-top:1px solid #8884}';

/** @param {string} markdown @returns {string} a whole page */
export function pageOf(markdown) {
  const parts = markdown.split(/^```.*\n([\s\S]*?)^```$/m);
  const body = parts
    .map((part, i) =>
      i % 2
        ? `<pre>${escaped(part)}</pre>`
        : part
            .split(/\n\s*\n/)
            .map((text) => text.trim())
            .filter(Boolean)
            .map(block)
            .join('\n'),
    )
    .join('\n');
  const title = /^# (.*)/m.exec(markdown)?.[1] ?? '';
  return `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">\n<title>${escaped(title)}</title><style>${style}</style></head><body>\n${body}\n</body></html>\n`;
}
