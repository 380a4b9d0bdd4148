// SPDX-License-Identifier: MIT
// @ts-check
// Up to ten seconds from the microphone. The browser asks for permission. The microphone is off after the recording.

import { ProblemError } from '../../base/problem.js';
import { tr } from '../../base/language.js';

/** Milliseconds. */
export const longest = 10_000;

/** Why the microphone can’t be used. @param {unknown} error */
function reasonOf(error) {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError') return tr('The page may not use the microphone.');
  if (name === 'NotFoundError') return tr('This device has no microphone.');
  return tr('The microphone does not work.');
}

/**
 * Records until the time is over, or until `stop` aborts. Throws a ProblemError if that is impossible.
 * @param {AbortSignal} stop @param {() => void} began @returns {Promise<Blob>}
 */
export async function recorded(stop, began) {
  const refused = (/** @type {string} */ finding) => new ProblemError(tr('sound'), finding, tr('Choose a file.'));
  if (!navigator.mediaDevices?.getUserMedia || !window.MediaRecorder)
    throw refused(
      window.isSecureContext ? tr('This browser gives pages no microphone.') : tr('Microphones work only on secure (https) pages.'),
    );
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true }).catch((error) => {
    throw refused(reasonOf(error));
  });
  const end = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  try {
    const recorder = new MediaRecorder(stream);
    /** @type {Blob[]} */
    const parts = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    const done = new Promise((resolve, reject) => {
      recorder.onstop = resolve;
      recorder.onerror = () => reject(refused(tr('The microphone does not work.')));
    });
    recorder.start();
    began();
    const finish = () => recorder.state !== 'inactive' && recorder.stop();
    const timer = setTimeout(finish, longest);
    stop.addEventListener('abort', finish, { once: true });
    if (stop.aborted) finish();
    await done;
    clearTimeout(timer);
    return new Blob(parts, { type: recorder.mimeType });
  } finally {
    end();
  }
}
