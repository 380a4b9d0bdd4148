// SPDX-License-Identifier: MIT
// What the widget's model hands to the page and back. Written for the documented part of anywidget's interface alone:
// model.get, set, save_changes, on and off, and render({model, el}) that returns how to end.
import { headwatersFrame, headwatersLate } from './frame.js';

const parts = ['method', 'panel', 'layer', 'selected', 'output', 'side', 'example', 'settings'];
const theirs = (name) => (name === 'selected' ? 'tokens' : name); // as the page calls it
// What a model was asked to run, as the page names it (web/model/run/recipe.js): a text, or JSON where there is more.
const questions = ['text', 'texts', 'wiped', 'cuts', 'rule', 'target'];
const recipeOf = (prompt) => {
  try {
    return prompt.startsWith('{"') ? JSON.parse(prompt) : { text: prompt };
  } catch {
    return { text: prompt };
  }
};
const promptOf = ({ text, pair, wiped, ids, beams, chat, cuts, rule, target, scores, swap, sheet }) => {
  const more = {
    pair,
    wiped,
    ids,
    beams,
    chat,
    ...(cuts?.length && { cuts, rule: rule ?? 'zero' }),
    target: target || undefined,
    scores,
    swap,
    sheet,
  };
  const isPlain = Object.values(more).every((one) => one === undefined) && !text.startsWith('{"');
  return isPlain ? text : JSON.stringify({ text, ...more });
};
const cutOf = (text) => ({
  kind: text.includes('>') ? 'edges' : text.split(' ')[0],
  text: text.includes('>') ? text : text.slice(text.indexOf(' ') + 1).trim(),
});
const cutText = ({ kind, text }) => (kind === 'edges' ? text : `${kind} ${text}`);
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const given = (value) => value !== null && value !== undefined;

const render = ({ model, el }) => {
  const root = document.createElement('div');
  const note = document.createElement('div');
  note.style.cssText = 'font: 13px sans-serif';
  root.append(note);
  el.append(root);
  const page = model.get('_page');
  let open = false; // the page has the data
  /** @type {Record<string, any>} */
  let told = {}; // what the page last said of its view
  let wanted = new Set(); // names that Python has set since the page was last asked
  /** @type {{id: number, of: string, results: any}} */
  let numbers = { id: 0, of: '', results: null }; // of the chosen outputs; the last that were asked for
  const late = setTimeout(() => (note.textContent = headwatersLate(page)), 20000);

  /** @type {Record<string, any>} */
  let recipe = {}; // of the text that the page shows
  const sees = () => Boolean(model.get('_model')?.picture);
  const questioned = (names) => {
    const own = names.includes('text') ? { text: model.get('text'), ...(sees() && recipe.pair && { pair: recipe.pair }) } : { ...recipe };
    for (const name of names)
      if (name !== 'text' && given(model.get(name))) {
        if (name === 'texts') own.pair = model.get('texts').join('\n') || undefined;
        else
          own[name] =
            name === 'cuts' ? model.get('cuts').map(cutOf) : name === 'wiped' ? model.get('wiped').join(';') || undefined : model.get(name);
      }
    if (names.includes('cuts') && !names.includes('rule')) own.rule = model.get('rule') ?? 'zero';
    return own;
  };
  const ask = () => {
    const asked = questions.filter((name) => wanted.has(name) && given(model.get(name)));
    if (open && asked.length) {
      const prompt = promptOf(questioned(asked));
      if (typeof prompt === 'string' && prompt !== told.prompt) say({ type: 'headwaters:state', id: 0, state: { prompt } });
    }
    for (const name of questions) wanted.delete(name);
    const names = [...wanted].filter((name) => given(model.get(name)) && !same(model.get(name), told[theirs(name)]));
    wanted = new Set();
    const state = Object.fromEntries(names.map((name) => [theirs(name), model.get(name)]));
    if (open && names.length) say({ type: 'headwaters:state', id: 0, state });
  };
  const hear = (state) => {
    told = state;
    for (const name of parts) if (!same(model.get(name), state[theirs(name)])) model.set(name, state[theirs(name)]);
    if (!same(model.get('state'), state)) model.set('state', state);
    if (typeof state.prompt === 'string') {
      recipe = recipeOf(state.prompt);
      const said = {
        text: recipe.text,
        cuts: (recipe.cuts ?? []).map(cutText),
        ...(recipe.cuts?.length && { rule: recipe.rule }),
        target: recipe.target ?? '',
      };
      if (sees())
        Object.assign(said, {
          texts: recipe.pair ? recipe.pair.split('\n') : [],
          wiped: recipe.wiped ? recipe.wiped.split(';').map(Number) : [],
        });
      for (const [name, value] of Object.entries(said)) if (!same(model.get(name), value)) model.set(name, value);
    }
    model.save_changes();
    // All that numbers depend on, and a little more; not what only looks at them.
    const { layer, panel, panes, dividers, colors, graph, edges, playing, loop, speed, notes, title, terms, paths, compare, ...of } = state;
    if (!state.document) return;
    if (numbers.of !== JSON.stringify(of)) {
      numbers = { id: numbers.id + 1, of: JSON.stringify(of), results: null };
      say({ type: 'headwaters:results', id: `numbers ${numbers.id}` });
    } else if (numbers.results) choose();
  };
  const choose = () => {
    const { results } = numbers;
    const rows = (results.layers ?? [results]).map(({ values = [], decoder_values = [] }) => [...values, ...decoder_values]);
    const whole =
      rows.length > 0 && rows.every((row) => row.length === rows[0].length && row.every((one) => one === null || typeof one === 'number'));
    const flat = whole ? rows.flat() : [];
    const chosen = {
      method: told.method,
      layer: told.layer,
      layers: (results.layers ?? []).map(({ layer }) => layer - 1),
      heads: told.settings?.heads ?? [],
      output: told.output,
      tokens: told.tokens ?? [],
      inputs: [...(results.tokens ?? []), ...(results.decoder_tokens ?? [])],
      rows: whole ? rows.length : 0,
    };
    const { values, ...before } = model.get('selection') ?? {};
    const content = new DataView(Float64Array.from(flat, (one) => one ?? NaN).buffer);
    const bytes = (view) => view && Array.from(new Uint8Array(view.buffer ?? view, view.byteOffset ?? 0, view.byteLength)).join();
    if (same(before, chosen) && bytes(values) === bytes(content)) return;
    model.set('selection', { ...chosen, values: content });
    model.save_changes();
  };
  const fail = (problem) => {
    note.textContent = problem ? `${problem.finding} ${problem.remedy}` : '';
    if (same(model.get('problem'), note.textContent)) return;
    model.set('problem', note.textContent);
    model.save_changes();
  };
  const give = () => {
    open = false;
    numbers = { id: numbers.id + 1, of: '', results: null };
    const { buffer, byteOffset, byteLength } = model.get('_data');
    const own = model.get('_model');
    const begin = { ...model.get('_begin') };
    for (const name of parts) if (given(model.get(name))) begin[theirs(name)] = model.get(name);
    if (begin.output !== 'chosen' && given(begin.output)) delete begin.tokens; // the one or the other
    if (own) say({ type: 'headwaters:open', id: 0, model: own, prompt: promptOf(questioned(questions)), state: begin });
    else
      say({
        type: 'headwaters:open',
        id: 0,
        data: buffer.slice(byteOffset, byteOffset + byteLength),
        name: model.get('_name'),
        state: begin,
      });
  };
  const view = Math.random(); // of the views of this widget, each with a page of its own
  /** @param {Record<string, any>} [answer] @param {any[]} [buffers] */
  const answered = ({ headwaters, view: whose, result, example, problem, progress, id } = {}, buffers = []) => {
    if (headwaters !== 'reply' || whose !== view) return;
    const bytes = buffers.map((one) => (one.buffer ? one.buffer.slice(one.byteOffset, one.byteOffset + one.byteLength) : one));
    const [attentions, ...more] = bytes;
    const own = example?.decoder // of a model that translates: encoder, decoder, between them; then their gradients
      ? {
          attentions,
          gradients: more[2],
          decoder: { ...example.decoder, attentions: more[0], cross: more[1], gradients: more[3], crossGradients: more[4] },
        }
      : { attentions, gradients: more[0] };
    say({ type: 'headwaters:reply', id, result, problem, progress, ...(example && { example: { ...example, ...own } }) });
  };
  const { frame, say, close } = headwatersFrame(
    root,
    page,
    model.get('height'),
    ({ type, id, event, state, problem, results, ...more }) => {
      if (type === 'headwaters:call') {
        const { pixels, ...call } = more; // of a picture
        return model.send({ headwaters: 'call', view, id, ...call }, undefined, pixels ? [new DataView(pixels)] : undefined);
      }
      if (String(id).startsWith('numbers ')) {
        // an older question's answer is nobody's any more; no numbers: the selection stays
        if (type === 'headwaters:results' && id === `numbers ${numbers.id}`) {
          numbers.results = results;
          choose();
        }
        return;
      }
      if (type === 'headwaters:ready') {
        clearTimeout(late);
        give();
      } else if (type === 'headwaters:opened') {
        open = true;
        fail(null);
        say({ type: 'headwaters:listen', id: 0, events: ['state'] });
      } else if (type === 'headwaters:failed') fail(problem);
      else if (open && (type === 'headwaters:state' || event === 'state')) hear(state);
    },
  );

  const watched = [...parts, ...questions].map((name) => [
    `change:${name}`,
    () => {
      if (wanted.size === 0) queueMicrotask(ask); // all that one message from Python has changed goes to the page at once
      wanted.add(name);
    },
  ]);
  watched.push(['change:_asked', () => open && say({ type: 'headwaters:state', id: 0, state: model.get('_asked').state })]);
  watched.push(['change:_data', give]);
  watched.push(['msg:custom', answered]);
  watched.push(['change:height', () => (frame.style.height = `${model.get('height')}px`)]);
  for (const [name, action] of watched) model.on(name, action);
  return () => {
    clearTimeout(late);
    for (const [name, action] of watched) model.off(name, action);
    close();
    root.remove();
  };
};

export default { render };
