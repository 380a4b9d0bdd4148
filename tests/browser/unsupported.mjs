// SPDX-License-Identifier: MIT
// Tests that an engine, or the driver that controls it, cannot run. A row skips a test and gives the reason. A row without `test` means the
// whole file, a row with it the tests whose names contain these words. docs/reliability.md names this file.

const touches = 'WebKitWebDriver knows no touches';
const windows = 'WebKitWebDriver has one window';
const frames = 'the driver looks into no frames of another origin';
const rightClick = 'after a right click WebKitWebDriver presses no buttons';
const early = 'WebDriver runs no script before the page’s own';
const answers = 'WebDriver answers no requests in the server’s place';
const requests = 'WebDriver tells of no requests';
const media = 'GTK’s settings are read once, when the browser starts';
const paper = 'WebDriver shows no page as it is printed';
const within = 'frames without an address of their own are out of its driver’s reach';
const wheel = 'WebKitWebDriver sends wheels without the keys that are held';
const policy = 'MiniBrowser has no switch for a page’s policy, which keeps markup from being read';

const clipboard = 'its clipboard is read after a question to the user, which no driver answers';

const memory = 'WebKit’s automated windows are private ones, which keep no files (and the page says so)';

const webkit = [
  ['everywhere', 'survive a reload', memory],
  ['address', 'own file', memory],
  ['vision', 'after a reload', memory],
  ['kept', 'a dropped file and its view', memory],
  ['kept', 'how it was read', memory],
  ['kept', 'another file or a sample', memory],
  ['kept', 'after a reload that lost', memory],
  ['kept_list', 'after a reload', memory],
  ['everywhere', 'the wheel with Ctrl', wheel],
  ['pointer', 'two fingers', touches],
  ['pointer', 'a finger scrolls', touches],
  ['scrolling', 'a wheel and a finger', touches],
  ['line', 'by touch', touches],
  ['platform', 'a finger taps', touches],
  ['platform', 'the framebuffer has one element', 'GTK draws at whole scales only'],
  ['platform', 'light and dark', media],
  ['examples', 'and copies it', clipboard],
  ['notebooks', '', within],
  ['python_files', 'a cell of a notebook', within],
  ['figure_tag', 'where its reader has gone', frames],
  ['figure_tag', 'it is dark where the article is', frames],
  ['figure_tag', 'it believes its own frame alone', frames],
  ['python_files', 'a link between', within],
  ['python_files', 'yesterday', within],
  ['platform', 'forced colours', 'GTK has no forced colours'],
  ['platform', 'where the worker cannot start', answers],
  ['platform', 'letters beside an emoji', answers],
  ['ways', 'out of a gist', answers],
  ['later_code', 'without a network', answers],
  ['later_code', 'gets it within the call', answers],
  ['later_code', 'of another build', answers],
  ['later_code', 'find the second part of the engine there', requests],
  ['later_code', 'a packed file', requests],
  ['first_load', '', requests],
  ['tips', 'Share leads', requests],
  ['security', 'a whole session', requests],
  ['security', 'a picture inside a file', requests],
  ['opening', 'no request goes out', requests],
  ['engine_ends', 'again and again', requests],
  ['opening', 'a worker that is lost', early],
  ['kept', 'where storage', early],
  ['notes', 'another origin', frames],
  ['embed', 'an embedder that listens', frames],
  ['embed', 'the user may allow', frames],
  ['share', 'another origin', frames],
  ['strangers', 'a page around this one', frames],
  ['notes', 'right click', rightClick],
  ['kept', 'it is gone when its tab', windows],
  ['kept', 'a duplicated tab', windows],
  ['kept', 'a file stays if', windows],
  ['figures', 'the evolution as a figure', policy],
  ['figures', 'small multiples compute', policy],
  ['figures', 'compared columns', policy],
  ['figures', 'the flow graph', policy],
  ['figures', 'heads, scores', policy],
  ['touch', '', touches],
  ['room', 'by touch', touches],
  ['asleep', 'jumps', early],
  ['asleep', 'at rest', early],
  ['asleep', 'sleeps', early],
  ['asleep', 'line is gone', early],
  ['without', 'WebGL2', early],
  ['without', 'without JavaScript', 'MiniBrowser’s driver needs JavaScript'],
  ['without', 'without WebAssembly', early],
  ['languages', 'that a browser prefers', early],
  ['languages', 'without a table', requests],
  ['languages', 'every text of each', answers],
];

const tree = 'the driver gives no accessibility tree';
const alone = 'the driver slows no page down, stops none and answers no requests';

const cover = 'only Chromium tells a page what lies over it';
const popups = 'the driver follows no tab that a frame opens';
const picker = 'the driver picks no file of a gigabyte';

/** Firefox and WebKit both lack Chromium's own protocol. */
const byProtocol = [
  ['read_aloud', '', tree],
  ['slow', 'four times', alone],
  ['slow', 'no more memory', alone],
  ['asleep', 'frozen', alone],
  ['strangers', 'what lies over the question', cover],
  ['strangers', 'in a tab of its own', popups],
  ['strangers', 'a gigabyte of nothing', picker],
];

/** @type {{engine: string, file: string, test?: string, reason: string}[]} */
export const unsupported = [
  ...webkit.map(([file, test, reason]) => ({ engine: 'webkit', file, test, reason })),
  { engine: 'firefox', file: 'without', test: 'without JavaScript', reason: 'the channel cannot switch JavaScript off' },
  ...[
    ['notebooks', ''],
    ['python_files', 'a cell of a notebook'],
  ].map(([file, test]) => ({ engine: 'firefox', file, test, reason: paper })),
  ...['firefox', 'webkit'].flatMap((engine) => byProtocol.map(([file, test, reason]) => ({ engine, file, test, reason }))),
  { engine: 'firefox', file: 'embed', test: 'the user may allow', reason: popups },
  ...['firefox', 'webkit'].map((engine) => ({ engine, file: 'share', test: 'copied as a picture', reason: clipboard })),
];
