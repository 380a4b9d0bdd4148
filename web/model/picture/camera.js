// SPDX-License-Identifier: MIT
// @ts-check
// A still from the camera. The browser asks first; the camera stops with the picture, when it is closed, and as soon as it is no longer
// seen: folded away, or its model closed. Nothing is kept but the picture, in this tab.

import { tr } from '../../base/words.js';
import { make, say } from '../../base/elements.js';

/** The camera of a phone that looks away from its owner, where there are two. */
const wanted = { video: { facingMode: 'environment', width: { ideal: 1280 } }, audio: false };

export class Camera {
  #taken;
  #closed;
  #video = make('video', { muted: true, playsInline: true, autoplay: true, 'aria-label': tr('What the camera sees') });
  #take = make('button', { 'data-id': 'camera/take', type: 'button', textContent: tr('Take the photo'), disabled: true });
  #said = make('p', { className: 'status', role: 'status' });
  /** @type {MediaStream | null} */
  #stream = null;
  #isOpen = true;
  #seen = new ResizeObserver(([{ contentRect }]) => contentRect.width === 0 && this.close());
  root;

  /** @param {(picture: File) => void} taken @param {() => void} closed it is gone, and the camera is off */
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

  /** Where `root` is on the page: asks for the camera, and shows what it sees. */
  async open() {
    this.#seen.observe(this.root);
    say(this.#said, tr('The browser asks whether this page may use the camera.'));
    try {
      if (!navigator.mediaDevices?.getUserMedia)
        return this.#refuse(
          window.isSecureContext
            ? tr('This browser gives pages no access to a camera.')
            : tr('Browsers allow the camera only on secure (https) pages.'),
        );
      const stream = await navigator.mediaDevices.getUserMedia(wanted);
      if (!this.#isOpen) return stop(stream);
      this.#stream = stream;
      this.#video.srcObject = stream;
      await this.#video.play();
      if (!this.#isOpen) return;
      this.#video.hidden = false;
      this.#take.disabled = false;
      say(this.#said, tr('The picture stays in this tab.'));
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
    say(this.#said, reason);
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

/** @param {unknown} error of getUserMedia */
function reasonOf(error) {
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError')
    return tr('The camera was not allowed. The browser’s settings for this page can allow it.');
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return tr('There is no camera.');
  if (name === 'NotReadableError' || name === 'AbortError') return tr('The camera does not start: another program may be using it.');
  return tr('The camera cannot be used: {}', String(error));
}
