// Checks every import of web/ against its table of rooms (web/rooms.json).
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';

import { circles } from '../rooms.mjs';

const tableFile = 'web/rooms.json';

/** @typedef {{path: string, what: string, sees: string[], later?: string[]}} Room */

/** The imports of a module, at once or on demand. Types in comments load nothing. @param {string} text @returns {{name: string, isLate: boolean, line: number}[]} */
export function importsOf(text) {
  const source = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, (comment) => comment.replace(/[^\n]/g, ''));
  const pattern = /^(?:import|export)\s(?:[^'";()]*?\sfrom\s*)?'(\.[^']+)'|^import '(\.[^']+)'|\bimport\(\s*'(\.[^']+)'\s*\)/gm;
  return [...source.matchAll(pattern)].map(({ 1: from, 2: alone, 3: late, index }) => ({
    name: from ?? alone ?? late,
    isLate: late !== undefined,
    line: source.slice(0, index).split('\n').length,
  }));
}

/**
 * Errors of imports, of folders that are no room, of rows that list more than is imported, and of circles between rooms.
 * @param {Map<string, string>} files path -> text @param {{rooms: Room[]}} [table]
 */
export function checkWebRooms(files, table = JSON.parse(readFileSync(tableFile, 'utf8'))) {
  const errors = [];
  const rooms = new Map(table.rooms.map((room) => [room.path, room]));
  /** The other rooms that each one imports. @type {Map<string, Map<string, boolean>>} */
  const seen = new Map(table.rooms.map(({ path }) => [path, new Map()]));
  const roomOf = (/** @type {string} */ file) => dirname(file).replace(/^web\/?/, '') || '.';
  for (const [path, text] of files) {
    if (!/^web\/.*\.js$/.test(path)) continue;
    const own = roomOf(path);
    const room = rooms.get(own);
    if (!room) {
      errors.push(`${path}: no row of ${tableFile} has this folder. Add one.`);
      continue;
    }
    for (const { name, isLate, line } of importsOf(text)) {
      const file = join(dirname(path), name);
      const other = roomOf(file);
      if (other === own || !files.has(file)) continue;
      const found = seen.get(own);
      found?.set(other, (found.get(other) ?? true) && isLate);
      const place = `${path}:${line}: '${name}'`;
      if (room.sees.includes(other) || (isLate && room.later?.includes(other))) continue;
      errors.push(
        room.later?.includes(other)
          ? `${place}: ${own} loads ${other} only when it is needed (${tableFile}: later). Use import().`
          : `${place}: ${own} may not import it (${tableFile}: sees).`,
      );
    }
  }
  for (const { path, sees, later = [] } of table.rooms) {
    const found = seen.get(path);
    for (const other of [...sees, ...later]) {
      if (!found?.has(other)) errors.push(`${tableFile}: ${path} does not import ${other}. Take it out of the row.`);
      else if (sees.includes(other) && found.get(other))
        errors.push(`${tableFile}: ${path} imports ${other} only late. Move it to "later".`);
    }
  }
  const edges = new Map([...seen].map(([path, others]) => [path, new Set(others.keys())]));
  for (const circle of circles(edges)) errors.push(`web: folders that import one another: ${circle.join(' -> ')}.`);
  return errors;
}
