// SPDX-License-Identifier: MIT
// @ts-check
// Chooses the tokens that are patches of a picture, and the picture.

import { tr } from '../base/language.js';
import { make } from '../base/elements.js';

/** @typedef {import('../headwaters.d.ts').PatchGrid} PatchGrid */

/** @param {PatchGrid} grid */
function named({ rows, cols, firstPatchToken }) {
  const beside = [tr('no token before them'), tr('[CLS] before them'), tr('[CLS] and [DIST] before them')];
  return `${rows} × ${cols}, ${beside[firstPatchToken] ?? tr('[CLS] and {} registers before them', firstPatchToken - 1)}`;
}

/** @param {number[]} frames @param {PatchGrid} grid */
const fieldOf = (frames, { rows, cols, firstPatchToken }) => `grid=${[...frames, rows, cols].join('x')}@${firstPatchToken}`;

/** @param {string} id @param {string} label @param {number} value @param {number} least */
function numberField(id, label, value, least) {
  const input = make('input', {
    'data-id': `patches/${id}`,
    type: 'number',
    min: String(least),
    max: '9999',
    value: String(value),
    required: true,
  });
  return { input, element: make('label', { className: 'row' }, input, label) };
}

/**
 * @param {import('../headwaters.d.ts').Document | null} open @param {(fields: string) => void} apply @param {import('../open/drop.js').Receiver} receiver
 */
export function gridContent(open, apply, receiver) {
  if (!open) return [];
  const count = open.tokens.length;
  const [first] = open.images.length > 0 ? open.images : open.grids;
  const present = first ?? { rows: 1, cols: count, firstPatchToken: 0 };
  const readings = open.grids.map((grid) => {
    const on = first && ['rows', 'cols', 'firstPatchToken'].every((key) => Reflect.get(grid, key) === Reflect.get(first, key));
    return make(
      'li',
      {},
      make('button', {
        'data-id': `patches/${grid.rows}x${grid.cols}@${grid.firstPatchToken}`,
        textContent: named(grid),
        'aria-pressed': String(Boolean(on && open.images.length > 0)),
        onclick: () => apply(fieldOf([], grid)),
      }),
    );
  });
  const frames = numberField('frames', tr('frames (1 = one picture)'), 1, 1);
  const rows = numberField('rows', tr('rows'), present.rows, 1);
  const cols = numberField('columns', tr('columns'), present.cols, 1);
  const before = numberField('first', tr('tokens before the first patch'), present.firstPatchToken, 0);
  const note = make('p', { className: 'muted', role: 'status' });
  const taken = () => [frames, rows, cols].reduce((product, { input }) => product * Number(input.value), 1) + Number(before.input.value);
  const check = () => {
    const fits = taken() <= count;
    note.className = fits ? 'muted' : 'problem';
    note.textContent = tr('{} of {} tokens', taken(), count);
    return fits;
  };
  const form = make(
    'form',
    {},
    ...[frames, rows, cols, before].map(({ element }) => element),
    note,
    make('p', {}, make('button', { 'data-id': 'patches/use', className: 'primary', textContent: tr('Use this grid') })),
  );
  form.addEventListener('input', check);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!check()) return;
    const several = Number(frames.input.value) > 1 ? [Number(frames.input.value)] : [];
    apply(
      fieldOf(several, { rows: Number(rows.input.value), cols: Number(cols.input.value), firstPatchToken: Number(before.input.value) }),
    );
  });
  check();
  const picker = make('input', {
    'data-id': 'patches/file',
    type: 'file',
    accept: 'image/png,image/jpeg,image/webp',
    className: 'hidden',
    tabIndex: -1,
    'aria-label': tr('Picture'),
  });
  picker.addEventListener('change', () => picker.files?.[0] && receiver.file(picker.files[0], { files: [...picker.files], entries: [] }));
  return [
    make('p', { textContent: tr('Read the {} tokens as rows of patches:', count) }),
    ...(readings.length > 0 ? [make('ul', { className: 'kept' }, ...readings)] : []),
    form,
    make(
      'p',
      { className: 'row' },
      make('button', { 'data-id': 'patches/picture', textContent: tr('Choose a picture'), onclick: () => picker.click() }),
      picker,
    ),
    make('p', { className: 'muted', textContent: tr('Or drop or paste the picture. It stays on this device.') }),
  ];
}
