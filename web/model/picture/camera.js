// SPDX-License-Identifier: MIT
// @ts-check
// A photo from the camera. The browser asks for permission. The camera stops after the photo, when it is closed, and when it is no longer
// visible because its section is folded or its model closed. Only the photo is kept, in this tab.

import { tr } from '../../base/language.js';
import { make, setText } from '../../base/elements.js';

/** Prefers a phone's back camera. */
const wanted = { video: { facingMode: 'environment', width: { ideal: 1280 } }, audio: false };

export class Camera {
  #taken;
  #closed;
  #video = make('video', { muted: true, playsInline: true, autoplay: true, 'aria-label': tr('Camera preview') });
  #take = make('button', { 'data-id': 'camera/take', type: 'button', textContent: tr('Take the photo'), disabled: true });
  #said = make('p', { className: 'status', role: 'status' });
  /** @type {MediaStream | null} */
  #stream = null;
  #isOpen = true;
  #seen = new ResizeObserver(([{ contentRect }]) => contentRect.width === 0 && this.close());
  root;

  /** @param {(picture: File) => void} taken @param {() => void} closed called after it closes, with the camera off */
  constructor(taken, closed) {
    this.#taken = taken;
    this.#closed = closed;
    this.#video.hidden = true;
    this.root = make(
      'div',
      { className: 'camera' },
      this.#video,
      this.#said,
      make(
        'div',
        { className: 'pad-buttons' },
        this.#take,
        make('button', { 'data-id': 'camera/close', type: 'button', textContent: tr('Close the camera'), onclick: () => this.close() }),
      ),
    );
    this.#take.onclick = () => void this.#picture();
  }

  /** Call it when `root` is on the page. Requests the camera and shows its picture. */
  async open() {
    this.#seen.observe(this.root);
    setText(this.#said, tr('The browser asks whether this page may use the camera.'));
    try {
      if (!navigator.mediaDevices?.getUserMedia)
        return this.#refuse(
          window.isSecureContext ? tr('This browser gives pages no camera access.') : tr('Cameras work only on secure (https) pages.'),
        );
      const stream = await navigator.mediaDevices.getUserMedia(wanted);
      if (!this.#isOpen) return stop(stream);
      this.#stream = stream;
      this.#video.srcObject = stream;
      await this.#video.play();
      if (!this.#isOpen) return;
      this.#video.hidden = false;
      this.#take.disabled = false;
      setText(this.#said, tr('The picture stays in this tab.'));
      this.root.scrollIntoView({ block: 'nearest' });
      this.#take.focus();
    } catch (error) {
      this.#refuse(reasonOf(error));
    }
  }

  close() {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#seen.disconnect();
    this.#end();
    this.root.remove();
    this.#closed();
  }

  #end() {
    if (this.#stream) stop(this.#stream);
    this.#stream = null;
    this.#video.srcObject = null;
  }

  /** @param {string} reason */
  #refuse(reason) {
    if (!this.#isOpen) return;
    this.#end();
    this.#video.hidden = true;
    this.#take.disabled = true;
    this.#said.classList.add('problem');
    setText(this.#said, reason);
  }

  async #picture() {
    const { videoWidth: width, videoHeight: height } = this.#video;
    const canvas = new OffscreenCanvas(Math.max(width, 1), Math.max(height, 1));
    canvas.getContext('2d')?.drawImage(this.#video, 0, 0);
    this.#end();
    const blob = await canvas.convertToBlob({ type: 'image/png' });
    if (!this.#isOpen) return;
    this.close();
    this.#taken(new File([blob], tr('Photo'), { type: 'image/png' }));
  }
}

/** @param {MediaStream} stream */
const stop = (stream) =>
  stream.getTracks().forEach((track) => {
    track.stop();
  });

/** @param {unknown} error from getUserMedia */
function reasonOf(error) {
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError')
    return tr('The camera was denied. Allow it in the browser’s settings for this page.');
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return tr('No camera found.');
  if (name === 'NotReadableError' || name === 'AbortError') return tr('The camera doesn’t start. Another program may be using it.');
  return tr('The camera can’t be used: {}', String(error));
}
