// SPDX-License-Identifier: MIT
// Every call out of WebAssembly into JavaScript, by program. The other side is the EM_JS of src/platform: a test holds the two
// against each other, name by name and argument by argument (tests/web/outward.test.mjs).

import type { Problem } from './base/problem.js';
import type { TextPainter } from './boot/text.js';

/** Of the page's program: `host` among its module's options (src/platform/page/browser_host.cpp). Who says what: src/session/host.h. */
export interface PageHost {
  writeAddress(fragment: string, push: boolean): void;
  fetch(ticket: number, kind: string, text: string, name: string, choices: string, given: number, recipe: string): void;
  /** An opening is over. */
  cancel(ticket: number, why: Problem): void;
  /** Of a file that is kept. */
  lookFor(name: string): void;
  /** Over a reload; 0: nothing. */
  hold(given: number): void;
  release(given: number): void;
  /** One that the engine waits for, or that is to be shown (make/makers.js). */
  makeExample(document: number, maker: string, recipe: string, isShown: boolean, isSettled: boolean): void;
  showDialog(name: string): void;
  /** Beside the views; `asked`: and its own view. */
  showLesson(lesson: string, step: number, asked: boolean): void;
  /** For a projector. */
  present(on: boolean): void;
  announce(text: string): void;
  sendToEngine(bytes: Uint8Array): void;
  requestFrame(): void;
  /** A document; or the list of a data set, which showDialog() was told of. */
  opened(ticket: number, isList: boolean): void;
  /** An opening. */
  failed(ticket: number, problem: Problem): void;
  notExported(ticket: number, problem: Problem): void;
  exported(ticket: number, name: string, mediaType: string, text: string): void;
  decodePicture(number: number, url: string): void;
  setCursor(name: string): void;
  /** Of the views that are no part of the canvas: {@link Places} as JSON. */
  placeViews(places: string): void;
  text: Pick<TextPainter, 'capHeight' | 'advance' | 'paint' | 'pixels'>;
}

/** On the canvas, in units of which `zoom` makes CSS pixels. */
export interface Area {
  x: number; y: number; width: number; height: number;
}
export interface Places {
  /** `seen`: what is not scrolled away of the surroundings. */
  views: { panel: string; area: Area; seen: Area }[];
  /** Menus and tips of the canvas that lie over them. */
  covers: Area[];
  /** More than 1 while the page is projected. */
  zoom: number;
}

/** Of the engine, and of its helpers, which have none of their own: its module's options (src/platform/worker/engine_main.cpp). */
export interface EngineHost {
  onMessage(bytes: Uint8Array): void;
  onHelperMessage?(helper: number, bytes: Uint8Array): void;
  /** Fills `into` with what comes next of a message that is taken in pieces. */
  next?(into: Uint8Array): void;
}

/** Of the models' program: its module's options (src/platform/model/main.cpp). */
export interface ModelHost {
  /** Fills `into` from one of the files that are being opened; false if they cannot be read. */
  readPart(number: number, offset: number, into: Uint8Array): boolean;
  /** `bytes`: a message for the engine, in pieces where it is long. */
  onReply(id: number, result: string, bytes: Uint8Array | Uint8Array[] | null): void;
  onRefused(id: number, problem: string): void;
  onProgress(id: number, done: number): void;
}
