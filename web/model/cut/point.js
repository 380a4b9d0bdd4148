// SPDX-License-Identifier: MIT
// @ts-check
// What the figure gives to be cut: the place of its next press, by mouse, pen or finger, which then does nothing else, and the
// minimum cut between two tokens.

import { whenDrawn } from '../../input/when_drawn.js';

/**
 * @param {import('../../boot/module.js').PageModule} page @param {() => void} changed asks for a frame
 * @param {(isWaiting: boolean) => void} waits told when it begins and when it is over
 * @returns {() => void} gives up
 */
export function pointOnce(page, changed, waits) {
  const canvas = /** @type {HTMLElement} */ (document.getElementById('canvas'));
  const listening = new AbortController();
  const end = () => {
    listening.abort();
    waits(false);
  };
  const how = { signal: listening.signal, capture: true };
  canvas.addEventListener(
    'pointerdown',
    (event) => {
      event.preventDefault();
      event.stopImmediatePropagation();
      end();
      const { left, top } = canvas.getBoundingClientRect();
      page.pointer(event.clientX - left, event.clientY - top, false, 0);
      whenDrawn(changed, () => {
        page.act('cut');
        changed();
      });
    },
    how,
  );
  addEventListener('keydown', (event) => event.key === 'Escape' && end(), how);
  waits(true);
  return end;
}

/**
 * The minimum cut of attention flow to the output behind a layer, with the view's own settings.
 * @param {import('../../headwaters.d.ts').Headwaters} surface @param {number} layer from 0 @param {number} from the input @param {number} to the output
 */
export async function minimumCutOf(surface, layer, from, to) {
  const { value, cut } = /** @type {any} */ (await surface.explain({ method: 'flow', layer, query: to, key: from }));
  return { value, cut: cut.edges };
}

/**
 * What an output token takes from each input, by the method that is shown and at its layer.
 * @param {import('../../headwaters.d.ts').Headwaters} surface @param {number} output @returns {Promise<(number | null)[]>}
 */
export async function sharesOf(surface, output) {
  const { layer, tokens } = surface.state;
  const isShown = tokens.length === 1 && tokens[0] === output; // then its row is there already
  const { layers } = await surface.results(isShown ? {} : { layer });
  const values = /** @type {any} */ (layers.find((one) => one.layer === layer)?.values ?? []);
  return isShown ? values : (values[output] ?? []);
}
