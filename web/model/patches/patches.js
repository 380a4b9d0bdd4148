// SPDX-License-Identifier: MIT
// @ts-check
// Which part of a prompt's picture the answer comes from: the picture with a value for each patch, by the chosen method, and the new answer
// when patches are masked.

import { capital, choice, describeQuestion, hundredths, missingQuestion, signed } from '../run/parts.js';
import { percent, visibleText } from '../run/answers.js';
import { isMeasured, methods, ratesTable } from './methods.js';
import { PatchPicture } from './picture.js';
import { PictureButtons } from './buttons.js';
import { adoptStyle } from './style.js';
import { inLanguage, tr } from '../../base/language.js';
import { make, setText } from '../../base/elements.js';

/** @typedef {import('../given/answers.js').Answers['patches']} Answer */
/** @typedef {import('../run/parts.js').ShownRun} ShownRun */

/** The share of a prompt whose method is not an effect. @param {number} value */
const share = (value) => inLanguage(value.toFixed(3)).replace('-', '−');

export class Patches {
  #context;
  #finding = make('p', { className: 'finding', role: 'status', 'data-id': 'patches/finding' });
  #changed = make('p', { className: 'changed', role: 'status', hidden: true, 'data-id': 'patches/changed' });
  #frames = make('div', { className: 'frames' });
  #limit = make('p', { className: 'muted', 'data-id': 'patches/limit' });
  #control = make('p', { className: 'muted', 'data-id': 'patches/control' });
  #parts = make('tbody');
  #method;
  #seconds;
  #buttons;
  #rates = ratesTable();
  /** @type {PatchPicture[]} */
  #pictures = [];
  /** @type {ShownRun | null} */
  #run = null;
  /** @type {Answer | null} */
  #answer = null;
  /** The answers of the same prompt without masks. @type {{of: string, answers: import('../run/answers.js').Answer[]}} */
  #unmasked = { of: '', answers: [] };
  root;

  /** @param {import('../run/parts.js').Context} context */
  constructor(context) {
    adoptStyle();
    this.#context = context;
    this.#method = choice(
      'patches/method',
      tr('Method'),
      methods().map(({ method, name }) => [method, name]),
      () => context.again(),
    );
    this.#seconds = choice(
      'patches/seconds',
      tr('Time limit'),
      [
        ['10', tr('up to {} s', 10)],
        ['3', tr('up to {} s', 3)],
        ['60', tr('up to {} s', 60)],
      ],
      () => context.again(),
    );
    this.#buttons = new PictureButtons(context, {
      masking: (isOn) => {
        for (const one of this.#pictures) one.isMasking = isOn;
      },
    });
    const rates = make(
      'details',
      { 'data-id': 'patches/rates' },
      make('summary', { textContent: tr('How often is the first patch right?') }),
      make('p', {
        className: 'muted',
        textContent: tr(
          'Measured on 300 unseen pictures for the model of shapes, where the right patch is known. Questions ask for an object’s colour or kind, or for its neighbour. Other models differ.',
        ),
      }),
      make('div', { className: 'scroll' }, this.#rates),
    );
    const head = [tr('Part of the prompt'), tr('effect when hidden'), tr('share of rollout')];
    this.root = make(
      'div',
      { className: 'patches' },
      this.#finding,
      this.#changed,
      make('div', {}, this.#frames, this.#buttons.root),
      make(
        'div',
        {},
        make('p', { className: 'choose' }, this.#method, this.#seconds),
        this.#limit,
        make(
          'table',
          {},
          make('thead', {}, make('tr', {}, ...head.map((textContent) => make('th', { scope: 'col', textContent })))),
          this.#parts,
        ),
        this.#control,
        rates,
      ),
    );
  }

  /** @param {ShownRun} run @param {AbortSignal} signal */
  async show(run, signal) {
    const isSameGrid = this.#run?.recipe.images === run.recipe.images && this.#run?.recipe.tiles === run.recipe.tiles;
    this.#run = run;
    this.#buttons.show(run);
    this.#tell();
    const shown = /** @type {import('./methods.js').Method} */ (this.#method.value);
    const own = methods().find(({ method }) => method === shown);
    setText(this.#limit, own?.limit ?? '');
    this.#limit.classList.toggle('warning', own?.isWarning === true);
    this.#seconds.hidden = !isMeasured(shown) || (run.about.prompted?.tokens ?? 0) <= 64;
    for (const row of this.#rates.querySelectorAll('tr')) row.toggleAttribute('data-shown', row.dataset.method === shown);
    if (!run.recipe.images) return void setText(this.#finding, tr('Choose a picture, drop one or paste one.'));
    if (!isSameGrid || !this.#answer) this.#draw(null);
    if (!run.question && run.says.answers.length === 0) return void setText(this.#finding, missingQuestion(run));
    const answer = await this.#context.ask(
      'patches',
      { method: shown, ...(isMeasured(shown) && { seconds: Number(this.#seconds.value) }) },
      signal,
    );
    if (signal.aborted) return;
    this.#answer = answer;
    this.#draw(answer);
    this.#describe(answer);
  }

  leave() {
    this.#buttons.leave();
  }

  /** @param {Answer | null} answer null while it is computed */
  #draw(answer) {
    const { about, recipe } = /** @type {ShownRun} */ (this.#run);
    const { prompted } = about;
    if (!prompted) return;
    const names = (recipe.images ?? '').split(';');
    const cells = prompted.rows * prompted.columns;
    const empty = { image: 0, row: -1, column: -1, box: [0, 0, 1, 1], rows: prompted.rows, columns: prompted.columns, values: [] };
    const frames = answer?.frames ?? [empty];
    const wiped = recipe.wiped ? recipe.wiped.split(';').map(Number) : [];
    const most = Math.max(...frames.flatMap(({ values }) => values.map((value) => Math.abs(value ?? 0))));
    const largest = Math.max(...frames.flatMap(({ values }) => values.map((value) => value ?? -Infinity)));
    while (this.#pictures.length < frames.length) {
      const frame = this.#pictures.length;
      this.#pictures.push(new PatchPicture({ masked: (own) => this.#masked(frame, own, cells), number: (value) => this.#number(value) }));
    }
    this.#pictures.length = frames.length;
    frames.forEach((frame, at) => {
      const [first, end] = [at * cells, (at + 1) * cells];
      this.#pictures[at].show({
        picture: this.#context.picture(names[frame.image] ?? ''),
        frame,
        values: frame.values,
        most,
        largest,
        patches: prompted,
        wiped: new Set(wiped.filter((one) => one >= first && one < end).map((one) => one - first)),
      });
      this.#pictures[at].isMasking = this.#buttons.isMasking;
    });
    // The whole picture, which is the last frame of its tiles, comes first.
    this.#frames.replaceChildren(...[...this.#pictures].reverse().map(({ root }) => root));
  }

  /** @param {number} frame @param {Set<number>} own its masked patches @param {number} cells patches of a frame */
  #masked(frame, own, cells) {
    const wiped = this.#run?.recipe.wiped ? this.#run.recipe.wiped.split(';').map(Number) : [];
    const others = wiped.filter((one) => Math.floor(one / cells) !== frame);
    const all = [...others, ...[...own].map((one) => one + frame * cells)].sort((a, b) => a - b);
    this.#context.change({ wiped: all.join(';') || undefined });
  }

  /** @param {number} value */
  #number(value) {
    return isMeasured(/** @type {import('./methods.js').Method} */ (this.#method.value)) ? signed(-value) : share(value);
  }

  /** Compares the answer with that of the picture without masks. */
  #tell() {
    const { recipe, says } = /** @type {ShownRun} */ (this.#run);
    const { text, images, tiles, ids, chat, target } = recipe;
    const of = JSON.stringify([text, images, tiles, ids, chat, target]);
    const wiped = recipe.wiped ? recipe.wiped.split(';').length : 0;
    if (wiped === 0) this.#unmasked = { of, answers: says.answers };
    this.#changed.hidden = wiped === 0;
    const now = says.answers[0];
    const before = this.#unmasked.of === of ? this.#unmasked.answers[0] : undefined;
    if (wiped === 0 || !now) return;
    const found = says.answers.find(({ id }) => id === before?.id);
    const answer = tr('“{}” {}', visibleText(now.text), percent(now.probability));
    const old = before && tr('“{}” {}', visibleText(before.text), percent(before.probability));
    const count = String(wiped);
    setText(
      this.#changed,
      [
        old ? tr('{} patches masked. Before: {}. Now: {}.', count, old, answer) : tr('{} patches masked. Now: {}.', count, answer),
        found && found.id !== now.id ? tr('“{}” has {} now.', visibleText(found.text), percent(found.probability)) : '',
      ]
        .filter(Boolean)
        .join(' '),
    );
  }

  /** @param {Answer} answer */
  #describe({ method, grid, frames, value, parts, squares = [], complete }) {
    const { question, says } = /** @type {ShownRun} */ (this.#run);
    const named = question ? describeQuestion(question) : tr('“{}”', visibleText(says.answers[0]?.text ?? ''));
    const all = frames.flatMap(({ values, columns }, frame) =>
      values.map((one, at) => ({ one: one ?? -Infinity, row: Math.floor(at / columns) + 1, column: (at % columns) + 1, frame })),
    );
    const first = all.reduce((best, one) => (one.one > best.one ? one : best), all[0]);
    const own = /** @type {import('./methods.js').Method} */ (method);
    const place = tr('row {}, column {}', first.row, first.column);
    setText(
      this.#finding,
      isMeasured(own)
        ? tr('{} changes most without {}: {}.', capital(named), place, signed(-first.one))
        : tr('For {}, the highest value is at {}: {}.', named, place, share(first.one)),
    );
    this.#finding.dataset.first = `${first.frame}:${first.row}:${first.column}`;
    const rows = /** @type {const} */ ([
      [tr('the picture'), parts.pictures],
      [tr('the words of the question'), parts.words],
      [tr('the first token (sink)'), parts.sink],
    ]);
    this.#parts.replaceChildren(
      ...rows.map(([name, one]) =>
        make(
          'tr',
          {},
          make('th', { scope: 'row', textContent: name }),
          make('td', { textContent: signed(-one.effect) }),
          make('td', { textContent: hundredths(one.rollout) }),
        ),
      ),
    );
    setText(this.#control, isMeasured(own) ? controlWords(squares, complete, grid, value) : '');
  }
}

/**
 * How the squares were measured, and the effect of the random ones.
 * @param {NonNullable<Answer['squares']>} squares @param {boolean} complete @param {Answer['grid']} grid @param {number} value of the run
 */
function controlWords(squares, complete, grid, value) {
  const random = squares.filter(({ control }) => control);
  const mean = (/** @type {typeof squares} */ list) => list.reduce((sum, { effect }) => sum + Math.abs(effect), 0) / list.length;
  const most = Math.max(...squares.map(({ side }) => side));
  return [
    complete
      ? tr('{} squares were measured.', String(squares.length))
      : tr('The time limit ended the search after {} squares.', String(squares.length)),
    most > 1 ? tr('The largest have {} × {} cells, and only those that matter are split.', most, most) : '',
    random.length > 0 ? tr('Control: {} random squares change it by {} on average.', String(random.length), share(mean(random))) : '',
    grid === 'patches' && squares.some(({ wiped }) => !wiped) ? tr('Larger squares hide image tokens, because wiping runs the tower.') : '',
    tr('The value of the run is {}.', share(value)),
  ]
    .filter(Boolean)
    .join(' ');
}
