import * as http from 'node:http';
import type { Plugin } from 'vite';

/**
 * Importing `node:http` makes Node read every export of it, also the three that load the whole of `fetch`: 30 ms of
 * each start. So a bundle gets the module without them.
 */
const httpWithoutFetch: Plugin = {
  name: 'http-without-fetch',
  enforce: 'pre',
  resolveId: (id) => (/^(node:)?http$/.test(id) ? '\0http-without-fetch' : undefined),
  load(id) {
    if (id !== '\0http-without-fetch') return undefined;
    const names = Object.keys(http).filter(
      (name) => !['default', 'WebSocket', 'CloseEvent', 'MessageEvent'].includes(name),
    );
    return `const http = process.getBuiltinModule('node:http');
export default http;
export const { ${names.join(', ')} } = http;`;
  },
};

/** A module that a package loads at once for something that no program here asks of it. */
interface Unused {
  /** The package, as its folder is called. */
  of: string;
  module: string;
  /** What the package knows of the module; absent if the module is itself a function. */
  names?: readonly string[];
  /** The programs that use it all the same. */
  but?: readonly string[];
}

/** The desk opens WebSockets, and so do the shells, which contain it. */
const deskPrograms = ['shell', 'host', 'data'];

/** Node takes 10 to 20 ms of a start for these, and to compile what is bundled of them. */
export const unused: readonly Unused[] = [
  { of: 'fastify', module: 'node:http2', names: ['createServer', 'createSecureServer'] },
  { of: 'fastify', module: 'node:https', names: ['createServer'] },
  { of: 'fastify', module: '@fastify/ajv-compiler', but: ['host'] },
  { of: 'fastify', module: '@fastify/fast-json-stringify-compiler', but: ['host'] },
  { of: 'fastify', module: 'light-my-request' },
  { of: 'fastify', module: 'pino' },
  { of: '@fastify/static', module: 'glob', names: ['glob'] },
  { of: 'commander', module: 'node:child_process', names: ['spawn'] },
  { of: 'prom-client', module: './lib/cluster' },
  { of: 'prom-client', module: './lib/defaultMetrics' },
  { of: 'prom-client', module: './lib/pushgateway' },
  { of: 'prom-client', module: './lib/summary' },
  { of: 'undici', module: './client-h2.js' },
  { of: 'undici', module: '../web/fetch/body.js' },
  { of: 'ws', module: 'https', names: ['get', 'request'], but: deskPrograms },
  { of: 'ws', module: 'tls', names: ['connect'], but: deskPrograms },
];

const mark = '\0unused ';

/** Bundles a function that throws in place of each function that is {@link unused}, and nothing else of its module. */
export const withoutUnused: Plugin = {
  name: 'without-unused',
  enforce: 'pre',
  resolveId(id, from = '') {
    const found = unused.findIndex(({ of, module }) => id === module && from.includes(`/node_modules/${of}/`));
    if (found < 0 || unused[found]?.but?.includes(this.environment.name)) return undefined;
    return mark + String(found);
  },
  load(id) {
    const one = id.startsWith(mark) ? unused[Number(id.slice(mark.length))] : undefined;
    if (!one) return undefined;
    const { module, names } = one;
    const missing = `() => { throw new Error('${module} is not part of this program.'); }`;
    if (!names) return `const missing = ${missing};\nexport { missing as default, missing as 'module.exports' };`;
    return `const missing = ${missing};\nexport { ${names.map((name) => `missing as ${name}`).join(', ')} };
export default { ${names.map((name) => `${name}: missing`).join(', ')} };`;
  },
};

/** One character that is not ASCII makes V8 hold, and hash, a whole program as text of two bytes for each character. */
export const asciiOnly: Plugin = {
  name: 'ascii-only',
  renderChunk: (code) => ({ code: code.replace(/[^\0-\x7f]/g, escaped), map: null }),
};

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** What makes programs start faster. `docs/performance.md` says by how much. */
export const leanPrograms: readonly Plugin[] = [httpWithoutFetch, withoutUnused, asciiOnly];
