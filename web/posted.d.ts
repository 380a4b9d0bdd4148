// SPDX-License-Identifier: MIT
// The messages between the page and its workers.
import type { Problem } from './base/problem.js';
import type { Question } from './fetch/download.js';
import type { Part } from './model/worker.js';
import type { Request } from './model/run/requests.js';
import type { Request as Opening } from './worker/worker.js';

/** Of the engine's worker, and of its helpers, which send bytes only: one of these. */
export interface FromEngine {
  /** Why it has ended. */
  died?: string;
  /** The lock that it holds as long as it lives. */
  alive?: string;
  /** A message of the engine (src/protocol/messages.h). */
  bytes?: Uint8Array;
  progress?: { ticket: number; bytes: number; total: number };
  asks?: { ticket: number; name: string; question: Question };
  failed?: { ticket: number; problem: Problem };
}

/** Language and texts, before anything else is asked. */
interface LanguageTexts {
  words?: { language: string; texts: Record<string, string> };
}

export interface ToEngine extends LanguageTexts {
  bytes?: Uint8Array;
  /** A message in pieces. */
  pieces?: Uint8Array[];
  open?: Opening;
  /** The second part of its program is needed soon. */
  whole?: true;
  /** The ticket of an opening that is over, or whose question was answered with yes. */
  cancel?: number;
  agreed?: number;
}

/** Of a model's worker: what became of the request with this number. */
export type FromModel =
  | { reply: number; result: unknown; bytes: Uint8Array | Uint8Array[] | null }
  | { refused: number; problem: Problem }
  | { progress: number; done: number }
  | { died: string }
  | { alive: string };

/** `stop`: the number of a request that is not wanted any more. */
export type ToModel = { call: number; request: Request; parts?: Part[] } | { stop: number } | Required<LanguageTexts>;
