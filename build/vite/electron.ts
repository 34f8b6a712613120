import { cp } from 'node:fs/promises';
import * as http from 'node:http';
import { builtinModules } from 'node:module';
import { fileURLToPath } from 'node:url';
import { defineConfig, type EnvironmentOptions, type Plugin } from 'vite';

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Modules that exist at run time. Everything else is bundled, so that the package needs no `node_modules`. */
const provided = [
  'electron',
  'bufferutil',
  'utf-8-validate',
  ...builtinModules.filter((name) => name !== 'http'),
  /^node:(?!http$)/,
];

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

/** One program, from its entry to one file. */
function program(entry: string, file: string, format: 'es' | 'cjs'): EnvironmentOptions {
  return {
    consumer: 'server',
    resolve: { noExternal: true, external: ['electron'] },
    build: {
      outDir: at('dist'),
      emptyOutDir: false,
      target: 'node24',
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        input: at(entry),
        external: provided,
        output: { format, entryFileNames: file, codeSplitting: false },
      },
    },
  };
}

/**
 * The shell and the programs that it starts. `electron/main.ts` becomes `dist/electron/main.js`, with the programs of the
 * threads that read live data and tables beside it, and its preload as CommonJS, the only format for a sandboxed preload.
 * `service/main.ts` becomes `dist/service/main.js`, with the program of its threads, the pictures of the demo show and
 * the OpenAPI document beside it.
 */
export default defineConfig({
  root: at('.'),
  publicDir: false,
  plugins: [httpWithoutFetch],
  environments: {
    shell: program('electron/main.ts', 'electron/main.js', 'es'),
    preload: program('electron/preload/preload.ts', 'electron/preload.cjs', 'cjs'),
    data: program('desk/node-ports/data/data-program.ts', 'electron/data.js', 'es'),
    table: program('desk/node-ports/data/table-program.ts', 'electron/table.js', 'es'),
    service: program('service/main.ts', 'service/main.js', 'es'),
    jobs: program('service/jobs/job-program.ts', 'service/jobs.js', 'es'),
  },
  builder: {
    async buildApp(builder) {
      for (const name of ['shell', 'preload', 'data', 'table', 'service', 'jobs']) {
        const environment = builder.environments[name];
        if (environment) await builder.build(environment);
      }
      await cp(at('service/demo/pictures'), at('dist/service/demo/pictures'), { recursive: true });
      for (const file of ['openapi.json', 'openapi.html']) await cp(at(`docs/${file}`), at(`dist/service/${file}`));
    },
  },
});
