// SPDX-License-Identifier: MIT
// @ts-check
// The sounds of an open model, by their names in runs. They stay on this machine. A worker caches the newest few and receives others again
// when it needs them.

import { isWav, monoOf, toneWav, wavOf } from './wav.js';
import { ProblemError } from '../../base/problem.js';
import { tr } from '../../base/language.js';

/** The size of the worker's cache (src/model/service/sounds.cpp). */
const mostSent = 4;
const mostFiles = 8;
const mostBytes = 2 ** 27;

/** The first sound of a model. */
export const firstSound = 'tone';

export class Sounds {
  /** WAV files. @type {Map<string, {title: string, bytes: Uint8Array<ArrayBuffer>}>} */
  #files = new Map();
  /** Names in the worker's cache, oldest first. @type {string[]} */
  #sent = [];
  /** @type {AudioContext | null} */
  #speaker = null;
  /** @type {AudioBufferSourceNode | null} */
  #playing = null;

  /** Whether a file is likely a sound. @param {File} file */
  static async isSound(file) {
    return file.type.startsWith('audio/') || isWav(new Uint8Array(await file.slice(0, 12).arrayBuffer()));
  }

  /** @param {Blob} file @param {string} title @returns {Promise<string>} its name */
  async add(file, title) {
    if (file.size > mostBytes)
      throw new ProblemError(title, tr('This sound is larger than {} MB.', mostBytes / 2 ** 20), tr('Make it shorter.'));
    const given = new Uint8Array(await file.arrayBuffer());
    const bytes = isWav(given) ? given : await this.#decoded(given, title);
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
    const name = `sound:${[...hash.slice(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
    this.#files.delete(name);
    this.#files.set(name, { title, bytes });
    const [oldest] = this.#files.keys();
    if (this.#files.size > mostFiles) this.#files.delete(oldest);
    return name;
  }

  /** @param {Uint8Array<ArrayBuffer>} bytes @param {string} title */
  async #decoded(bytes, title) {
    const decoder = new OfflineAudioContext(1, 1, 48_000);
    const decoded = await decoder.decodeAudioData(bytes.slice().buffer).catch(() => {
      throw new ProblemError(title, tr('The browser can’t decode this sound.'), tr('Use a WAV file.'));
    });
    return wavOf(monoOf(decoded), decoded.sampleRate);
  }

  /** @param {string} name @returns {Uint8Array<ArrayBuffer> | null} null if it is not on this machine */
  #wav(name) {
    return name === firstSound ? toneWav() : (this.#files.get(name)?.bytes ?? null);
  }

  /** A sound's title for people. @param {string} name */
  title(name) {
    return name === firstSound ? tr('A rising tone') : (this.#files.get(name)?.title ?? tr('A sound that is not on this device'));
  }

  /** Sends the sound to the worker before the next request, if it does not have it. @param {import('../link.js').Link} link @param {string} name */
  send(link, name) {
    if (this.#sent.includes(name)) return;
    const bytes = this.#wav(name);
    if (!bytes) return; // the worker reports that it is missing
    this.#sent = [...this.#sent, name].slice(-mostSent);
    // Links and saved files contain the run's title, and a file's name is private.
    const title = name === firstSound ? this.title(name) : tr('Sound');
    const forget = () => {
      this.#sent = this.#sent.filter((one) => one !== name);
    };
    link.call({ call: 'sound', name, title, size: bytes.length }, { parts: [{ name: title, blob: bytes.slice().buffer }] }).catch(forget);
  }

  /** Plays a part of a sound, in seconds, and stops the one before. @param {string} name @param {number} from @param {number} to */
  async play(name, from, to) {
    this.stop();
    const bytes = this.#wav(name);
    if (!bytes) throw new ProblemError(tr('sound'), tr('This sound is not on this device.'), tr('Choose or record one.'));
    this.#speaker ??= new AudioContext();
    const speaker = this.#speaker;
    const buffer = await speaker.decodeAudioData(bytes.slice().buffer);
    await speaker.resume();
    const playing = new AudioBufferSourceNode(speaker, { buffer });
    playing.connect(speaker.destination);
    playing.start(0, from, Math.max(to - from, 0.05));
    this.#playing = playing;
  }

  stop() {
    this.#playing?.stop();
    this.#playing = null;
  }

  /** The model closes. */
  end() {
    this.stop();
    void this.#speaker?.close();
    this.#speaker = null;
  }
}
