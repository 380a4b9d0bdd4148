// SPDX-License-Identifier: MIT
/** What `headwaters-change` tells of the view. Layers and tokens count from 0. */
export interface FigureView {
  panel?: string;
  method?: string;
  layer?: number;
  tokens?: number[];
  output?: 'chosen' | 'mean' | 'max';
  sink?: number;
}

export interface FigureEvents {
  'headwaters-ready': CustomEvent<null>;
  'headwaters-change': CustomEvent<FigureView>;
  'headwaters-problem': CustomEvent<{ place: string; finding: string; remedy: string }>;
}

/** `<headwaters-figure>`: importing the module defines it. */
export class HeadwatersFigure extends HTMLElement {
  /** Where the page is, for all figures that do not say it themselves: an address that ends in / or .html. */
  static page: string;
  readonly state: 'waiting' | 'loading' | 'live' | 'failed';
  addEventListener<Name extends keyof FigureEvents>(type: Name, listener: (event: FigureEvents[Name]) => void, options?: boolean | AddEventListenerOptions): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'headwaters-figure': HeadwatersFigure;
  }
}
