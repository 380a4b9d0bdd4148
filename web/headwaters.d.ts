// SPDX-License-Identifier: MIT
// Types of window.headwaters. See docs/api.md.
import type { Animation, Citation, Explained, FigureForm, LaidOut, LayerChoice, Link, Note, OpenChoices, PatchGrid } from './given.d.ts';
export type { Animation, Citation, Explained, FigureForm, LaidOut, LayerChoice, Link, Note, OpenChoices, PatchGrid } from './given.d.ts';

export type MethodName = 'raw' | 'rollout' | 'flow' | 'gradient-rollout' | 'relevance' | 'grad-sam' | 'joint';
export type FigureName = 'bars' | 'matrix' | 'evolution' | 'multiples' | 'flow' | 'heads' | 'compare' | 'image' | 'faithfulness' | 'graph' | 'explain';
export type PanelName = 'overview' | 'bars' | 'matrix' | 'evolution' | 'flow' | 'heads' | 'compare' | 'image' | 'faithfulness' | 'graph' | 'explain';

export interface Problem {
  /** `attentions[3][7][12]`, `byte 1 234 567`; empty when there is none */
  place: string;
  finding: string;
  remedy: string;
}

export interface Settings {
  /** gradient-norm: a mean weighed by the size of each head's gradients in its layer */
  fusion: 'mean' | 'max' | 'min' | 'gradient-norm';
  gradientNorm: 'l2' | 'l1';
  /** a layer and the head that stands alone in it, both from 0; empty: none */
  headOfLayer: number[];
  /** heads, fusion and weights of single layers, as links have them (layers from 1, heads from 0): `4:0.2.5;6:max;7:0.1:w1,3`; empty: none */
  headsAt: string;
  /** from 0; empty: all */
  heads: number[];
  /** layers that take part, from 0; the others hand on what they get; empty: all */
  layers: number[];
  /** one a head for fusion "mean"; empty: equal */
  weights: number[];
  /** a in A = a I + (1 - a) W */
  residual: number;
  residualKind: 'weighted' | 'fixed';
  /** share of the smallest entries set to 0 */
  discard: number;
  scope: 'matrix' | 'row';
  /** of equal weights: drop just as many as the share says, or keep all that are not below the threshold */
  ties: 'drop' | 'keep';
  protect: 'nothing' | 'diagonal' | 'token' | 'corner';
  protected: number;
  order: 'residual-first' | 'discard-first';
  normalise: 'rows' | 'columns-by-row-sums' | 'none';
  /** first layer that takes part, from 0 */
  start: number;
  gradientForm: 'positive-product' | 'mean-then-positive';
  gradientNormalise: 'after-residual' | 'rows-first';
  /** whether relevance of a token for itself counts the 1 that it begins with */
  ownOne: 'keep' | 'drop';
  /** capacities of joint attribution: mean W, mean relu(G), mean relu(W G) */
  form: 'attention' | 'gradient' | 'product';
  /** the weight of its barrier, above 0, at most 1 */
  barrier: number;
  /** what its capacities are divided by */
  capacityScale: 'none' | 'largest';
}

/** One line of the check of a file: `name` in English, `text` in the page's language. */
export interface CheckLine {
  name: string;
  text: string;
  unusual: boolean;
}

export interface Document {
  name: string;
  /** the importer that read it */
  form: string;
  title: string;
  model: string;
  kind: 'self' | 'causal' | 'encoder-decoder';
  layers: number;
  heads: number;
  tokens: string[];
  decoderLayers: number;
  decoderHeads: number;
  decoderTokens: string[];
  /** titles of the examples in the file */
  examples: string[];
  warnings: Problem[];
  check: CheckLine[];
  /** the file had no tokens */
  tokensAreNumbered: boolean;
  /** of what method; global ones are of the input already, and are not multiplied. null: the file has attention alone */
  contributions: { kind: string; global: boolean; layers: number } | null;
  /** what is predicted at each token, of the decoder if there is one, and how surely; empty: the file does not say */
  predicted: string[]; predictedProbability: (number | null)[];
  /** the pictures of the input, or the frames of a video: their patches, and whether there is a picture under them */
  images: (PatchGrid & { picture: boolean })[];
  /** how the tokens may be read as patches, the likeliest first; empty where the file says it, or where they are words */
  grids: PatchGrid[];
}

/**
 * One column of the compare view: a method, or in its place `score`, the name of importance scores of the file. What is left
 * out follows the view; `start` is the first layer that takes part, `file` the one that was open before.
 */
export interface ComparedColumn {
  method?: MethodName;
  score?: string;
  preset?: string;
  fusion?: Settings['fusion'];
  residual?: number;
  discard?: number;
  head?: number; layer?: number; start?: number; example?: number;
  weights?: 'contributions' | 'attentions';
  file?: 'earlier';
}

/** Layers, heads, tokens, columns and examples count from 0. */
export interface State {
  source: { kind: 'none' | 'sample' | 'url' | 'gist' | 'local' | 'data' | 'model'; text: string; choices: string };
  /** the text that the open model ran (with a second text or cuts: JSON, as links have it); null: no model did */
  prompt: string | null;
  /** the file that the view compares with, as a link names it; '': no link can; null: it compares with none */
  second: string | null;
  document: Document | null;
  /** figures that the open file has (see `figure`) */
  figures: FigureName[];
  example: number;
  /** whose attention is shown; or the contributions of a file that has them, 'encoder' being the attention beside them */
  side: 'encoder' | 'decoder' | 'cross' | 'contributions';
  method: MethodName;
  layer: number;
  output: 'chosen' | 'mean' | 'max';
  /** the chosen output tokens */
  tokens: number[];
  /** key token of the flow view; -1: the largest, -2: all inputs at once */
  sink: number;
  relativeFlow: boolean;
  /** what values are divided by: the same of a uniform causal model, where the attention is causal */
  over: 'nothing' | 'uniform-causal';
  sort: 'automatic' | 'position' | 'score';
  ghost: boolean;
  /** what bars and sentence are measured by: the largest value of all layers, or of the present one */
  scale: 'layers' | 'layer';
  /** whether the output's own share counts for that scale */
  ownShare: boolean;
  wholeScale: boolean;
  cellNumbers: boolean;
  rawTokens: boolean;
  hidden: number[];
  renormalise: boolean;
  /** tokens of a word as one: the sum over its input tokens, the mean over its output tokens */
  words: boolean;
  /** tokens joined by hand in the same way */
  spans: number[][];
  /** of two texts only these outputs (first letter) and inputs (second) */
  segments: 'all' | 'a-a' | 'a-b' | 'b-a' | 'b-b';
  colors: 'blues' | 'viridis' | 'cividis';
  /** with several views side by side: the one that keys mean */
  panel: PanelName;
  /** columns of views from left to right, each from the top; empty: one view */
  panes: PanelName[][];
  /** shares (0..1) of what they divide: those between columns, then those in each column; empty: even */
  dividers: number[];
  /** the columns of the compare view, each with what differs from the view; empty: raw, rollout and flow */
  compare: ComparedColumn[];
  compareAs: 'bars' | 'matrices';
  /** two columns, the first minus the second; empty: none, or with two columns the first minus the second */
  difference: number[];
  /** of heads: their own weights, each over the rollout of or the flow through the layers below it, or what the outputs look at, on the picture */
  thumbnails: 'attention' | 'rollout' | 'flow' | 'patches';
  /** how patches lie over a picture, and how strongly (0..1) */
  patches: 'smooth' | 'grid';
  /** over a picture the values of the present layer, or of each layer in a picture of its own */
  image: 'layer' | 'layers';
  opacity: number;
  /** what the graph draws, its smallest edge (0: the view chooses), the share that its edges carry in each layer (0: by `edges`), and whether it lies over that of the file open before */
  graph: 'traced' | 'lines';
  edges: number;
  keep: number;
  bothFiles: boolean;
  /** what is opened of how a number arises: "3,5,w2" (through tokens 3 and 5 the weight of token 2), "h2" its heads */
  terms: string;
  /** augmenting paths that are shown of a flow; -1: all */
  paths: number;
  /** token texts without a rank in the correlations with the file's scores */
  leaveOut: string[];
  /** whose correlations: of all examples, or of this one */
  scores: 'all' | 'this';
  /** the lesson beside the views, its step from 0; null: none, or it is not read yet */
  lesson: { id: string; step: number; steps: number } | null;
  step: number;
  /** the address of a data set's list (docs/batch.md), `local:` and a file's name for one given by hand; '': none */
  dataset: string;
  /** the example of it that is shown, in the order of the list; -1: the list is */
  row: number;
  /** large, for a projector */
  present: boolean;
  /** what the analysis shows, in one line of at most 120 characters; above figures, and the page's title */
  title: string;
  /** at most 40 */
  notes: Note[];
  settings: Settings;
  playing: boolean;
  loop: boolean;
  speed: number;
  messages: (Problem & { id: number; kind: 'error' | 'warning' | 'note'; file: string; actions: string[]; choices: LayerChoice[] })[];
}

/** What can be set; everything is optional. `settings.preset` names a preset, which other settings change. */
export type StateChange = Partial<Omit<State, 'source' | 'prompt' | 'document' | 'messages' | 'settings' | 'playing' | 'loop' | 'speed' | 'lesson'>> & {
  /** a lesson's name, address or packed text, or what the state gives; null or '': none. With nothing else but `step` (from 0) it means the step's own view */
  lesson?: string | { id: string; step: number } | null;
  settings?: Partial<Settings> & { preset?: string };
  /** opens the same data in another way */
  read?: OpenChoices['read'];
  tokenTexts?: string[]; decoderTexts?: string[]; grid?: string; axes?: string; layersFrom?: string; firstTokens?: number;
  /** '': without the pictures that were given by hand */
  picture?: string;
};

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
  /** The text that the open model runs; setting it runs another. null: no model is open. */
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
