// SPDX-License-Identifier: MIT
// Puts the page into a frame below `root` and hands its messages on. Cells (page.py) and the widget begin with this script.
export const headwatersFrame = (root, page, height, told) => {
  const frame = document.createElement('iframe');
  const hosted = /^https?:/.test(page);
  frame.title = 'Headwaters: attention by layer';
  frame.allow = 'clipboard-write; fullscreen';
  frame.style.cssText = `width: 100%; height: ${height}px; border: 1px solid #8884; border-radius: 6px; display: block; box-sizing: border-box`;
  if (hosted) frame.src = page;
  else frame.srcdoc = page;
  const say = (message) => frame.contentWindow?.postMessage(message, hosted ? new URL(page).origin : '*');
  const hear = ({ source, data }) => {
    if (source === frame.contentWindow && String(data?.type).startsWith('headwaters:')) told(data);
  };
  addEventListener('message', hear);
  root.prepend(frame);
  const close = () => {
    removeEventListener('message', hear);
    frame.remove();
  };
  return { frame, say, close };
};

export const headwatersLate = (page) => (/^https?:/.test(page) ? `The page at ${page} does not answer. ` : 'The page did not start here. ');
