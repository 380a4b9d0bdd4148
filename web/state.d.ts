// SPDX-License-Identifier: MIT
// Types of what the page shows and how: its state, and what can be set of it. docs/api.md has the same in tables (tools/lib/api_docs.mjs).
import type { LayerChoice, Note, OpenChoices, PatchGrid } from './given.d.ts';

export type MethodName = 'raw' | 'rollout' | 'flow' | 'gradient-rollout' | 'relevance' | 'grad-sam' | 'joint';
export type FigureName = 'bars' | 'matrix' | 'evolution' | 'multiples' | 'flow' | 'heads' | 'compare' | 'image' | 'faithfulness' | 'graph' | 'explain';
export type PanelName = 'overview' | 'bars' | 'matrix' | 'evolution' | 'flow' | 'heads' | 'compare' | 'image' | 'faithfulness' | 'graph' | 'explain' | 'words' | 'lens' | 'swap' | 'experiment' | 'decides';

export interface Problem {
  /** `attentions[3][7][12]`, `byte 1 234 567`; empty when there is none */
  place: string;
  finding: string;
  remedy: string;
}

export interface Settings {
  /** gradient-norm: a mean weighed by the size of each head's gradients in its layer */
  fusion: 'mean' | 'max' | 'min' | 'gradient-norm';
  /** of that fusion */
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
  /** fixed: each token keeps what the file says of it (GlobEnc), or else a of its own */
  residualKind: 'weighted' | 'fixed';
  /** share of the smallest entries set to 0 */
  discard: number;
  /** whether that share is counted over a layer's matrix or in each row */
  scope: 'matrix' | 'row';
  /** of equal weights: drop just as many as the share says, or keep all that are not below the threshold */
  ties: 'drop' | 'keep';
  /** what is never discarded */
  protect: 'nothing' | 'diagonal' | 'token' | 'corner';
  /** the token of `protect` */
  protected: number;
  /** whether the residual comes before what is discarded */
  order: 'residual-first' | 'discard-first';
  /** how a layer's matrix is divided afterwards */
  normalise: 'rows' | 'columns-by-row-sums' | 'none';
  /** first layer that takes part, from 0 */
  start: number;
  /** of relevance and gradient rollout: mean over heads of relu(G W), or relu of the mean of G W */
  gradientForm: 'positive-product' | 'mean-then-positive';
  /** of gradient rollout: rows divided by their sums after the residual, or before it */
  gradientNormalise: 'after-residual' | 'rows-first';
  /** whether relevance of a token for itself counts the 1 that it begins with */
  ownOne: 'keep' | 'drop';
  /** capacities of joint attribution: mean W, mean relu(G), mean relu(W G) */
  form: 'attention' | 'gradient' | 'product';
  /** the weight of its barrier, above 0, at most 1 */
  barrier: number;
  /** what its capacities are divided by */
  capacityScale: 'none' | 'largest';
  /** whether attention to attention sinks counts, or stays with the token that reads */
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
  /** where what is open came from, and how it was read */
  source: { kind: 'none' | 'sample' | 'url' | 'gist' | 'local' | 'data' | 'model'; text: string; choices: string };
  /** the text that the open model ran (with a second text or cuts: JSON, as links have it); null: no model did */
  prompt: string | null;
  /** the file that the view compares with, as a link names it; '': no link can; null: it compares with none */
  second: string | null;
  /** what is open; null: nothing is */
  document: Document | null;
  /** figures that the open file has (see `figure`) */
  figures: FigureName[];
  /** the one that is shown */
  example: number;
  /** whose attention is shown; or the contributions of a file that has them, 'encoder' being the attention beside them */
  side: 'encoder' | 'decoder' | 'cross' | 'contributions';
  /** what is computed of the attention */
  method: MethodName;
  /** after which the views stand */
  layer: number;
  /** whose values are shown: of the chosen tokens, or the mean or the largest of all */
  output: 'chosen' | 'mean' | 'max';
  /** the chosen output tokens */
  tokens: number[];
  /** key token of the flow view; -1: the largest, -2: all inputs at once */
  sink: number;
  /** flows as shares of the flow to all inputs */
  relativeFlow: boolean;
  /** what values are divided by: the same of a uniform causal model, where the attention is causal */
  over: 'nothing' | 'uniform-causal';
  /** the order of bars; automatic: long inputs by value, the rest summed */
  sort: 'automatic' | 'position' | 'score';
  /** the layer before as outlines */
  ghost: boolean;
  /** the scale of bars and sentence: up to the largest value of all layers, or of the present one; automatic: of the present one, but of all for pictures and compared columns */
  scale: 'automatic' | 'layers' | 'layer';
  /** whether the output's own share counts for that scale */
  ownShare: boolean;
  /** scales go up to the largest value, even if that flattens all others */
  wholeScale: boolean;
  /** the matrix has its numbers in its cells, where they fit */
  cellNumbers: boolean;
  /** tokens as the file has them, without what people expect in place of marks for blanks */
  rawTokens: boolean;
  /** tokens that are excluded from views */
  hidden: number[];
  /** whether what is left adds up to the whole again */
  renormalise: boolean;
  /** tokens of a word as one: the sum over its input tokens, the mean over its output tokens */
  words: boolean;
  /** tokens joined by hand in the same way */
  spans: number[][];
  /** of two texts only these outputs (first letter) and inputs (second) */
  segments: 'all' | 'a-a' | 'a-b' | 'b-a' | 'b-b';
  /** of matrices */
  colors: 'blues' | 'viridis' | 'cividis';
  /** with several views side by side: the one that keys mean; the last five need an open model */
  panel: PanelName;
  /** columns of views from left to right, each from the top; empty: one view */
  panes: PanelName[][];
  /** shares (0..1) of what they divide: those between columns, then those in each column; empty: even */
  dividers: number[];
  /** the columns of the compare view, each with what differs from the view; empty: raw, rollout and flow */
  compare: ComparedColumn[];
  /** what stands in its columns */
  compareAs: 'bars' | 'matrices';
  /** two columns, the first minus the second; empty: none, or with two columns the first minus the second */
  difference: number[];
  /** of heads: their own weights, each over the rollout of or the flow through the layers below it, or what the outputs look at, on the picture */
  thumbnails: 'attention' | 'rollout' | 'flow' | 'patches';
  /** how patches lie over a picture */
  patches: 'smooth' | 'grid';
  /** over a picture the values of the present layer, or of each layer in a picture of its own */
  image: 'layer' | 'layers';
  /** how strongly they do (0..1) */
  opacity: number;
  /** what the graph draws */
  graph: 'traced' | 'lines';
  /** its smallest edge; 0: the view chooses */
  edges: number;
  /** the share that its edges carry in each layer; 0: by `edges` */
  keep: number;
  /** whether it lies over that of the file open before */
  bothFiles: boolean;
  /** what is opened of how a number arises: "3,5,w2" (through tokens 3 and 5 the weight of token 2), "h2" its heads */
  terms: string;
  /** augmenting paths that are shown of a flow; -1: all */
  paths: number;
  /** which tokens take part in rankings: words, without special tokens, attention sinks and the output's own token; or all */
  among: 'words' | 'all';
  /** token texts without a rank in the correlations with the file's scores */
  leaveOut: string[];
  /** whose correlations: of all examples, or of this one */
  scores: 'all' | 'this';
  /** of the experiment view: what is cut, ranked by what, by which rule, draws, and the tokens of a flow, "edge.gradients.zero.99.2-6"; '': the usual */
  experiment: string;
  /** how a model of next words writes: how it chooses, temperature, top-k, top-p, seed and the number of tokens, "chance,0.8,40,0.95,1,40"; '': the usual */
  writing: string;
  /** the lesson beside the views, its step from 0; null: none, or it is not read yet */
  lesson: { id: string; step: number; steps: number } | null;
  /** of the lesson, from 0 */
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
  /** of the method */
  settings: Settings;
  /** the layers go by */
  playing: boolean;
  /** and begin again */
  loop: boolean;
  /** 1: the usual one */
  speed: number;
  /** what was said about a file, with what can be done about it */
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
