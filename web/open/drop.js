// SPDX-License-Identifier: MIT
// @ts-check
// Data that the user drops or pastes anywhere, or picks in a dialog.

/**
 * @typedef {object} Receiver
 * @property {(file: File, all: Dropped) => void} file receives the first file and all others of the same drop
 * @property {(address: string) => void} address
 * @property {(text: string) => void} text probably JSON
 */

/** @typedef {{files: File[], entries: FileSystemEntry[]}} Dropped entries: of a drop, including folders */

/**
 * The content of a drop or a paste: a file, else an address, else text.
 * @param {DataTransfer} data @param {Receiver} receiver
 * @returns {boolean} false if there was nothing to open
 */
export function receive(data, receiver) {
  const file = data.files[0];
  if (file) {
    // A drop's content is only available during its event.
    const entries = [...data.items].flatMap((item) => item.webkitGetAsEntry?.() ?? []);
    receiver.file(file, { files: [...data.files], entries });
    return true;
  }
  const link = data
    .getData('text/uri-list')
    .split('\n')
    .find((line) => line && !line.startsWith('#'));
  const text = link ?? data.getData('text/plain').trim();
  if (!text) return false;
  if (/^https?:\/\/\S+$/.test(text)) receiver.address(text);
  else receiver.text(text);
  return true;
}

/** @param {HTMLElement} overlay shown while something is dragged over the page @param {Receiver} receiver */
export function listenForData(overlay, receiver) {
  let depth = 0; // every element under the pointer sends enter and leave
  const show = () => {
    overlay.hidden = depth <= 0;
  };
  addEventListener('dragenter', (event) => {
    event.preventDefault();
    depth += 1;
    show();
  });
  addEventListener('dragleave', () => {
    depth -= 1;
    show();
  });
  addEventListener('dragover', (event) => {
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
  });
  addEventListener('drop', (event) => {
    event.preventDefault();
    depth = 0;
    show();
    if (event.dataTransfer) receive(event.dataTransfer, receiver);
  });
  addEventListener('paste', (event) => {
    const focus = document.activeElement;
    if (focus instanceof HTMLTextAreaElement || focus instanceof HTMLInputElement) return;
    if (event.clipboardData && receive(event.clipboardData, receiver)) event.preventDefault();
  });
}
