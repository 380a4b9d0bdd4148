// SPDX-License-Identifier: MIT
// What tests know of a page that the browser's own types do not: a name that stands nowhere here is a misspelled one.
import type { Explained, FigureForm, StateChange } from '../web/headwaters.d.ts';
import 'playwright-core';

declare module 'playwright-core' {
  /** As browser/harness.mjs opens it. */
  interface Page {
    /** errors, and what the console called one */
    faults: string[];
    /** addresses that the page asked for */
    asked: string[];
  }
}

/** A test may compute what it asks for: a word where a program knows some. */
type Loose<T> = T extends string ? string : T extends (infer E)[] ? Loose<E>[] : T extends object ? { [K in keyof T]: Loose<T[K]> } : T;

declare module '../web/headwaters.d.ts' {
  interface Headwaters {
    setState(change: Loose<StateChange>): void;
    results(wanted?: { method?: string; layer?: number; view?: string; format?: string }): Promise<any>;
    explain(wanted: { method?: string; layer?: number; query: number; key: number }): Promise<Explained>;
    link(wanted?: { data?: string }): Promise<any>;
    figure(wanted?: Loose<FigureForm> & { view?: string; format?: string; scale?: number; dpi?: number; layer?: number }): Promise<any>;
  }
}

declare global {
  interface Window {
    /** from browser/harness.mjs: what the security policy refused */
    violations: string[];
    /** from browser/harness.mjs: the pixels of a PNG, a blob or base64 */
    pixelsOf(png: Blob | string): Promise<ImageData>;

    // What a test's own page hears from Headwaters in a frame, and says to it.
    got: any[];
    heard: any[];
    say(message: unknown, transfer?: Transferable[]): void;
    figure: import('../web/figure/headwaters-figure.d.ts').HeadwatersFigure;

    // What a test keeps in the page from one look to the next, and what it replaces there.
    add(): void;
    begin(answer: (data: any) => any, delay?: (data: any) => number): void;
    calls: any[];
    changedPatches(): any;
    copiedLink: string;
    counts: any;
    decoded: number;
    drawn: { runs: number; pictures: number };
    end: any;
    filming: ReturnType<typeof setInterval>;
    paintSeven(canvas: HTMLCanvasElement): void;
    firstBars: any;
    held: any[];
    holds: boolean;
    hurt: any;
    isOld: boolean;
    keyAt: number;
    layers: number[];
    times: number[];
    awake?(): number;
    left: number;
    looking: number;
    newestPicture: number;
    notReloaded: boolean;
    percents: any[];
    pictures: any[];
    pointed: [number, number] | null;
    refused: string;
    said: any;
    seen: any[];
    sent: any[];
    sleep(milliseconds: number): void;
    stream: MediaStream;
    told: any;
    ended: string;
    ranges: any[];
    tracks: any[];
    wasRange: boolean;
    workers: any[];

    // Python as browser/python_files.test.mjs plays it, and what bench/ makes.
    attention(n: number, count: number): number[][][][];
    bench: any;
    model: any;
    python: any;
    scores(n: number): number[];

    // Programs of others.
    axe: typeof import('axe-core');
    jupyterapp: any;
  }

  /** In Chromium alone. */
  interface IntersectionObserverEntry {
    isVisible: boolean;
  }

  /** A test reads what it found by a selector, and knows what that is: the members here are those of HTML's elements. */
  interface Element {
    blur(): void;
    caption: any;
    cells: any;
    checked: any;
    click(): void;
    content: any;
    dataset: DOMStringMap;
    disabled: any;
    focus(options?: FocusOptions): void;
    getContext(kind: string, options?: object): any;
    getPointAtLength(length: number): DOMPoint;
    getScreenCTM(): DOMMatrix;
    getTotalLength(): number;
    hidden: boolean;
    height: any;
    href: any;
    innerText: string;
    labels: any;
    naturalWidth: any;
    offsetHeight: number;
    offsetWidth: number;
    open: any;
    options: any;
    rows: any;
    select(): void;
    selectedIndex: any;
    src: any;
    tabIndex: number;
    tBodies: any;
    title: any;
    value: any;
    videoWidth: any;
    width: any;
  }
}
