// A small static server for the assembled page, on this machine only:
//   node tools/serve.mjs [--port 8080] [--folder build/site] [--cors] [--quiet]
// Without --port it takes 8080, or any free port if that is taken.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { dirname, extname, join, normalize, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

import { command } from './lib/command.mjs';

export const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.md': 'text/plain; charset=utf-8',
  '.py': 'text/plain; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};

/**
 * Serves a folder on 127.0.0.1. `cors` lets pages of other origins read it, as a data host would. `refuses` returns true for paths that are
 * missing.
 * @param {{folder: string, port?: number, cors?: boolean, refuses?: (path: string) => boolean}} options port 0 (the default) means any free
 *   one
 * @returns {Promise<{url: string, close: () => Promise<void>}>}
 */
export async function serve({ folder, port = 0, cors = false, refuses = () => false }) {
  const base = normalize(folder + sep);
  const server = createServer(async (request, response) => {
    const headers = { 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-cache' };
    if (cors) headers['Access-Control-Allow-Origin'] = '*';
    const answer = (status, text) => {
      response.writeHead(status, { ...headers, 'Content-Type': types['.txt'] });
      response.end(`${text}\n`);
    };
    if (request.method !== 'GET' && request.method !== 'HEAD') return answer(405, 'Only GET and HEAD.');
    try {
      const asked = decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname);
      if (refuses(asked)) return answer(404, 'Not found.');
      let path = normalize(base + asked);
      if (!path.startsWith(base)) return answer(403, 'Outside the folder.');
      let info = await stat(path);
      if (info.isDirectory()) {
        path = join(path, 'index.html');
        info = await stat(path);
      }
      headers['Content-Type'] = types[extname(path)] ?? 'application/octet-stream';
      headers['Content-Length'] = info.size;
      headers.ETag = `"${info.size}-${Math.round(info.mtimeMs)}"`;
      if (request.headers['if-none-match'] === headers.ETag) {
        response.writeHead(304, headers);
        return response.end();
      }
      response.writeHead(200, headers);
      if (request.method === 'HEAD') return response.end();
      createReadStream(path)
        .on('error', () => response.destroy())
        .pipe(response);
    } catch {
      answer(404, 'Not found.');
    }
  });
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(undefined));
  });
  return {
    url: `http://127.0.0.1:${portOf(server)}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** @param {import('node:net').Server} server that listens at a port */
export const portOf = (server) => /** @type {import('node:net').AddressInfo} */ (server.address()).port;

/** Serves until it is ended, and prints its URL. @param {{folder: string, port?: string, cors?: boolean, quiet?: boolean}} options */
export async function serveAloud(options) {
  const wanted = options.port === undefined ? [8080, 0] : [Number(options.port)];
  if (!wanted.every((port) => Number.isInteger(port) && port >= 0 && port < 65536)) {
    throw new Error(`--port ${options.port} is not a port: give a number from 0 to 65535.`);
  }
  for (const port of wanted) {
    try {
      const { url } = await serve({ folder: options.folder, port, cors: options.cors });
      console.log(options.quiet ? url : `Headwaters is at ${url}  (Ctrl+C ends it)`);
      return;
    } catch (error) {
      if (error.code !== 'EADDRINUSE') throw error;
      if (port === wanted.at(-1)) throw new Error(`Port ${port} is taken: give another with --port.`);
    }
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  command(
    import.meta.url,
    {
      port: { type: 'string' },
      folder: { type: 'string', default: join(dirname(fileURLToPath(import.meta.url)), '../build/site') },
      cors: { type: 'boolean', default: false },
      quiet: { type: 'boolean', default: false },
    },
    serveAloud,
  );
}
