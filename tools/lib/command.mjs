// The common parts of every command written in JavaScript, which are --help, options, and errors in one line.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

/** The comment at the head of a script. @param {string} url */
function helpOf(url) {
  const lines = readFileSync(fileURLToPath(url), 'utf8').split('\n');
  const end = lines.findIndex((line) => !line.startsWith('//'));
  return lines
    .slice(0, end)
    .map((line) => line.replace(/^\/\/ ?/, ''))
    .join('\n');
}

/**
 * Runs main with the options of the command line. --help only prints the script's first comment.
 * @param {string} url import.meta.url @param {import('node:util').ParseArgsConfig['options']} options
 * @param {(values: any) => unknown} main
 */
export async function command(url, options, main) {
  try {
    const { values } = parseArgs({ options: { ...options, help: { type: 'boolean', short: 'h', default: false } } });
    if (values.help) console.log(helpOf(url));
    else await main(values);
  } catch (error) {
    console.error(`error: ${error.message}`);
    process.exitCode = 1;
  }
}
