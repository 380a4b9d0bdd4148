// SPDX-License-Identifier: MIT
// Types of window.headwaters. See docs/api.md.
import type { Animation, Citation, Explained, FigureForm, LaidOut, Link, OpenChoices } from './given.d.ts';
import type { Document, FigureName, MethodName, Problem, State, StateChange } from './state.d.ts';
export type { Animation, Citation, Explained, FigureForm, LaidOut, LayerChoice, Link, Note, OpenChoices, PatchGrid } from './given.d.ts';

export * from './state.d.ts';
/** What a link's `prompt` and `headwaters.prompt` are, as JSON, where there is more than a text. */
export type { Fields as Recipe } from './model/run/fields.js';

/** The same form as the command line prints; layers here count from 1. */
export interface Results {
  method: MethodName;
  settings: Record<string, unknown>;
  /** of what the values are computed, where that is not attention */
  contributions?: { kind: string; global: boolean };
  tokens: string[];
  queries?: string[];
  /** `values` is one row for chosen outputs, and a row a query for a whole matrix; null: not computed */
  layers: { layer: number; values: (number | null)[] | (number | null)[][] }[];
}

export interface Events {
  open: Document;
  change: State;
  layer: number;
  error: Problem;
  idle: { frames: number };
}
export type EventName = keyof Events;

/** An Error with the three parts of a Problem. */
export interface HeadwatersError extends Error, Problem {}

export interface Headwaters {
  readonly version: 1;
  /** Resolves when the page can be used; the first sample may still be on its way. */
  readonly ready: Promise<void>;
  /**
   * Opens an address, a file, bytes, or an object in any form that the page reads. `{model, prompt}`: a model by its name or
   * URL, which then runs here. Of a data set's list: resolves once it is shown, with the document that stays open, if there
   * is one. Rejects with HeadwatersError.
   */
  open(source: string | Blob | ArrayBuffer | ArrayBufferView | object, options?: OpenChoices): Promise<Document>;
  readonly state: State;
  /** The text that the open model runs, or a Recipe as JSON; setting it runs another. null: no model is open. */
  prompt: string | null;
  setState(state: StateChange): void;
  /**
   * Numbers of a method (default: the present one): with `layer` (from 0) the whole matrix after it, without it the chosen
   * outputs' row after every layer. With `view` the numbers of that figure (docs/api.md has their forms).
   */
  results(wanted?: { method?: MethodName; layer?: number; format?: 'json' }): Promise<Results>;
  results(wanted: { view: 'flow' | 'graph' | 'explain' | 'compare' | 'heads' | 'faithfulness'; format?: 'json' }): Promise<object>;
  results(wanted: { view: 'flow' | 'graph' | 'explain' | 'compare' | 'heads' | 'faithfulness'; format: 'csv' }): Promise<string>;
  results(wanted: { method?: MethodName; layer?: number; format: 'csv' }): Promise<string>;
  /** A NumPy file: float64, layers by tokens, or with `layer` output tokens by input tokens; NaN: not computed. */
  results(wanted: { method?: MethodName; layer?: number; format: 'npy' }): Promise<Blob>;
  /** How a number arises: of a method (default: the present one) after a layer (from 0; default: the present one). */
  explain(wanted: { method?: MethodName; layer?: number; query: number; key: number }): Promise<Explained>;
  /**
   * A link to what is shown. `none`: the data stay where they are. `fused` (the default) and `heads`: the data of the
   * present example are in the link, as one matrix per layer or with every head, rounded within `errorBound`.
   */
  link(wanted?: { data?: 'none' | 'fused' | 'heads' }): Promise<Link>;
  /**
   * All that is open, to the last bit, and what is shown of it, as a file that opens where it was left: of the form
   * headwaters/1, gzip unless `gzip` is false.
   */
  save(wanted?: { gzip?: boolean }): Promise<Blob>;
  /** The same and the program as one HTML file, which opens from a disk without a network. */
  page(): Promise<Blob>;
  citation(): Citation;
  /**
   * A figure of the present view on white paper with its caption of method, settings and source: SVG as text, PNG at `scale`
   * (1, 2, 4) times its size or at `dpi` dots per inch, or PDF with its fonts inside. Computes what it needs first. `layer` (from 0): as if the view stood there.
   */
  figure(wanted?: FigureForm & { view?: FigureName; format?: 'svg'; layer?: number }): Promise<string>;
  figure(wanted: FigureForm & { view?: FigureName; format: 'png' | 'pdf'; scale?: number; dpi?: number; layer?: number }): Promise<Blob>;
  /** That figure of one layer after the other, at the speed of the timeline: an animated PNG, or a video. */
  animation(wanted?: Animation): Promise<Blob>;
  /** What stands where on the canvas now. */
  layout(): LaidOut[];
  /** The lessons that came with the page; `steps` is how many. */
  readonly lessons: Promise<{ id: string; title: string; steps: number }[]>;
  play(): void; pause(): void;
  step(by?: number): void;
  on<Name extends EventName>(name: Name, listener: (detail: Events[Name]) => void): void;
  off<Name extends EventName>(name: Name, listener: (detail: Events[Name]) => void): void;
  /** Frames drawn since the page was opened. */
  readonly frames: number;
  /** True when nothing moves and nothing is waited for. */
  readonly idle: boolean;
}

declare global {
  interface Window { headwaters: Headwaters }
}
