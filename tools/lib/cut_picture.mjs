// The moving picture of README.md as SVG: a sentence, the cut of one attention edge, and the answer that changes. All numbers come from
// the command line: node tools/lib/cut_picture.mjs PROGRAM FILE (tools/build picture).
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const sentence = 'The keys to the cabinet [MASK] on the table.';
const answers = ['are', 'is'];
/** From 1 for the layer, from 0 for the head and the tokens, as `--cut` takes it. */
const [layer, head, query, key] = [1, 0, 6, 2];

const [width, height, top, line] = [760, 320, 56, 168];
const [size, gap] = [20, 12];

/** Runs the command line on the shipped model. @param {string} program @param {string[]} words */
function run(program, [name, ...words]) {
  const { status, stdout, stderr } = spawnSync(program, [name, 'web/models/agreement', '--text', sentence, ...words], {
    encoding: 'utf8',
    cwd: root,
    maxBuffer: 1 << 26,
  });
  if (status !== 0) throw new Error(`${program} ${name}: ${stderr}`);
  return JSON.parse(stdout);
}

const percent = (/** @type {number} */ value) => `${Math.round(100 * value)} %`;
const at = (/** @type {number} */ value) => Number(value.toFixed(1));

/** The words of the sentence with their places, without special tokens. @param {string[]} tokens */
function placed(tokens) {
  const words = tokens.map((text, i) => ({ text: i === 1 ? 'The' : text, i })).filter(({ text }) => !/^\[(CLS|SEP)\]$/.test(text));
  const widths = words.map(({ text, i }) => (i === query ? 56 : 11 * text.length));
  const whole = widths.reduce((sum, one) => sum + one, 0) + gap * (words.length - 1);
  let x = (width - whole) / 2;
  return words.map((word, i) => {
    if (word.text === '.') x -= gap; // no space in front
    const place = { ...word, x: at(x + widths[i] / 2) };
    x += widths[i] + gap;
    return place;
  });
}

/** An answer's bar before and after the cut. @param {{name: string, before: number, after: number}} answer @param {number} row */
function bar({ name, before, after }, row) {
  const y = 242 + 30 * row;
  const [left, most] = [250, 300];
  const part = (/** @type {string} */ when, /** @type {number} */ value) =>
    `<g class="${when}"><rect x="${left}" y="${y - 14}" width="${at(most * value)}" height="18" class="bar"/>` +
    `<text x="${at(left + most * value + 8)}" y="${y}" class="number">${percent(value)}</text></g>`;
  return `<text x="${left - 10}" y="${y}" text-anchor="end">${name}</text>${part('before', before)}${part('after', after)}`;
}

/** @param {string} program @returns {string} the picture */
export function cutPicture(program) {
  const { tokens, attentions } = run(program, ['run']);
  const weights = attentions[layer - 1][head][query];
  const cut = ['--cut', `${layer}:${head}:${query}>${key}`, '--as', 'probability', '--target'];
  const measured = answers.map((name) => {
    const { value, cuts } = run(program, ['ask', ...cut, name]);
    return { name, before: value, after: cuts[0].value };
  });
  const [first, second] = ['before', 'after'].map((when) => measured.reduce((best, one) => (one[when] > best[when] ? one : best)).name);
  const words = placed(tokens);
  const placeOf = (/** @type {number} */ token) => /** @type {{x: number}} */ (words.find(({ i }) => i === token)).x;
  const arc = (/** @type {number} */ from) => {
    const [a, b] = [placeOf(from), placeOf(query)];
    return `M${a} ${line - 24}C${a} ${top + 10} ${b} ${top + 10} ${b} ${line - 24}`;
  };
  const others = words
    .filter(({ i }) => i !== key && i !== query && weights[i] >= 0.01)
    .map(({ i }) => `<path d="${arc(i)}" stroke-width="${at(8 * weights[i])}"/>`);
  const middle = at((placeOf(key) + placeOf(query)) / 2);
  const edge = `${tokens[key]} → ${tokens[query]}`;
  const captions = [
    [
      'before',
      `The model fills the gap with “${first}”. Layer ${layer}, head ${head + 1} takes ${percent(weights[key])} from “${tokens[key]}”.`,
    ],
    ['during', `Cut this one edge: ${edge}, layer ${layer}, head ${head + 1}.`],
    ['after', `Without the edge, the model answers “${second}”.`],
  ];
  const about = `The sentence “${sentence}”. The model answers “${first}” (${percent(measured[0].before)}). After a cut of the attention edge ${edge}, it answers “${second}” (${percent(measured[1].after)}).`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="t d">
<title id="t">One cut changes the answer</title>
<desc id="d">${about}</desc>
<style>
svg { --ground: #fafaf7; --ink: #1b1d20; --muted: #666b71; --quantity: #135c96; --cut: #b3003c; }
@media (prefers-color-scheme: dark) { svg { --ground: #15181b; --ink: #e9e7e2; --muted: #949aa1; --quantity: #5ba4d6; --cut: #ffa0b8; } }
.ground { fill: var(--ground); }
text { font: ${size}px system-ui, sans-serif; fill: var(--ink); }
.word { text-anchor: middle; }
.filled { font-weight: 700; fill: var(--quantity); }
.caption { font-size: 15px; fill: var(--muted); text-anchor: middle; }
.number { font-size: 16px; fill: var(--muted); }
.bar { fill: var(--quantity); }
.gap { stroke: var(--muted); stroke-width: 2; }
path { fill: none; stroke: var(--quantity); stroke-opacity: 0.6; }
.broken { stroke: var(--cut); stroke-opacity: 1; stroke-dasharray: 6 6; }
.knife { stroke: var(--cut); stroke-opacity: 1; stroke-width: 4; }
g { animation: 9s step-end infinite; }
.before { animation-name: before; opacity: 0; }
.during { animation-name: during; opacity: 0; }
.after { animation-name: after; }
.uncut { animation-name: uncut; opacity: 0; }
@keyframes before { 0% { opacity: 1; } 34% { opacity: 0; } }
@keyframes uncut { 0% { opacity: 1; } 56% { opacity: 0; } }
@keyframes during { 0% { opacity: 0; } 34% { opacity: 1; } 56% { opacity: 0; } }
@keyframes after { 0% { opacity: 0; } 56% { opacity: 1; } }
@media (prefers-reduced-motion: reduce) { g { animation: none; } }
</style>
<rect class="ground" width="${width}" height="${height}"/>
${captions.map(([when, text]) => `<g class="${when}"><text x="${width / 2}" y="32" class="caption">${text}</text></g>`).join('\n')}
<g>${others.join('')}</g>
<g class="before"><path d="${arc(key)}" stroke-width="${at(8 * weights[key])}"/></g>
<g class="during"><path d="${arc(key)}" class="broken" stroke-width="${at(8 * weights[key])}"/><path d="M${at(middle - 12)} ${top + 56}L${at(middle + 12)} ${top + 20}" class="knife"/></g>
${words
  .filter(({ i }) => i !== query)
  .map(({ text, x }) => `<text x="${x}" y="${line}" class="word">${text}</text>`)
  .join('')}
<path d="M${placeOf(query) - 26} ${line + 7}h52" class="gap"/>
<g class="uncut"><text x="${placeOf(query)}" y="${line}" class="word filled">${first}</text></g>
<g class="after"><text x="${placeOf(query)}" y="${line}" class="word filled">${second}</text></g>
${measured.map((one, row) => bar(one, row).replace('class="before"', 'class="uncut"')).join('\n')}
</svg>
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(process.argv[3], cutPicture(process.argv[2]));
