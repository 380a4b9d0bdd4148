// SPDX-License-Identifier: MIT
// @ts-check
// The dialog Share offers links, the most common first. For each it shows the contents, the error, and where it fits.

import { fileName } from '../base/file_name.js';
import { copyText } from '../base/clipboard.js';
import { oneFile, programAddress } from '../base/parts.js';
import { amount, inLanguage, tr } from '../base/language.js';
import { around, make } from '../base/elements.js';
import { keep } from '../base/files.js';
import { mostBytes, qrCode, qrFigure } from '../paper/qr.js';

/** @typedef {import('../headwaters.d.ts').Headwaters} Headwaters */
/** @typedef {import('../headwaters.d.ts').Link} Link */

/** Services that accept a link of this length. docs/link.md has the sources. @param {number} characters */
export function placesOf(characters) {
  if (characters < 2000) return tr('fits in any messenger');
  if (characters < 8000) return tr('fits in email, Slack and documents, but some messengers truncate it');
  if (characters < 65_000) return tr('fits in email and web pages, but messengers truncate it, and Firefox omits it from history');
  return tr('too long for most uses, so send the file');
}

/** Smaller errors are not reported to sender or recipient (src/io/link/pack.cpp). */
const leastRankError = 0.005;

/**
 * Formats 0.00123 as "0.0013". Rounds up, so that the shown bound is never too small.
 * @param {number} bound @param {number} [least] minimum number of digits
 */
export function boundOf(bound, least = 4) {
  const digits = Math.max(least, 1 - Math.floor(Math.log10(bound || 1)));
  return (Math.ceil(bound * 10 ** digits) / 10 ** digits).toFixed(digits);
}

/** The description of a link before it is copied. @param {Link} link */
export function describeLink({ characters, errorBound, rankError = 0, flowOfAll = true, leftOut }) {
  const bound = inLanguage(boundOf(errorBound));
  return [
    tr('{} characters: {}.', amount(characters), placesOf(characters)),
    flowOfAll ? tr('Bars are off by at most {}.', bound) : tr('Bars are off by at most {} (flow: chosen output only).', bound),
    ...(rankError >= leastRankError ? [tr('Rank correlations with scores are off by at most {}.', inLanguage(boundOf(rankError, 3)))] : []),
    ...(leftOut.length ? [tr('Not included: {}.', leftOut.join('; '))] : []),
  ].join(' ');
}

/** A link with a copy button. @param {string} id @param {string} name @param {string} text */
export function copyRow(id, name, text) {
  const field = make('input', {
    'data-id': `share/${id}/link`,
    type: 'url',
    readOnly: true,
    value: text,
    'aria-label': name,
    onfocus: () => field.select(),
  });
  const button = make('button', {
    'data-id': `share/${id}/copy`,
    textContent: tr('Copy'),
    'aria-label': tr('Copy: {}', name),
    onclick: async () => {
      button.textContent = (await copyText(text)) ? tr('Copied') : tr('Press Ctrl+C');
    },
  });
  const row = make('p', { className: 'row' }, field, button);
  // The system's share menu, if it exists: messages, mail, nearby devices.
  if ('share' in navigator) {
    const send = () => navigator.share({ title: document.title, url: text }).catch(() => {});
    row.append(
      make('button', {
        'data-id': `share/${id}/send`,
        textContent: tr('Send…'),
        'aria-label': tr('Send: {}', name),
        onclick: () => void send(),
      }),
    );
  }
  return row;
}

/** A QR code for the cameras of a class, drawn on demand. @param {string} text */
function codeRow(text) {
  const modules = qrCode(text);
  if (!modules)
    return make('p', { className: 'muted', textContent: tr('Too long for a QR code (limit {} characters).', amount(mostBytes)) });
  const svg = qrFigure(modules, tr('QR code of the link'));
  const note = modules.length > 97 ? tr('This code is dense. Show it large and scan it from close up.') : '';
  const details = make('details', {}, make('summary', { 'data-id': 'share/code', textContent: tr('QR code for a class') }), svg);
  if (note) details.append(make('p', { className: 'muted', textContent: note }));
  return details;
}

/**
 * A section that creates its link when it is shown.
 * @param {Headwaters} page @param {'fused' | 'heads'} data @param {string} title @param {string} about
 * @param {boolean} first the dialog was opened for this section
 */
function dataSection(page, data, title, about, first) {
  const state = make('p', { className: 'muted', textContent: tr('Packing …'), role: 'status', tabIndex: -1, autofocus: first });
  const section = make(
    'section',
    { 'data-id': `share/${data}` },
    make('h3', { textContent: title }),
    make('p', { textContent: about }),
    state,
  );
  const made = page.link({ data }).then(
    (link) => {
      const row = copyRow(data, title, link.url);
      const wasHere = document.activeElement === state;
      state.before(row);
      if (wasHere) row.querySelector('button')?.focus();
      state.textContent = describeLink(link);
      if (data === 'fused') section.append(codeRow(link.url));
      return link;
    },
    (error) => {
      state.className = 'problem';
      state.textContent = `${error.finding ?? error.message} ${error.remedy ?? ''}`;
      return null;
    },
  );
  return { section, made };
}

/** A size in bytes for people. @param {number} bytes */
const sizeOf = (bytes) => (bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1e3))} KB` : `${inLanguage((bytes / 1e6).toFixed(1))} MB`);

/**
 * A button that creates and saves a file.
 * @param {string} id @param {string} label @param {() => Promise<Blob>} write @param {string} name @param {HTMLElement} state shows the
 * result
 */
function fileButton(id, label, write, name, state) {
  const button = make('button', {
    'data-id': id,
    textContent: label,
    onclick: async () => {
      button.disabled = true;
      state.className = 'muted';
      state.textContent = tr('Writing …');
      try {
        const file = await write();
        keep(file, name);
        state.textContent = `${name}, ${sizeOf(file.size)}.`;
      } catch (error) {
        const { finding, message, remedy = '' } = /** @type {Partial<import('../base/problem.js').ProblemError>} */ (error);
        state.className = 'problem';
        state.textContent = `${finding ?? message} ${remedy}`;
      }
      button.disabled = false;
    },
  });
  return button;
}

/** Whether the view has answers of a model. @param {Headwaters} page */
const hasAnswers = ({ state: { document, panel } }) =>
  document?.form === 'model' && ['words', 'lens', 'swap', 'experiment', 'decides', 'patches', 'contacts', 'sound'].includes(panel ?? '');

/** Offers complete files with all digits. @param {Headwaters} page */
function fileSection(page) {
  const { title = '', name = '' } = page.state.document ?? {};
  const stem = fileName(title || name);
  const state = make('p', { className: 'muted', role: 'status' });
  const made = oneFile();
  const about = made ? `${tr('This page was made by {} at {}, {}.', made.program, made.from, made.time)} ` : '';
  return make(
    'section',
    { 'data-id': 'share/file' },
    make('h3', { textContent: tr('As a file') }),
    make('p', {
      textContent:
        about +
        tr(
          'Both files contain all open examples at full precision, with this view. The page includes the program and opens offline by double click. The analysis is smaller, and opens here or on Headwaters’ command line.',
        ) +
        (hasAnswers(page) ? ` ${tr('For this view, the page contains only this text and its answers.')}` : ''),
    }),
    make(
      'p',
      { className: 'row' },
      fileButton('share/page', tr('Save page (HTML)'), () => page.page(), `${stem}.html`, state),
      fileButton(
        'share/analysis',
        tr('Save analysis'),
        () => page.save(),
        `${stem}.headwaters.json${'CompressionStream' in globalThis ? '.gz' : ''}`,
        state,
      ),
    ),
    state,
  );
}

/** The link to a view of a model, which contains the answers on the screen. @param {Promise<Link>} made @param {boolean} isLocal */
function answersRow(made, isLocal) {
  const state = make('p', { className: 'muted', textContent: tr('Packing …'), role: 'status', tabIndex: -1, autofocus: !isLocal });
  void made.then(({ url, characters, leftOut }) => {
    const row = copyRow('view', isLocal ? tr('Link without the data') : tr('Link'), url);
    const wasHere = document.activeElement === state;
    state.before(row);
    if (wasHere) row.querySelector('button')?.focus();
    state.textContent = [
      ...(url.includes('&answers=')
        ? [tr('Contains the answers on the screen. {} characters: {}.', amount(characters), placesOf(characters))]
        : []),
      ...(leftOut.length ? [tr('Not included: {}.', leftOut.join('; '))] : []),
    ].join(' ');
    if (!isLocal) state.after(codeRow(url.replace(/&answers=.*/, ''))); // a code with answers would be too dense
  });
  return make('div', { 'data-id': 'share/answers' }, state);
}

/**
 * The link to the current view.
 * @param {Headwaters} page @param {boolean} isLocal the data come from a local file @param {Promise<Link> | null} made null unless a model
 * is open
 */
function viewSection({ state }, isLocal, made) {
  const { second } = state;
  const apart =
    second === ''
      ? tr('The second file is on this device, so the link omits its views.')
      : isLocal && second
        ? tr('This link omits the second file.')
        : '';
  return make(
    'section',
    { 'data-id': 'share/view' },
    make('h3', { textContent: isLocal ? tr('Without the data') : tr('This view') }),
    make('p', {
      textContent: isLocal
        ? tr(
            'Recipients must open the file to see this view. A file opened from a URL (GitHub, a gist, Hugging Face) needs only a short link.',
          )
        : tr('Opens the same data, method, settings, layer and output token.'),
    }),
    ...(apart ? [make('p', { 'data-id': 'share/second', textContent: apart })] : []),
    ...(made
      ? [
          answersRow(made, isLocal),
          make('p', { className: 'muted', textContent: tr('In the link, layers count from 1, heads and tokens from 0.') }),
        ]
      : [copyRow('view', isLocal ? tr('Link without the data') : tr('Link'), location.href), ...(isLocal ? [] : [codeRow(location.href)])]),
  );
}

/** Code to embed the figure in another page. @param {string | Promise<string>} link */
function frameSection(link) {
  const frame = make('section', { 'data-id': 'share/frame' }, make('h3', { textContent: tr('In a page or on slides') }));
  const frameOf = (/** @type {string} */ url) =>
    `<iframe src="${url.replace(/(\?[^#]*)?#/, '?mode=embed#').replaceAll('&', '&amp;')}" width="640" height="400" title="Headwaters"></iframe>`;
  const add = (/** @type {string} */ url) =>
    frame.append(
      copyRow('frame', 'HTML', frameOf(url)),
      make(
        'p',
        { className: 'muted' },
        ...around(
          tr(
            'Shows the figure and timeline (at least 320 × 480). Add theme=dark for dark colours. The embedding page can open data and set or follow the view with messages (see {}).',
          ),
          make('a', { href: new URL('api.html', programAddress()).href, target: '_blank', textContent: tr('the JavaScript API') }),
        ),
      ),
    );
  if (typeof link === 'string') add(link);
  else void link.then(add);
  return frame;
}

/** @param {Headwaters} page @param {boolean} isLocal the data come from a local file */
export function shareContent(page, isLocal) {
  page.pause(); // every link shows the same moment
  const heads = page.state.document?.heads ?? 1;
  const named = page.state.document?.form === 'model' ? page.link({ data: 'none' }) : null;
  const here = viewSection(page, isLocal, named);
  const fused = dataSection(
    page,
    'fused',
    tr('With the data'),
    heads > 1
      ? tr('The link itself contains the data (one averaged matrix per layer). Nothing is uploaded.')
      : tr('The link itself contains the attention. Nothing is uploaded.'),
    isLocal,
  );
  if (page.state.document?.form === 'model')
    fused.section.append(make('p', { 'data-id': 'share/no-model', textContent: tr('Model, answer and question are not included.') }));
  const all =
    heads > 1
      ? dataSection(
          page,
          'heads',
          tr('With every head'),
          tr('Like the link above, but with all heads, to reweight and compare them.'),
          false,
        )
      : null;
  const frame = frameSection(
    isLocal ? fused.made.then((link) => link?.url ?? location.href) : (named?.then(({ url }) => url) ?? location.href),
  );
  const sections = [fused.section, ...(all ? [all.section] : []), fileSection(page)];
  return isLocal ? [...sections, here, frame] : [here, ...sections, frame];
}
