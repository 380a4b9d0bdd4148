// SPDX-License-Identifier: MIT
// @ts-check
// Gets cuts from the figure: the place of the next press by mouse, pen or finger, which has no other effect, and the minimum cut between
// two tokens.

import { afterFrames } from '../../input/after_frames.js';

/**
 * @param {import('../../boot/module.js').PageModule} page @param {() => void} changed requests a frame
 * @param {(isWaiting: boolean) => void} waits called at the start and at the end
 * @returns {() => void} cancels
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
      afterFrames(changed, () => {
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
 * The minimum cut of attention flow to the output after a layer, with the view's settings.
 * @param {import('../../headwaters.d.ts').Headwaters} surface @param {number} layer from 0 @param {number} from the input @param {number} to the output
 */
export async function minimumCutOf(surface, layer, from, to) {
  const explained = await surface.explain({ method: 'flow', layer, query: to, key: from });
  const { value, cut } = /** @type {Required<import('../../headwaters.d.ts').Explained>} */ (explained);
  return { value, cut: cut.edges };
}

/**
 * One output's share of each input, by the view's method at its layer.
 * @param {import('../../headwaters.d.ts').Headwaters} surface @param {number} output @returns {Promise<(number | null)[]>}
 */
export async function sharesOf(surface, output) {
  const { layer, tokens } = surface.state;
  const isShown = tokens.length === 1 && tokens[0] === output; // its row is the current result
  const { layers } = await surface.results(isShown ? {} : { layer });
  const values = layers.find((one) => one.layer === layer)?.values ?? [];
  return /** @type {(number | null)[]} */ (isShown ? values : (values[output] ?? []));
}
