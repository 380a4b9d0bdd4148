// SPDX-License-Identifier: MIT
// Finds and uses the parts drawn on the canvas by name instead of by position.
import assert from 'node:assert/strict';

import { driver } from './engine.mjs';
import { idle } from './harness.mjs';

/** Everything on the canvas, as window.headwaters.layout() has it. */
export const layout = (page) => page.evaluate(() => window.headwaters.layout());

/** The middle of a part. @returns {[number, number]} */
export const middleOf = ({ x, y, width, height }) => [x + width / 2, y + height / 2];

/** The parts of a kind and name. */
export const partsOf = async (page, kind, name) => (await layout(page)).filter((part) => part.kind === kind && part.name === name);

/** The first part of a kind and name. */
export async function partOf(page, kind, name) {
  const parts = await layout(page);
  const found = parts.find((part) => part.kind === kind && part.name === name);
  assert.ok(found, `no ${kind} "${name}" among ${parts.filter((part) => part.kind === kind).map((part) => part.name)}`);
  return found;
}

/** The visible parts, without those that a later cover hides. */
export function seen(parts) {
  return parts.filter(
    (part, i) => !parts.slice(i + 1).some((cover) => cover.kind === 'cover' && overlap(part, cover) > 0.5 * part.width * part.height),
  );
}

/** Square pixels that two parts share, ignoring an edge of one pixel. */
export function overlap(a, b) {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x) - 1;
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y) - 1;
  return width > 0 && height > 0 ? width * height : 0;
}

/** Texts that overlap other texts, or cells and pictures. */
export function collisions(parts) {
  const all = seen(parts);
  const texts = all.filter(({ kind }) => kind === 'text');
  const solid = all.filter(({ kind, name }) => kind === 'figure' && (name === 'cells' || name === 'picture'));
  const found = [];
  texts.forEach((text, i) => {
    for (const other of [...texts.slice(i + 1), ...solid]) {
      // A line of one pixel's height at the edge of a scrolled area is cut, not covered.
      if (overlap(text, other) > 4)
        found.push(
          `"${text.name}" (${Math.round(text.x)}, ${Math.round(text.y)}) on ${other.kind} "${other.name}" (${Math.round(other.x)}, ${Math.round(other.y)})`,
        );
    }
  });
  return found;
}

/** Clicks a target by name. */
export async function clickTarget(page, name) {
  await page.mouse.click(...middleOf(await partOf(page, 'target', name)));
  await idle(page);
}

/** Real touches by the browser's own protocol, with everything that the browser and the page do in response. */
export async function touch(page) {
  return {
    ...(await driver.fingersOf(page)),
    frame: () => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))),
  };
}

/** Presses, moves and releases within one frame. */
export const quickDrag = (page, from, to) =>
  page.evaluate(
    ([a, b]) =>
      new Promise((resolve) => {
        const canvas = document.getElementById('canvas');
        canvas.setPointerCapture = () => {}; // the browser has no such pointer
        const send = (type, [clientX, clientY]) =>
          canvas.dispatchEvent(
            new PointerEvent(type, {
              pointerId: 1,
              pointerType: 'mouse',
              button: 0,
              buttons: type === 'pointerup' ? 0 : 1,
              clientX,
              clientY,
              bubbles: true,
            }),
          );
        requestAnimationFrame(() => {
          send('pointermove', a);
          send('pointerdown', a);
          for (let i = 1; i <= 4; ++i) send('pointermove', [a[0] + ((b[0] - a[0]) * i) / 4, a[1] + ((b[1] - a[1]) * i) / 4]);
          send('pointerup', b);
          delete canvas.setPointerCapture;
          resolve();
        });
      }),
    [from, to],
  );
