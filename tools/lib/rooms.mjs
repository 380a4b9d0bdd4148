// Checks every #include of src/ against the table of rooms (src/rooms.json), which CMake reads too (cmake/Rooms.cmake).
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';

const usualFiles = 24;
const usualLines = 300;
/** In JavaScript, whose formatter puts each argument on its own line if they are many. */
const usualScriptLines = 350;
/** In the Python package, likewise. */
const usualPackageLines = 600;
/** Larger files and folders, each with the reason. */
const sizesFile = 'tools/lib/check/sizes.json';

/** The path, or one of a table's patterns for it. `a/*` means a and everything below it. */
function covers(pattern, path) {
  return pattern.endsWith('/*') ? path === pattern.slice(0, -2) || path.startsWith(pattern.slice(0, -1)) : path === pattern;
}

/** The room of a file below src/, or undefined. */
function roomOf(table, file) {
  const folder = dirname(file);
  const name = basename(file).replace(/\.\w+$/, '');
  return table.rooms.find(
    ({ path, files }) => new RegExp(`^${path.replace('*', '[^/]+')}$`).test(folder) && (!files || new RegExp(`^(?:${files})$`).test(name)),
  );
}

/** The name for a file's room. If a folder has several rooms, the folder is not enough. */
const nameOf = (room, file) => `${dirname(file)}${room.files ? ` (${room.files})` : ''}`;

/** The reason why `from` may not include `to`, or undefined. */
function refusal(table, from, to, room, other) {
  const same = room === other && dirname(from) === dirname(to);
  if (same) return undefined;
  // In its own folder a file sees files below it. A view sees its model, never the reverse.
  const beside = dirname(from) === dirname(to) && table.rooms.indexOf(other) < table.rooms.indexOf(room);
  // A view of another panel that is drawn in this one needs its own row.
  const sameKind = room === other && room.sees.some((pattern) => covers(pattern, dirname(to)));
  if (!beside && !sameKind && !room.sees.some((pattern) => covers(pattern, dirname(to)))) {
    return `${dirname(from)} may not include it (src/rooms.json: sees)`;
  }
  if (!beside && other.seenBy && !other.seenBy.some((pattern) => covers(pattern, dirname(from)))) {
    return `${dirname(to)} is not for ${dirname(from)} (src/rooms.json: seenBy)`;
  }
  if (room.library !== other.library && !table.libraries[room.library].includes(other.library)) {
    return `${room.library} does not use ${other.library} (src/rooms.json: libraries)`;
  }
  return undefined;
}

/** Rooms that include one another in a circle, as lists of names. */
export function circles(edges) {
  const found = [];
  const state = new Map();
  const path = [];
  const visit = (room) => {
    if (state.get(room) === 'done') return;
    if (path.includes(room)) return void found.push([...path.slice(path.indexOf(room)), room]);
    path.push(room);
    for (const next of edges.get(room) ?? []) visit(next);
    path.pop();
    state.set(room, 'done');
  };
  for (const room of edges.keys()) visit(room);
  return found;
}

/** Errors of includes, of rooms that are not in the table and of circles between them. `files` maps path -> text. */
export function checkRooms(files, table = JSON.parse(readFileSync('src/rooms.json', 'utf8'))) {
  const errors = [];
  const edges = new Map();
  const outside = new Map(Object.entries(table.outside).map(([name, pattern]) => [name, new RegExp(pattern)]));
  const known = new Set([...files.keys()].map((file) => file.replace(/^src\//, '')));
  for (const [path, text] of files) {
    if (!/^src\/.*\.(h|cpp)$/.test(path)) continue;
    const file = path.slice(4);
    const room = roomOf(table, file);
    if (!room) {
      errors.push(`${path}: no room of src/rooms.json has this file.`);
      continue;
    }
    const name = nameOf(room, file);
    if (!edges.has(name)) edges.set(name, new Set());
    text.split('\n').forEach((line, index) => {
      const included = line.match(/^\s*#\s*include\s*["<]([^">]+)[">]/)?.[1];
      if (!included) return;
      const place = `${path}:${index + 1}: "${included}"`;
      for (const [library, pattern] of outside) {
        if (pattern.test(included) && !room.outside?.includes(library))
          errors.push(`${place}: ${library} is not for ${name} (src/rooms.json: outside).`);
      }
      if (included.startsWith('generated/')) {
        if (!room.sees.includes('generated')) errors.push(`${place}: made by the build, and not for ${name}.`);
        return;
      }
      if (!known.has(included)) {
        if (existsSync(`src/${dirname(included)}`) && included.includes('/')) errors.push(`${place}: there is no such file.`);
        return;
      }
      const other = roomOf(table, included);
      if (!other) return;
      if (nameOf(other, included) !== name) edges.get(name).add(nameOf(other, included));
      const why = refusal(table, file, included, room, other);
      if (why) errors.push(`${place}: ${why}.`);
    });
  }
  for (const circle of circles(edges)) errors.push(`src: rooms that include one another: ${circle.join(' -> ')}.`);
  return errors;
}

/**
 * Folders with many files, and long files, where people read them. They are debts if sizes.json has a reason, otherwise errors. @returns {{errors: string[], debts: string[]}}
 */
export function checkSizes(files, reasons = JSON.parse(readFileSync(sizesFile, 'utf8'))) {
  const large = new Map();
  const inFolder = new Map();
  const read = /^(src|web|python|tests|tools|shaders|cmake)\/.*\.(h|cpp|js|mjs|ts|css|py|frag|vert|cmake)$|^tools\/[^.]*$/;
  for (const [path, text] of files) {
    if (!read.test(path) || path.startsWith('tests/data/')) continue;
    inFolder.set(dirname(path), (inFolder.get(dirname(path)) ?? 0) + 1);
    const lines = text.split('\n').length - 1;
    const usual = path.startsWith('python/') ? usualPackageLines : /\.m?js$/.test(path) ? usualScriptLines : usualLines;
    if (lines > usual) large.set(path, `${lines} lines, usually at most ${usual}`);
  }
  for (const [folder, count] of inFolder) if (count > usualFiles) large.set(folder, `${count} files, usually at most ${usualFiles}`);
  const all = [...large];
  return {
    debts: all.filter(([path]) => reasons[path]).map(([path, size]) => `${path}: ${size}. ${reasons[path]}`),
    errors: [
      ...all
        .filter(([path]) => !reasons[path])
        .map(([path, size]) => `${path}: ${size}. Split it where it is two things, or say in ${sizesFile} why it is one.`),
      ...Object.keys(reasons)
        .filter((path) => !large.has(path) && [...files.keys()].some((file) => file === path || dirname(file) === path))
        .map((path) => `${sizesFile}: ${path} is no longer large. Take its line out.`),
    ],
  };
}
