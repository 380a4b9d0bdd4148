// SPDX-License-Identifier: MIT
// Types of what window.headwaters has besides its state, and of notes. See docs/api.md.
import type { FigureName, State } from './state.d.ts';

/** A remark pinned to a place; all indices count from 0. `side` is the file's main one and `example` 0 unless said. */
export interface Note {
  /** an output is a token of the other side, across encoder and decoder alone */
  at: 'token' | 'output' | 'layer' | 'cell' | 'edge';
  /** of a token or output */
  token?: number;
  /** of a layer, a cell or an edge */
  layer?: number;
  /** of a cell or an edge: output and input token */
  query?: number;
  key?: number;
  /** one line, at most 280 characters */
  text: string;
  side?: State['side'];
  example?: number;
}

/**
 * A part of the canvas, CSS pixels, cut to what is seen, in the order in which they are drawn: a line of text, what
 * takes the pointer, what shows numbers; a cover (a menu) hides what came before it.
 */
export interface LaidOut {
  kind: 'text' | 'target' | 'figure' | 'cover';
  name: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A link to what is shown, which may hold the data. */
export interface Link {
  url: string;
  /** Of the fragment, the part behind the '#'. */
  characters: number;
  /** No bar of raw attention, rollout or relative flow is off by more. */
  errorBound: number;
  /** Largest difference of flow that is not divided by its row's sum; only where data are in the link. */
  flowError?: number;
  /** No rank correlation with the example's scores is off by more, since rounding breaks ties; 0 without scores. */
  rankError?: number;
  /** Whether `errorBound` holds for flow from every token, or from the chosen output alone. */
  flowOfAll?: boolean;
  /** In words. */
  leftOut: string[];
}

/** What a paper has to say of an analysis. */
export interface Citation {
  /** For the methods section: every setting that the method uses, at its default too. */
  sentence: string;
  /** The sources of method and settings, and the program. */
  bibtex: string;
}

export interface Animation {
  /** a figure of one layer: bars, matrix, flow, graph, compare or image; default: bars */
  view?: FigureName;
  /** `apng` (the default) has the figure's exact colours; `video` is what the browser's recorder writes, in real time */
  format?: 'apng' | 'video';
  /** pixels in one of the figure's; default 2, and 1 of a video */
  scale?: number;
  /** of what is done, 0 to 1 */
  progress?: (done: number) => void;
  signal?: AbortSignal;
}

/**
 * How a number arises. `terms` in their order and `rest`, added up, are `value`. A path goes from the output down to the
 * input, a token for each level; that of a flow may go up where `levels` says so. Of raw attention a term is a head.
 * Layers here count from 1.
 */
export interface Explained {
  method: string;
  settings: Record<string, unknown>;
  layer: number;
  query: number;
  key: number;
  tokens: [string, string];
  value: number;
  terms: { value: number; path: number[]; levels?: number[]; head?: number; share?: number; weight?: number }[];
  rest: number;
  /** the row times the column */
  sum?: { token: number; weight: number; below: number; value: number }[];
  /** of a flow */
  complete?: boolean;
  cut?: { capacity: number; edges: [layer: number, query: number, key: number, capacity: number][] };
}

/** How data are opened. */
export interface OpenChoices {
  name?: string;
  /** [choices on opening](formats.md#choices-on-opening); ignore-keys runs a model without unknown keys of its configuration */
  read?: ('normalised' | 'averaged' | 'half' | 'softmax' | 'padded' | 'sink' | 'absolute' | 'transposed' | 'ignore-keys')[];
  /** tokens for a file without any */
  tokenTexts?: string[];
  decoderTexts?: string[];
  /** pictures of a vision model (PNG, JPEG or WebP), one for each picture of the input or for each example; they are never uploaded */
  picture?: Blob | Blob[];
  /** rows, columns and first patch token, "14x14@1", with eight frames "8x14x14@1" */
  grid?: string;
  /** axes before rows and columns, 'inputs,layers,heads' */
  axes?: string;
  /** arrays of the layers (* for any text), "blocks.*.attn.hook_pattern" */
  layersFrom?: string;
  /** only the first tokens of padded matrices (0 for all) */
  firstTokens?: number;
  /** the weights' file, if several fit */
  weightsFile?: string;
  /** limit in bytes for the weights (default: by the machine) */
  memory?: number;
}

/** Arrays that the layers may be: the name as `layersFrom`, what they are, and digits of the first matrix, rows between `/`. */
export interface LayerChoice {
  value: string;
  text: string;
  preview: string;
}

/** Patches in rows, a token each from the first on. */
export interface PatchGrid {
  rows: number;
  cols: number;
  firstPatchToken: number;
}

/** How a figure is laid out, where it is not as on the page. */
export interface FigureForm {
  /** for a paper, laid out at this width: millimetres, or '83mm', '17cm', '3.3in', '236pt' (50 to 1000 mm) */
  width?: number | string;
  /** of a paper's text, in points: 7.5 */
  fontSize?: number;
  theme?: 'light' | 'dark';
  /** 'safe': heads too in colours that every colour vision tells apart, as the ramps of all are */
  palette?: 'own' | 'safe' | 'grey';
  /** false: without its heading */
  title?: boolean;
  /** false: without its caption, which is still in the file's description */
  caption?: boolean;
}
