import * as http from 'node:http';
import type { Plugin } from 'vite';

/** Bundles `node:http` without the exports that load `fetch`, which costs 30 ms per start. */
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

/** A module that a package loads eagerly, but no program here needs. */
interface Unused {
  of: string;
  module: string;
  /** Used exports; absent if the module itself is a function. */
  names?: readonly string[];
  but?: readonly string[];
}

/** The shells contain the desk, which opens WebSockets. */
const deskPrograms = ['shell', 'host', 'data'];

/** Node takes 10 to 20 ms per start to load and compile these modules. */
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

/** Replaces {@link unused} functions with functions that throw, and omits the rest of their modules. */
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

/** A single non-ASCII character makes V8 store and hash the program with two bytes per character. */
export const asciiOnly: Plugin = {
  name: 'ascii-only',
  renderChunk: (code) => ({ code: code.replace(/[^\0-\x7f]/g, escaped), map: null }),
};

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** `docs/performance.md` has the measured savings. */
export const leanPrograms: readonly Plugin[] = [httpWithoutFetch, withoutUnused, asciiOnly];
