// SPDX-License-Identifier: MIT
// @ts-check
// Sounds as WAV files, which the model's module reads (src/model/sound/wav.h).

/** Whether the bytes begin like a WAV file. @param {Uint8Array} bytes */
export const isWav = (bytes) => String.fromCharCode(...bytes.subarray(0, 4), ...bytes.subarray(8, 12)) === 'RIFFWAVE';

/** A WAV file with one channel of 32-bit floating-point numbers. @param {Float32Array} samples @param {number} rate per second @returns {Uint8Array<ArrayBuffer>} */
export function wavOf(samples, rate) {
  const size = 4 * samples.length;
  const bytes = new Uint8Array(44 + size);
  const view = new DataView(bytes.buffer);
  const text = (/** @type {number} */ at, /** @type {string} */ letters) => bytes.set(new TextEncoder().encode(letters), at);
  text(0, 'RIFF');
  view.setUint32(4, 36 + size, true);
  text(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 3, true); // floating-point numbers
  view.setUint16(22, 1, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, 4 * rate, true);
  view.setUint16(32, 4, true);
  view.setUint16(34, 32, true);
  text(36, 'data');
  view.setUint32(40, size, true);
  for (let i = 0; i < samples.length; i += 1) view.setFloat32(44 + 4 * i, samples[i], true);
  return bytes;
}

/** The mean of the channels. @param {{numberOfChannels: number, length: number, getChannelData: (channel: number) => Float32Array}} decoded by the browser */
export function monoOf(decoded) {
  const mono = new Float32Array(decoded.length);
  for (let channel = 0; channel < decoded.numberOfChannels; channel += 1) {
    const own = decoded.getChannelData(channel);
    for (let i = 0; i < mono.length; i += 1) mono[i] += own[i] / decoded.numberOfChannels;
  }
  return mono;
}

/** Two seconds of a tone that rises from 200 Hz to 2 kHz, the first input of a model. */
export function toneWav() {
  const rate = 16_000;
  const samples = Float32Array.from({ length: 2 * rate }, (_, i) => {
    const time = i / rate;
    return 0.4 * Math.sin(2 * Math.PI * (200 * time + 450 * time * time)) * Math.min(1, 20 * time, 20 * (2 - time));
  });
  return wavOf(samples, rate);
}
