// SPDX-License-Identifier: MIT
// Shared by the hostile tests. `tools/reliability hostile` runs them whole. The other tests run them in their quick form.

/** More and larger attempts, for minutes. */
export const isWhole = process.env.HEADWATERS_HOSTILE === 'whole';

/** @param {Uint8Array} bytes @param {number} size @returns {ReadableStream<Uint8Array>} made on demand */
export function inPieces(bytes, size) {
  let at = 0;
  return new ReadableStream(
    {
      pull(to) {
        if (at >= bytes.length) return to.close();
        to.enqueue(new Uint8Array(bytes.subarray(at, at + size)));
        at += size;
      },
    },
    { highWaterMark: 0 },
  );
}

/** The longest time, in milliseconds, during which `action` blocked everything else. @param {() => Promise<unknown>} action */
export async function mostSilence(action) {
  let [last, most] = [performance.now(), 0];
  const look = () => {
    const now = performance.now();
    most = Math.max(most, now - last);
    last = now;
  };
  const timer = setInterval(look, 5);
  try {
    await action();
    look();
  } finally {
    clearInterval(timer);
  }
  return most;
}
