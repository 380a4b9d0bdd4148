// SPDX-License-Identifier: MIT
// @ts-check
// The dialog that saves figures and their numbers as files.

import { tr } from '../base/language.js';
import { make } from '../base/elements.js';
import { descriptionOf, withFonts } from '../paper/figures.js';
import { videoType } from '../paper/animation.js';
import { npyOf } from '../paper/npy.js';
import { copyText } from '../base/clipboard.js';
import { fileName } from '../base/file_name.js';
import { formControls, formName, formOf, framed, isPrint } from '../paper/export_form.js';
import { fileLines } from '../model/results/commands.js';
import { linesRow } from '../model/results/lines_row.js';
import { keep } from '../base/files.js';

/** @typedef {import('../headwaters.d.ts').Headwaters} Headwaters */
/** @typedef {import('../headwaters.d.ts').FigureName} FigureName */

/**
 * `hasNumbers`: the figure has its own numbers. Others export the chosen outputs or matrices.
 * @typedef {{name: FigureName, label: string, hasNumbers: boolean, ofLayer: boolean}} Figure
 */

/**
 * The figure for the page's view. For the overview it is the evolution.
 * @param {Headwaters} page @returns {FigureName}
 */
const figureOf = ({ state: { panel, figures } }) => figures.find((name) => name === panel) ?? 'evolution';

/** The first layer that is in use. @param {import('../headwaters.d.ts').State} state */
const firstLayer = ({ method, side, settings }) => (method === 'raw' || side === 'cross' ? 0 : settings.start);

/** The header of a CSV with its line break. A quoted token may contain a line break. */
const header = /^(?:"[^"]*"|[^"\r])*\r\n/;

/** One layer (from 1) of results over all layers. @param {string} text @param {'csv' | 'json'} format @param {number} layer */
export function ofLayer(text, format, layer) {
  if (format === 'csv') {
    const [head] = text.match(header) ?? [''];
    const lines = text.slice(head.length).split('\r\n');
    return (
      head +
      lines
        .filter((line) => line.startsWith(`${layer},`))
        .map((line) => `${line}\r\n`)
        .join('')
    );
  }
  const all = JSON.parse(text);
  return JSON.stringify({ ...all, layers: all.layers.filter((/** @type {{layer: number}} */ one) => one.layer === layer) });
}

/**
 * A figure's numbers as text.
 * @param {Headwaters} page @param {Pick<Figure, 'name' | 'hasNumbers'>} figure @param {'csv' | 'json'} format
 * @returns {Promise<string>}
 */
export async function numbersOf(page, { name: view, hasNumbers }, format) {
  const ask = async (/** @type {object} */ wanted) => {
    const text = await page.results(/** @type {{format: 'csv'}} */ ({ ...wanted, format }));
    return typeof text === 'string' ? text : JSON.stringify(text);
  };
  if (hasNumbers) return ask({ view });
  if (view === 'evolution') return ask({});
  if (view === 'bars' || view === 'image') return ofLayer(await ask({}), format, page.state.layer + 1);
  if (view === 'matrix') return ask({ layer: page.state.layer });
  const parts = [];
  const { document, side } = page.state;
  const layers = (side === 'encoder' ? document?.layers : document?.decoderLayers) ?? 0;
  for (let layer = firstLayer(page.state); layer < layers; layer += 1) parts.push(await ask({ layer }));
  return format === 'csv' ? joinCsv(parts) : joinJson(parts);
}

/**
 * Saves a figure's numbers.
 * @param {Headwaters} page @param {Pick<Figure, 'name' | 'hasNumbers'>} figure @param {'csv' | 'json'} format
 * @param {string} name
 */
export async function saveNumbers(page, figure, format, name) {
  const type = format === 'csv' ? 'text/csv' : 'application/json';
  keep(new Blob([await numbersOf(page, figure, format)], { type }), name);
}

/** All parts under one header. @param {string[]} parts */
export const joinCsv = (parts) => parts.map((part, i) => (i === 0 ? part : part.replace(header, ''))).join('');

/** One object with all layers. @param {string[]} parts */
export function joinJson(parts) {
  const all = parts.map((part) => JSON.parse(part));
  return JSON.stringify({ ...all[0], layers: all.flatMap(({ layers }) => layers) });
}

/**
 * Saves the layers as an animation, with progress and a cancel button.
 * @param {Headwaters} page @param {() => FigureName} view @param {(ending: string) => string} name
 * @param {(work: () => Promise<void>) => void} attempt
 */
function animationRow(page, view, name, attempt) {
  const bar = make('progress', { max: 1, value: 0, hidden: true, 'aria-label': tr('Animation') });
  /** @type {AbortController | null} */
  let running = null;
  const cancel = make('button', { 'data-id': 'export/cancel', textContent: tr('Cancel'), hidden: true, onclick: () => running?.abort() });
  /** @param {'apng' | 'video'} format */
  const write = (format) => async () => {
    running = new AbortController();
    const { signal } = running;
    for (const one of [bar, cancel]) one.hidden = false;
    for (const one of [still, video]) one.disabled = true;
    try {
      const file = await page.animation({
        view: view(),
        format,
        signal,
        progress: (done) => {
          bar.value = done;
        },
      });
      keep(file, name(file.type.includes('png') ? 'apng' : file.type.includes('mp4') ? 'mp4' : 'webm'));
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      for (const one of [bar, cancel]) one.hidden = true;
      still.disabled = false;
      video.disabled = !type;
    }
  };
  const type = videoType();
  const still = make('button', { 'data-id': 'export/apng', textContent: tr('Animated PNG'), onclick: () => attempt(write('apng')) });
  const video = make('button', {
    'data-id': 'export/video',
    textContent: type.includes('mp4') ? tr('Video (MP4)') : tr('Video (WebM)'),
    disabled: !type,
    onclick: () => attempt(write('video')),
  });
  const about = type ? tr('Videos are recorded in real time.') : tr('This browser can’t record videos.');
  const row = make(
    'p',
    { className: 'row files' },
    make('span', { className: 'muted', textContent: tr('Animated layers') }),
    still,
    video,
    bar,
    cancel,
    make('span', { className: 'muted', textContent: about }),
  );
  // Cancel when the dialog closes.
  new MutationObserver(() => {
    if (!row.isConnected) running?.abort();
  }).observe(document.body, { childList: true });
  return row;
}

/** The citation of the method and its settings. @param {Headwaters} page */
function citation(page) {
  const { sentence, bibtex } = page.citation();
  const text = (/** @type {string} */ id, /** @type {string} */ name, /** @type {string} */ value) => {
    const copy = make('button', {
      'data-id': `export/${id}/copy`,
      textContent: tr('Copy'),
      'aria-label': tr('Copy: {}', name),
      onclick: async () => {
        copy.textContent = (await copyText(value)) ? tr('Copied') : tr('Press Ctrl+C');
      },
    });
    return [
      make('p', { className: 'row' }, make('span', { className: 'muted', textContent: name }), copy),
      make('textarea', { 'data-id': `export/${id}`, readOnly: true, value, 'aria-label': name }),
    ];
  };
  return make(
    'details',
    {},
    make('summary', { 'data-id': 'export/paper', textContent: tr('For a paper') }),
    ...text('sentence', tr('Methods sentence with every setting'), sentence),
    ...text('bibtex', 'BibTeX', bibtex),
  );
}

/** @typedef {(work: () => Promise<void>) => void} Attempt runs the work and shows its error */
/** @typedef {(id: string, textContent: string, work: () => Promise<void>) => HTMLButtonElement} Button */

/** The figure as it will be saved, with its caption. @param {Headwaters} page @param {() => Figure} chosen @param {Attempt} attempt */
function previewOf(page, chosen, attempt) {
  const preview = make('img', { className: 'figure', alt: '' });
  const sheet = make(
    'div',
    { 'data-id': 'export/preview', className: 'preview', tabIndex: 0, role: 'group', 'aria-label': tr('Preview') },
    preview,
  );
  const caption = make('textarea', { 'data-id': 'export/caption', readOnly: true, 'aria-label': tr('Caption') });
  let shows = 0;
  const show = () =>
    attempt(async () => {
      shows += 1;
      const wanted = shows;
      preview.classList.add('waiting');
      const svg = await page.figure({ view: chosen().name, ...formOf() });
      const shown = await withFonts(svg);
      if (shows !== wanted) return; // another figure was chosen meanwhile
      framed(preview, svg, sheet);
      const said = descriptionOf(svg);
      preview.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(shown)}`;
      preview.alt = tr('Preview: {}', chosen().label); // the caption follows as text
      preview.classList.remove('waiting');
      caption.value = said;
    });
  return { sheet, caption, show };
}

/** The file name for a figure. @param {Headwaters} page @param {Figure} chosen @param {string} ending */
function nameOf({ state: { document, method, sink } }, { name, hasNumbers }, ending) {
  const allInputs = name === 'flow' && sink === -2 ? '-all-inputs' : '';
  // Figures with numbers of their own do not depend on the chosen method.
  return `${fileName(document?.title || document?.name || '')}-${hasNumbers ? '' : `${method}-`}${name}${allInputs}${/^(svg|pdf|png|\d+(x|dpi)\.png)$/.test(ending) ? formName() : ''}.${ending}`;
}

/**
 * Buttons for the figure as a picture: files for screens or print, and a copy.
 * @param {Headwaters} page @param {() => Figure} chosen @param {Button} button
 */
function pictureButtons(page, chosen, button) {
  const view = () => chosen().name;
  const name = (/** @type {string} */ ending) => nameOf(page, chosen(), ending);
  const png = (/** @type {number} */ scale) => async () =>
    keep(await page.figure({ view: view(), ...formOf(), format: 'png', scale }), name(scale === 1 ? 'png' : `${scale}x.png`));
  const dots = (/** @type {number} */ dpi) => async () =>
    keep(await page.figure({ view: view(), ...formOf(), format: 'png', dpi }), name(`${dpi}dpi.png`));
  const onScreen = [button('png', 'PNG', png(1)), button('png-2x', 'PNG 2×', png(2)), button('png-4x', 'PNG 4×', png(4))];
  const onPaper = [300, 600].map((dpi) => button(`png-${dpi}dpi`, tr('PNG {} dpi', dpi), dots(dpi)));
  // The clipboard gets a promise of the picture, so that the browser still connects it with the click.
  const copy = button('copy', tr('Copy'), async () => {
    const pixels = page.figure({ view: view(), ...formOf(), format: 'png', scale: isPrint() ? 300 / 96 : 2 });
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': pixels })]);
    copy.textContent = tr('Copied');
    setTimeout(() => {
      copy.textContent = tr('Copy');
    }, 2000);
  });
  copy.title = tr('Copy figure as a picture');
  copy.hidden = !('ClipboardItem' in window);
  const buttons = [
    button('svg', 'SVG', async () =>
      keep(new Blob([await page.figure({ view: view(), ...formOf() })], { type: 'image/svg+xml' }), name('svg')),
    ),
    button('pdf', 'PDF', async () => keep(await page.figure({ view: view(), ...formOf(), format: 'pdf' }), name('pdf'))),
    ...onScreen,
    ...onPaper,
    copy,
  ];
  const offer = () => {
    for (const one of onScreen) one.hidden = isPrint();
    for (const one of onPaper) one.hidden = !isPrint();
  };
  return { buttons, offer };
}

/** @param {Headwaters} page @param {Figure[]} figures the available figures @returns {Node[]} */
export function exportContent(page, figures) {
  const problem = make('p', { className: 'problem', role: 'alert', hidden: true });
  const choice = make(
    'select',
    { 'data-id': 'export/figure', 'aria-label': tr('Figure') },
    ...figures.map(({ name: value, label: textContent }) => make('option', { value, textContent })),
  );
  choice.value = figureOf(page);
  const chosen = () => figures[choice.selectedIndex];
  const name = (/** @type {string} */ ending) => nameOf(page, chosen(), ending);

  /** @type {Attempt} */
  const attempt = (work) => {
    problem.hidden = true;
    work().catch((error) => {
      problem.textContent = `${error.finding ?? error.message} ${error.remedy ?? ''}`;
      problem.hidden = false;
    });
  };
  /** @type {Button} */
  const button = (id, textContent, work) => make('button', { 'data-id': `export/${id}`, textContent, onclick: () => attempt(work) });
  const { sheet, caption, show } = previewOf(page, chosen, attempt);
  const pictures = pictureButtons(page, chosen, button);
  const dense = make('p', { className: 'muted', textContent: tr('For 300 or 600 dpi, first choose a width in mm.') });
  const numbers = (/** @type {'csv' | 'json'} */ format) => () => saveNumbers(page, chosen(), format, name(format));
  const npy = button('npy', 'NPY', async () => keep(npyOf(JSON.parse(await numbersOf(page, chosen(), 'json'))), name('npy')));
  const copy = button('copy-caption', tr('Copy caption'), async () => {
    copy.textContent = (await copyText(caption.value)) ? tr('Copied') : tr('Press Ctrl+C');
  });
  const moving = animationRow(page, () => chosen().name, name, attempt);
  // Figures with numbers of their own have more than one array. Figures of all layers cannot be animated.
  const changed = () => {
    npy.hidden = chosen().hasNumbers;
    moving.hidden = !chosen().ofLayer;
    dense.hidden = isPrint();
    pictures.offer();
    show();
  };
  choice.addEventListener('change', changed);
  changed();
  const heading = (/** @type {string} */ textContent) => make('span', { className: 'muted', textContent });
  return [
    make('p', { className: 'row' }, choice),
    ...formControls(changed),
    sheet,
    problem,
    make(
      'p',
      { className: 'row files' },
      heading(tr('Figure')),
      ...pictures.buttons,
      heading(tr('Numbers')),
      button('csv', 'CSV', numbers('csv')),
      button('json', 'JSON', numbers('json')),
      npy,
    ),
    make('p', { className: 'muted', textContent: tr('Layers count from 1, heads and tokens from 0.') }),
    dense,
    moving,
    caption,
    make('p', { className: 'row' }, copy),
    citation(page),
    ...commands(page),
  ];
}

/** The commands that compute the numbers on the screen from the file or with the model. @param {Headwaters} page */
function commands({ state }) {
  const isRun = state.prompt !== null;
  const lines = fileLines(isRun ? '' : (state.document?.name ?? ''), state, location.hash);
  const note = isRun ? tr('Replace the model’s name with its folder’s path.') : tr('Replace the file’s name with its path.');
  return lines ? linesRow(lines, note) : [];
}
