// SPDX-License-Identifier: MIT
// @ts-check
// Reads QR codes by the camera, in browsers that have BarcodeDetector. Pictures stay on this machine.

import { make } from '../../base/elements.js';
import { tr } from '../../base/language.js';

/** @typedef {{detect: (source: HTMLVideoElement) => Promise<{rawValue: string}[]>}} Detector of a browser that has it */

const pause = 250; // ms between two pictures

export const canScan = () => 'BarcodeDetector' in globalThis && Boolean(navigator.mediaDevices?.getUserMedia);

/** A button, and the camera's picture while it is on. @param {(text: string) => void} read @returns {{root: HTMLElement, stop: () => void}} */
export function scanner(read) {
  if (!canScan())
    return {
      root: make('p', { className: 'muted', textContent: tr('This browser cannot scan QR codes. Paste the codes instead.') }),
      stop: () => {},
    };
  const video = make('video', { muted: true, playsInline: true, hidden: true, 'aria-label': tr('Camera') });
  const says = make('p', { className: 'muted', role: 'status' });
  /** @type {MediaStream | null} */
  let stream = null;
  const stop = () => {
    for (const track of stream?.getTracks() ?? []) track.stop();
    stream = null;
    video.hidden = true;
    button.textContent = tr('Scan QR codes');
  };
  const watch = async (/** @type {Detector} */ detector) => {
    while (stream) {
      const seen = await detector.detect(video).catch(() => []);
      if (stream) for (const { rawValue } of seen) read(rawValue);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  };
  const begin = async () => {
    try {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      if (!button.isConnected) return stop(); // closed while the browser asked
      video.srcObject = stream;
      video.hidden = false;
      button.textContent = tr('Stop scanning');
      says.textContent = '';
      await video.play();
      const Made = /** @type {{BarcodeDetector: new (options: {formats: string[]}) => Detector}} */ (/** @type {unknown} */ (globalThis))
        .BarcodeDetector;
      void watch(new Made({ formats: ['qr_code'] }));
    } catch {
      stop();
      says.textContent = tr('No camera, or not allowed. Paste the codes instead.');
    }
  };
  const button = make('button', {
    'data-id': 'class/scan',
    type: 'button',
    textContent: tr('Scan QR codes'),
    onclick: () => (stream ? stop() : void begin()),
  });
  return { root: make('div', {}, make('p', { className: 'row' }, button), video, says), stop };
}
