// SPDX-License-Identifier: MIT
// @ts-check
// Mouse, pen, touch, wheel and keys on the canvas. The browser keeps all other input: keys with Ctrl, Alt or Meta, the function keys, Tab,
// and every key that is not bound.

import { Gestures } from './gestures.js';
import { isWritten, undoKey } from './undo_key.js';
import { afterFrames } from './after_frames.js';

/** @typedef {import('../boot/module.js').PageModule} PageModule */

/** Zoom factor per pixel of a wheel. One notch of 100 pixels zooms by 20 %. */
const zoomPerPixel = 1.2 ** 0.01;

/** @param {MouseEvent | KeyboardEvent} event 1 shift, 2 ctrl or cmd, 4 alt */
export function modifiersOf(event) {
  return +event.shiftKey | (+(event.ctrlKey || event.metaKey) << 1) | (+event.altKey << 2);
}

/** A wheel's movement in CSS pixels, whichever unit the browser reports. @param {WheelEvent} event */
export function pixelsOf(event) {
  const unit = [1, 40, 800][event.deltaMode] ?? 1; // pixels, lines, pages
  return { x: event.deltaX * unit, y: event.deltaY * unit };
}

/** True if a key belongs to the browser in every view. @param {KeyboardEvent} event */
export function isBrowsers(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return true;
  return event.key === 'Tab' || /^F\d+$/.test(event.key);
}

/** Ctrl+K or Cmd+K opens the commands, wherever the focus is. @param {KeyboardEvent} event */
export function isForCommands({ key, ctrlKey, metaKey, shiftKey, altKey }) {
  return ctrlKey !== metaKey && !shiftKey && !altKey && key.toLowerCase() === 'k';
}

/**
 * @param {HTMLCanvasElement} canvas @param {PageModule} page @param {() => void} changed requests a frame
 * @param {() => void} showCommands
 */
export function listen(canvas, page, changed, showCommands) {
  // A focus that was set by a click needs no outline, even if the browser's :focus-visible matches.
  const pointed = (/** @type {boolean} */ now) => document.documentElement.classList.toggle('pointed', now);
  document.addEventListener('pointerdown', () => pointed(true), true);
  document.addEventListener('keydown', ({ key }) => key === 'Tab' && pointed(false), true);
  listenToPointers(canvas, page, changed);
  listenToWheel(canvas, page, changed);
  listenToKeys(canvas, page, changed);
  document.addEventListener('keydown', (event) => {
    if (!isForCommands(event) || document.querySelector('dialog[open]')) return;
    event.preventDefault();
    showCommands();
  });
  document.addEventListener('keydown', (event) => {
    const key = undoKey(event);
    if (!key || isWritten(event.target) || document.querySelector('dialog[open]')) return;
    if (!page.key(key)) return;
    event.preventDefault();
    changed();
  });
}

/** The actions of gestures. @param {PageModule} page @param {() => void} changed */
function gesturesOn(page, changed) {
  return new Gestures(
    {
      move: (x, y) => page.pointer(x, y, true, 0),
      press: (down) => page.button(0, down, 0),
      scroll: (dx, dy) => {
        page.scroll(dx, dy);
        changed();
      },
      pinch: (x, y, factor, dx, dy) => page.zoom(x, y, factor, dx, dy, true),
      pinchEnd: () => page.pinchEnd(),
      leave: () => {
        page.pointerLeft();
        changed();
      },
      hasNumber: (x, y) =>
        page
          .layout()
          .some(
            (part) =>
              part.kind === 'figure' &&
              part.name === 'cells' &&
              x >= part.x &&
              x < part.x + part.width &&
              y >= part.y &&
              y < part.y + part.height,
          ),
    },
    () => page.wantsDrag,
  );
}

/** @param {HTMLCanvasElement} canvas @param {PageModule} page @param {() => void} changed */
function listenToPointers(canvas, page, changed) {
  let isHeld = false;
  const buttons = [0, 2, 1]; // the DOM counts left, middle, right; ImGui left, right, middle
  const gestures = gesturesOn(page, changed);
  /** @param {string} name @param {(event: PointerEvent, x: number, y: number) => void} action */
  const on = (name, action) =>
    canvas.addEventListener(name, (raw) => {
      const event = /** @type {PointerEvent} */ (raw);
      action(event, event.offsetX, event.offsetY);
      changed();
    });
  on('pointerdown', (event, x, y) => {
    canvas.setPointerCapture(event.pointerId);
    canvas.focus({ preventScroll: true });
    if (event.pointerType === 'touch') return gestures.down(event.pointerId, x, y);
    page.pointer(x, y, false, modifiersOf(event));
    page.button(buttons[event.button] ?? 0, true, modifiersOf(event));
  });
  on('pointermove', (event, x, y) => {
    if (event.pointerType === 'touch') return gestures.move(event.pointerId, x, y);
    if (isHeld) return;
    page.pointer(x, y, false, modifiersOf(event));
  });
  on('pointerup', (event, x, y) => {
    if (event.pointerType === 'touch') return gestures.up(event.pointerId, false, x, y);
    page.pointer(x, y, false, modifiersOf(event));
    page.button(buttons[event.button] ?? 0, false, modifiersOf(event));
  });
  on('pointercancel', (event) => {
    if (event.pointerType === 'touch') return gestures.up(event.pointerId, true);
    page.button(0, false, 0);
    page.pointerLeft();
  });
  on('pointerleave', (event) => {
    if (isHeld) return;
    if (event.pointerType !== 'touch') page.pointerLeft();
  });
  canvas.addEventListener('contextmenu', (event) => {
    event.preventDefault();
    // A resting finger shows values, and a dialog would cover them.
    if (/** @type {PointerEvent} */ (event).pointerType === 'touch') return;
    // A click may arrive before the frame that shows the target under the pointer. Until it is drawn, the pointer stays where it was
    // pressed.
    isHeld = true;
    page.pointer(event.offsetX, event.offsetY, false, modifiersOf(event));
    afterFrames(changed, () => {
      isHeld = false;
      // With a model, the menu at the pointer cuts the target. It has the notes too.
      page.act(document.documentElement.hasAttribute('data-model') ? 'cut' : 'notes');
      changed();
    });
  });
}

/** @param {HTMLCanvasElement} canvas @param {PageModule} page @param {() => void} changed */
function listenToWheel(canvas, page, changed) {
  canvas.addEventListener(
    'wheel',
    (event) => {
      // Ctrl and wheel (or a pinch on a touch pad, which looks the same) zooms the page unless the pointer is over a plot.
      if (event.ctrlKey && !page.wantsZoom) return;
      event.preventDefault();
      const { x, y } = pixelsOf(event);
      // A touch pad's pinch sends small steps, so they get a larger gain than a scroll.
      const gain = event.deltaMode === 0 && Math.abs(event.deltaY) < 50 ? 10 : 1;
      const sideways = event.shiftKey && x === 0;
      if (event.ctrlKey) page.zoom(event.offsetX, event.offsetY, zoomPerPixel ** (-y * gain));
      else page.scroll(sideways ? y : x, sideways ? 0 : y);
      changed();
    },
    { passive: false },
  );
}

/** @param {HTMLCanvasElement} canvas @param {PageModule} page @param {() => void} changed */
function listenToKeys(canvas, page, changed) {
  document.addEventListener('keydown', (event) => {
    const focus = document.activeElement;
    if (focus !== canvas && focus !== document.body) return;
    if (isBrowsers(event)) return;
    if (/^[<>]$/.test(event.key) || (event.shiftKey && event.key.startsWith('Arrow'))) {
      event.preventDefault();
      void import('./plot_keys.js').then(({ turn }) => {
        turn(page, event.key);
        changed();
      });
      return;
    }
    if (page.key(event.key)) {
      event.preventDefault();
      changed();
    } else if (event.key === 'Escape') {
      canvas.blur();
    }
  });
}
