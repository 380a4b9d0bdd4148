// SPDX-License-Identifier: MIT
// Types of what the page shows and how: its state, and what can be set of it. docs/api.md has the same in tables (tools/lib/api_docs.mjs).
import type { LayerChoice, Note, OpenChoices, PatchGrid } from './given.d.ts';

export type MethodName = 'raw' | 'rollout' | 'flow' | 'gradient-rollout' | 'relevance' | 'grad-sam' | 'joint';
export type FigureName = 'bars' | 'matrix' | 'evolution' | 'multiples' | 'flow' | 'heads' | 'compare' | 'image' | 'faithfulness' | 'graph' | 'explain';
export type PanelName = 'overview' | 'bars' | 'matrix' | 'evolution' | 'flow' | 'heads' | 'compare' | 'image' | 'faithfulness' | 'graph' | 'explain' | 'words' | 'lens' | 'swap' | 'experiment' | 'decides' | 'circuit' | 'patches' | 'contacts' | 'sound';

export interface Problem {
  /** `attentions[3][7][12]`, `byte 1 234 567`; empty when there is none */
  place: string;
  finding: string;
  remedy: string;
}

export interface Settings {
  /** gradient-norm weights each head by the size of its gradients in the layer */
  fusion: 'mean' | 'max' | 'min' | 'gradient-norm';
  /** norm of gradient-norm */
  gradientNorm: 'l2' | 'l1';
  /** a layer and its only head in use, from 0 (empty for none) */
  headOfLayer: number[];
  /** heads, fusion and weights of single layers as in links (layers from 1, heads from 0), `4:0.2.5;6:max;7:0.1:w1,3` */
  headsAt: string;
  /** heads in use, from 0 (empty for all) */
  heads: number[];
  /** layers in use, from 0 (empty for all); the others pass their input on */
  layers: number[];
  /** one per head for fusion "mean" (empty for equal) */
  weights: number[];
  /** a in A = a I + (1 - a) W */
  residual: number;
  /** fixed uses the file's share for each token (GlobEnc), else the residual weight */
  residualKind: 'weighted' | 'fixed';
  /** share of the smallest entries set to 0 */
  discard: number;
  /** count this share over the layer's matrix, or in each row */
  scope: 'matrix' | 'row';
  /** for equal weights, drop exactly the share, or keep all at the threshold */
  ties: 'drop' | 'keep';
  /** entries that are never discarded */
  protect: 'nothing' | 'diagonal' | 'token' | 'corner';
  /** the token of `protect` */
  protected: number;
  /** order of residual and discard */
  order: 'residual-first' | 'discard-first';
  /** normalisation afterwards */
  normalise: 'rows' | 'columns-by-row-sums' | 'none';
  /** first layer in use, from 0 */
  start: number;
  /** for relevance and gradient rollout, mean over heads of relu(G W), or relu of the mean of G W */
  gradientForm: 'positive-product' | 'mean-then-positive';
  /** for gradient rollout, divide rows by their sums after or before the residual */
  gradientNormalise: 'after-residual' | 'rows-first';
  /** keep the initial 1 in a token's relevance to itself */
  ownOne: 'keep' | 'drop';
  /** capacities of joint attribution, mean W, mean relu(G), or mean relu(W G) */
  form: 'attention' | 'gradient' | 'product';
  /** the weight of its barrier, above 0 and at most 1 */
  barrier: number;
  /** divisor of its capacities */
  capacityScale: 'none' | 'largest';
  /** include attention to sinks, or add it to the reader's own weight */
  sinks: 'include' | 'exclude';
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
  /** whether the example has gradients of attention */
  gradients: boolean;
  /** names of the importance scores that it has */
  scores: string[];
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
  /** origin of the open data, and choices on opening */
  source: { kind: 'none' | 'sample' | 'url' | 'gist' | 'local' | 'data' | 'model'; text: string; choices: string };
  /** text of the open model (JSON with a second text or cuts, as in links), or null */
  prompt: string | null;
  /** second file of a comparison, as in links ('' if no link can name it), or null */
  second: string | null;
  /** the open document, or null */
  document: Document | null;
  /** figures of the open file (see `figure`) */
  figures: FigureName[];
  /** the example shown */
  example: number;
  /** attention shown, or contributions ('encoder' is then the attention) */
  side: 'encoder' | 'decoder' | 'cross' | 'contributions';
  /** the method */
  method: MethodName;
  /** the views show values after this layer */
  layer: number;
  /** values of the chosen tokens, or mean or largest of all */
  output: 'chosen' | 'mean' | 'max';
  /** the chosen output tokens */
  tokens: number[];
  /** key token of the flow view (-1 for the largest, -2 for all inputs at once) */
  sink: number;
  /** flows as shares of the flow to all inputs */
  relativeFlow: boolean;
  /** divide values by those of a uniform causal model */
  over: 'nothing' | 'uniform-causal';
  /** order of bars. Automatic sorts long inputs by value and sums the rest */
  sort: 'automatic' | 'position' | 'score';
  /** whether outlines show the previous layer */
  ghost: boolean;
  /** whether the scale ends at the largest value of all layers or of this layer. Automatic uses this layer, but all layers for pictures and compared columns */
  scale: 'automatic' | 'layers' | 'layer';
  /** whether the scale includes the output's own share */
  ownShare: boolean;
  /** whether scales reach the largest value, even if it flattens all others */
  wholeScale: boolean;
  /** numbers in the matrix, if they fit */
  cellNumbers: boolean;
  /** tokens unchanged, with their marks for spaces */
  rawTokens: boolean;
  /** tokens hidden in views */
  hidden: number[];
  /** divide each row by its visible sum */
  renormalise: boolean;
  /** merge the tokens of a word (sum of inputs, mean of outputs) */
  words: boolean;
  /** tokens merged by hand */
  spans: number[][];
  /** for two texts, outputs (first letter) and inputs (second) */
  segments: 'all' | 'a-a' | 'a-b' | 'b-a' | 'b-b';
  /** colours of matrices */
  colors: 'blues' | 'viridis' | 'cividis';
  /** the view, or the focused one of several views. The last five need a model */
  panel: PanelName;
  /** columns of views, the views of each column from top to bottom (empty for a single view) */
  panes: PanelName[][];
  /** dividers between columns, then in each column, as shares 0..1 (empty for even) */
  dividers: number[];
  /** columns of the compare view with their differences from the view (empty for raw, rollout and flow) */
  compare: ComparedColumn[];
  /** content of its columns */
  compareAs: 'bars' | 'matrices';
  /** two columns to subtract (empty for none, or for both of two columns) */
  difference: number[];
  /** content of the heads' thumbnails, which is their weights, each head over the rollout or flow of the layers below, or the weights on the picture */
  thumbnails: 'attention' | 'rollout' | 'flow' | 'patches';
  /** form of patches over a picture */
  patches: 'smooth' | 'grid';
  /** whether pictures show this layer or there is one picture per layer */
  image: 'layer' | 'layers';
  /** opacity of the patches (0..1) */
  opacity: number;
  /** content of the graph */
  graph: 'traced' | 'lines';
  /** smallest edge of the graph (0 for automatic) */
  edges: number;
  /** the share that the graph's edges carry in each layer (0 to use `edges`) */
  keep: number;
  /** whether the graph is drawn over the graph of the previous file */
  bothFiles: boolean;
  /** opened terms of a number, "3,5,w2" (through tokens 3 and 5 the weight of token 2), "h2" its heads */
  terms: string;
  /** number of augmenting paths of a flow that are shown (-1 for all) */
  paths: number;
  /** tokens in rankings. Words excludes special tokens, sinks and the output's own token */
  among: 'words' | 'all';
  /** token texts without a rank in correlations */
  leaveOut: string[];
  /** correlations over all examples, or in this one */
  scores: 'all' | 'this';
  /** unit, ranking, rule, draws and flow tokens of an experiment, "edge.gradients.zero.99.2-6" ('' for the default) */
  experiment: string;
  /** choice, temperature, top-k, top-p, seed and number of tokens for *Write*, "chance,0.8,40,0.95,1,40" ('' for the default) */
  writing: string;
  /** the lesson and its step from 0, or null */
  lesson: { id: string; step: number; steps: number } | null;
  /** the lesson's step, from 0 */
  step: number;
  /** URL of a data set's list (docs/batch.md), or `local:` and a file name */
  dataset: string;
  /** the shown example of this list, in list order (-1 for the list itself) */
  row: number;
  /** large, for a projector */
  present: boolean;
  /** title of figures and page, one line of at most 120 characters */
  title: string;
  /** at most 40 notes */
  notes: Note[];
  /** settings of the method */
  settings: Settings;
  /** layers are playing */
  playing: boolean;
  /** repeat */
  loop: boolean;
  /** 1 is normal */
  speed: number;
  /** messages about files, with remedies */
  messages: (Problem & { id: number; kind: 'error' | 'warning' | 'note'; file: string; actions: string[]; choices: LayerChoice[] })[];
}

/** What can be set; everything is optional. `settings.preset` names a preset, which other settings change. */
export type StateChange = Partial<Omit<State, 'source' | 'document' | 'messages' | 'settings' | 'playing' | 'loop' | 'speed' | 'lesson'>> & {
  /** a lesson's name, address or packed text, or what the state gives; null or '': none. With nothing else but `step` (from 0) it means the step's own view */
  lesson?: string | { id: string; step: number } | null;
  settings?: Partial<Settings> & { preset?: string };
  /** opens the same data in another way */
  read?: OpenChoices['read'];
  tokenTexts?: string[]; decoderTexts?: string[]; grid?: string; axes?: string; layersFrom?: string; firstTokens?: number; weightsFile?: string;
  /** '': without the pictures that were given by hand */
  picture?: string;
};
