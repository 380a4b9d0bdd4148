// SPDX-License-Identifier: MIT
// Instances of the WebAssembly modules, as Emscripten creates them.

export type CallName = `_hw_${string}`;

/** C++ functions take and return only numbers. Texts and bytes pass through the instance's memory. */
export interface Instance {
  [call: CallName]: (...given: number[]) => number;
  HEAPU8: Uint8Array<ArrayBuffer>;
  /** Loads the second part of a split module (worker/later_code.js). */
  comes?(): Promise<void>;
}

export interface PageInstance extends Instance {
  UTF8ToString(pointer: number): string;
}
