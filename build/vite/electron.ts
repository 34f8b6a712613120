import { cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type EnvironmentOptions, type Plugin } from 'vite';
import { fingerprint } from '../built.ts';
import { leanPrograms } from './lean-programs.ts';

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/**
 * Modules that exist at run time, besides Node's own. Everything else is bundled, so that the package needs no `node_modules`.
 */
const provided = ['electron', 'bufferutil', 'utf-8-validate'];

/**
 * RtMidi is a file for each system, and packages carry them all. A bundle finds the one of its machine in `dist/native/`, as
 * `SYSTEM-PROCESSOR/midi.node`.
 */
const nativeMidi: Plugin = {
  name: 'native-midi',
  enforce: 'pre',
  resolveId: (id, from) => (id.endsWith('/load-native.js') && from?.includes('/midi/') ? '\0native-midi' : undefined),
  load(id) {
    if (id !== '\0native-midi') return undefined;
    return `import { createRequire } from 'node:module';
export default () => createRequire(import.meta.url)(\`../native/\${process.platform}-\${process.arch}/midi.node\`);`;
  },
};

/** The same for `node-hid`, which is CommonJS and asks a package of its maker for its file. */
const nativeHid: Plugin = {
  name: 'native-hid',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('/node-hid/nodehid.js')) return undefined;
    const asked = 'require("pkg-prebuilds/bindings")(__dirname, options)';
    if (!code.includes(asked)) throw new Error(`node-hid loads its native part otherwise than by ${asked}.`);
    const file = '../native/${process.platform}-${process.arch}/hid.node';
    return code.replace(asked, `process.getBuiltinModule('node:module').createRequire(import.meta.url)(\`${file}\`)`);
  },
};

/** Where Linux has two of them, this is the one for `hidraw`. It is linked with libusb as well, and calls nothing of it. */
async function copyNativeHid(): Promise<void> {
  const prebuilds = at('node_modules/node-hid/prebuilds');
  for (const folder of await readdir(prebuilds)) {
    const [, name, system, processor] = /^(HID|HID_hidraw)-(\w+)-(\w+)$/.exec(folder) ?? [];
    if (system === undefined || (system === 'linux') !== (name === 'HID_hidraw')) continue;
    await cp(join(prebuilds, folder, 'node-napi-v4.node'), at(`dist/native/${system}-${processor}/hid.node`));
  }
}

/** Copies what `nativeMidi` finds. Variants of a system, as that for musl, are not among them. */
async function copyNativeMidi(): Promise<void> {
  const prebuilds = at('node_modules/midi/prebuilds');
  for (const folder of await readdir(prebuilds)) {
    const [, system] = /^midi-(\w+-\w+)$/.exec(folder) ?? [];
    if (system === undefined) continue;
    await cp(join(prebuilds, folder, 'node-napi-v7.node'), at(`dist/native/${system}/midi.node`));
  }
}

/** What decides how the service reads contents: as long as it is the same, what was read of one is still right. */
const contentProgram = JSON.stringify(fingerprint(at('.'), ['scene', 'contract', 'package-lock.json']));

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
      license: { fileName: `${file}.licences.json` },
      rolldownOptions: {
        input: at(entry),
        external: provided,
        output: { format, entryFileNames: file, codeSplitting: false },
      },
    },
  };
}

/**
 * The shells and the programs that they start. `electron/main.ts` becomes `dist/electron/main.js`, with its preload as CommonJS, the only
 * format for a sandboxed preload, and `host/main.ts` becomes `dist/host/main.js`. The programs of the threads that read live data and tables
 * and draw keys, and of the drivers, are in `dist/desk/` for both.
 * `service/main.ts` becomes `dist/service/main.js`, with the program of its threads, the pictures of the demo show and
 * the OpenAPI document beside it.
 */
export default defineConfig({
  root: at('.'),
  publicDir: false,
  plugins: [...leanPrograms, nativeMidi, nativeHid],
  environments: {
    shell: program('electron/main.ts', 'electron/main.js', 'es'),
    host: program('host/main.ts', 'host/main.js', 'es'),
    preload: program('electron/preload/preload.ts', 'electron/preload.cjs', 'cjs'),
    data: program('node/data/data-program.ts', 'desk/data.js', 'es'),
    table: program('node/data/table-program.ts', 'desk/table.js', 'es'),
    picture: program('node/picture-program.ts', 'desk/picture.js', 'es'),
    midi: program('devices/midi/midi-program.ts', 'desk/midi.js', 'es'),
    hid: program('devices/hid/hid-program.ts', 'desk/hid.js', 'es'),
    service: { ...program('service/main.ts', 'service/main.js', 'es'), define: { contentProgram } },
    jobs: program('service/jobs/job-program.ts', 'service/jobs.js', 'es'),
  },
  builder: {
    async buildApp(builder) {
      for (const name of ['shell', 'host', 'preload', 'data', 'table', 'picture', 'midi', 'hid', 'service', 'jobs']) {
        const environment = builder.environments[name];
        if (environment) await builder.build(environment);
      }
      await copyNativeMidi();
      await copyNativeHid();
      await cp(at('service/demo/pictures'), at('dist/service/demo/pictures'), { recursive: true });
      for (const file of ['openapi.json', 'openapi.html']) await cp(at(`docs/${file}`), at(`dist/service/${file}`));
    },
  },
});
