// SPDX-License-Identifier: MIT
// @ts-check
// The buttons below a prompt's picture: another picture, a photo, masks, and tiles.

import { button } from '../run/parts.js';
import { pictureButton } from '../picture/choose_button.js';
import { make } from '../../base/elements.js';
import { tr } from '../../base/language.js';

export class PictureButtons {
  #context;
  #masking;
  /** @type {import('../picture/camera.js').Camera | null} */
  #camera = null;
  #mask = button('patches/mask', tr('Mask patches'), () => this.#setMasking(!this.isMasking));
  #clear = button('patches/clear', tr('Remove the masks'), () => this.#context.change({ wiped: undefined }));
  #photo = button('patches/photo', tr('Take a photo'), () => void this.#openCamera());
  #tiles = make('input', { 'data-id': 'patches/tiles', type: 'checkbox' });
  #split = make('label', { hidden: true }, this.#tiles, ' ', tr('Split into tiles'));
  root;

  /** @param {import('../run/parts.js').Context} context @param {{masking: (isOn: boolean) => void}} callbacks */
  constructor(context, { masking }) {
    this.#context = context;
    this.#masking = masking;
    this.#mask.setAttribute('aria-pressed', 'false');
    this.#photo.setAttribute('aria-pressed', 'false');
    this.#tiles.onchange = () =>
      context.change({ tiles: this.#tiles.checked ? 1 : undefined, wiped: undefined, ids: undefined, target: undefined });
    this.root = make(
      'div',
      {},
      make(
        'p',
        { className: 'choose' },
        this.#mask,
        this.#clear,
        ...pictureButton('patches/choose', context.takeFile),
        this.#photo,
        this.#split,
      ),
    );
  }

  /** @param {import('../run/parts.js').ShownRun} run */
  show({ recipe, about }) {
    this.#clear.hidden = !recipe.wiped;
    this.#split.hidden = !about.prompted?.hasTiles;
    this.#tiles.checked = recipe.tiles === 1;
  }

  get isMasking() {
    return this.#mask.getAttribute('aria-pressed') === 'true';
  }

  /** @param {boolean} isOn */
  #setMasking(isOn) {
    this.#mask.setAttribute('aria-pressed', String(isOn));
    this.#masking(isOn);
  }

  async #openCamera() {
    if (this.#camera) return this.#camera.close();
    const { Camera } = await import('../picture/camera.js');
    if (this.#camera || !this.root.isConnected) return;
    this.#camera = new Camera(this.#context.takeFile, () => {
      this.#camera = null;
      this.#photo.setAttribute('aria-pressed', 'false');
    });
    this.#photo.setAttribute('aria-pressed', 'true');
    this.root.append(this.#camera.root);
    await this.#camera.open();
  }

  /** Another view replaces this one. */
  leave() {
    this.#camera?.close();
  }
}
