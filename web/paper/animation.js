// SPDX-License-Identifier: MIT
// @ts-check
// An animation of one figure per layer. Writes an animated PNG with the figures' exact colours, or a video with the browser's recorder,
// which takes as long as the video lasts.

import { ProblemError } from '../base/problem.js';
import { tr } from '../base/language.js';
import { Apng } from './apng.js';
import { imageOf, longestSide, sizeOf } from './figures.js';

/** Seconds per layer at speed 1, and for the last one, as on the page (src/session/update/playback.h). */
const stands = 1.35;
const lastStands = 2.85;
/** Milliseconds. The recorder gets a still picture this often, so that players can show their position. */
const beat = 100;

/** The recorder's formats, WebM first. '' if there is none. */
export function videoType() {
  const recorder = globalThis.MediaRecorder;
  if (!recorder || !('captureStream' in HTMLCanvasElement.prototype)) return '';
  return ['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm', 'video/mp4'].find((type) => recorder.isTypeSupported(type)) ?? '';
}

/** @param {number} milliseconds @param {AbortSignal} [signal] */
const pause = (milliseconds, signal) =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        reject(signal.reason);
      },
      { once: true },
    );
  });

/**
 * Draws frames of one size. A figure lower than the highest gets white space.
 * @param {string[]} figures SVG @param {number} scale
 */
function paperFor(figures, scale) {
  const sizes = figures.map(sizeOf);
  const width = Math.round(scale * Math.max(...sizes.map((size) => size.width)));
  const height = Math.round(scale * Math.max(...sizes.map((size) => size.height)));
  if (!(width > 0 && height > 0) || Math.max(width, height) > longestSide) {
    throw new ProblemError(
      'animation',
      tr('Frames of {} × {} pixels are too large for browsers.', width, height),
      tr('Choose a smaller scale.'),
    );
  }
  /** An empty canvas. */
  const sheet = () => {
    // Recorders need even sides.
    const canvas = Object.assign(document.createElement('canvas'), { width: width + (width % 2), height: height + (height % 2) });
    const context = canvas.getContext('2d');
    if (!context) throw new ProblemError('animation', tr('The browser provides no canvas.'), tr('Choose a smaller scale.'));
    const draw = async (/** @type {number} */ index) => {
      const image = await imageOf(figures[index]);
      context.fillStyle = '#ffffff';
      context.fillRect(0, 0, canvas.width, canvas.height);
      context.drawImage(image, 0, 0, Math.round(sizes[index].width * scale), Math.round(sizes[index].height * scale));
    };
    return { canvas, context, draw };
  };
  return sheet;
}

/** @typedef {{progress: (done: number) => void, signal?: AbortSignal}} Watched */

/** @param {string[]} figures @param {number[]} seconds @param {number} scale @param {Watched} watched */
async function apngOf(figures, seconds, scale, { progress, signal }) {
  const sheet = paperFor(figures, scale);
  const { width, height } = sheet().canvas;
  const file = new Apng(width, height);
  for (const [i, time] of seconds.entries()) {
    signal?.throwIfAborted();
    // After its pixels are read, a browser draws a canvas with other code, whose edges differ a little from an exported figure's.
    const { canvas, context, draw } = sheet();
    await draw(i);
    await file.add(context.getImageData(0, 0, canvas.width, canvas.height), time);
    progress((i + 1) / seconds.length);
  }
  return file.blob();
}

/** @param {string[]} figures @param {number[]} seconds @param {number} scale @param {Watched} watched */
async function videoOf(figures, seconds, scale, { progress, signal }) {
  const mimeType = videoType();
  if (!mimeType)
    throw new ProblemError('animation', tr('This browser can’t record videos.'), tr('Use the animated PNG, or Chrome, Edge or Firefox.'));
  const { canvas, context, draw } = paperFor(figures, scale)();
  await draw(0);
  const stream = canvas.captureStream(1000 / beat);
  const recorder = new MediaRecorder(stream, { mimeType, videoBitsPerSecond: 8_000_000 });
  /** @type {Blob[]} */
  const parts = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const stopped = new Promise((resolve, reject) => {
    recorder.onstop = resolve;
    recorder.onerror = () => reject(new ProblemError('animation', tr('Recording failed.'), tr('Use the animated PNG.')));
  });
  stopped.catch(() => {});
  const whole = seconds.reduce((sum, time) => sum + time, 0);
  let passed = 0;
  recorder.start();
  try {
    for (const [i, time] of seconds.entries()) {
      if (i > 0) await draw(i);
      const end = performance.now() + 1000 * time;
      while (performance.now() < end) {
        // Draws the same picture again, because an unchanged canvas sends no frames.
        context.drawImage(canvas, 0, 0);
        await pause(Math.min(beat, Math.max(end - performance.now(), 1)), signal);
        progress((passed + time - Math.max(end - performance.now(), 0) / 1000) / whole);
      }
      passed += time;
    }
    recorder.stop();
    await stopped;
  } finally {
    if (recorder.state !== 'inactive') recorder.stop();
    for (const track of stream.getTracks()) track.stop();
  }
  const file = new Blob(parts, { type: mimeType.split(';')[0] });
  // WebKitGTK without encoders accepts a format but writes nothing.
  if (file.size === 0) throw new ProblemError('animation', tr('The browser recorded an empty video.'), tr('Use the animated PNG.'));
  return file;
}

/**
 * @param {(layer: number) => Promise<string>} figure an SVG of a layer, from 0
 * @param {number[]} layers @param {number} speed approximate layers per second
 * @param {import('../headwaters.d.ts').Animation} wanted
 * @returns {Promise<Blob>}
 */
export async function animationOf(
  figure,
  layers,
  speed,
  { format = 'apng', scale = format === 'apng' ? 2 : 1, progress = () => {}, signal },
) {
  if (format !== 'apng' && format !== 'video')
    throw new ProblemError('animation', `"${format}" is not a kind of animation.`, 'Use apng or video.');
  const figures = [];
  // The share of the progress bar for computing the figures.
  const half = format === 'apng' ? 0.5 : 0.1;
  for (const layer of layers) {
    signal?.throwIfAborted();
    figures.push(await figure(layer));
    progress((half * figures.length) / layers.length);
  }
  const seconds = layers.map((_, i) => (i + 1 < layers.length ? stands : lastStands) / speed);
  const later = { signal, progress: (/** @type {number} */ done) => progress(half + (1 - half) * done) };
  return format === 'apng' ? apngOf(figures, seconds, scale, later) : videoOf(figures, seconds, scale, later);
}
