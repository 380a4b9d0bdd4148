// SPDX-License-Identifier: MIT
// @ts-check
// Draws the part of a picture that a model sees.

/**
 * @param {CanvasRenderingContext2D} context with the transform of a square
 * @param {import('./pictures.js').Picture & {isSeen?: boolean}} picture
 * @param {import('./pad.js').Seen} seen @param {number} side of the square
 */
export function drawCrop(context, picture, { isShortest, seenAcross, seenDown }, side) {
  const { width, height, pixels, isSeen } = picture;
  const shorter = Math.min(width, height);
  const [across, down] = isSeen
    ? [width, height]
    : [(isShortest ? shorter : width) * seenAcross, (isShortest ? shorter : height) * seenDown];
  const whole = new OffscreenCanvas(width, height);
  whole.getContext('2d')?.putImageData(new ImageData(pixels, width, height), 0, 0);
  context.imageSmoothingQuality = 'high';
  context.drawImage(whole, (width - across) / 2, (height - down) / 2, across, down, 0, 0, side, side);
}
