import { cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type EnvironmentOptions, type Plugin } from 'vite';
import { fingerprint } from '../built.ts';
import { leanPrograms } from './lean-programs.ts';

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Modules available at run time besides Node's. All others are bundled, so that packages need no `node_modules`. */
const provided = ['electron', 'bufferutil', 'utf-8-validate'];

/** Packages contain RtMidi for every system. A bundle loads `dist/native/SYSTEM-PROCESSOR/midi.node`. */
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

/** Does the same for `node-hid`, a CommonJS module that finds its file through a package. */
const nativeHid: Plugin = {
  name: 'native-hid',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('/node-hid/nodehid.js')) return undefined;
    const asked = 'require("pkg-prebuilds/bindings")(__dirname, options)';
    if (!code.includes(asked)) throw new Error(`node-hid loads its native part otherwise than by ${asked}.`);
    const file = '../native/${process.platform}-${process.arch}/hid.node';
    const loads = `process.getBuiltinModule('node:module').createRequire(import.meta.url)(\`${file}\`)`;
    // On one line, so the map stays right.
    return { code: code.replace(asked, loads), map: null };
  },
};

/**
 * Copies the addons of the systems into `dist/native/`, without variants of a system such as musl. node-hid has two for
 * Linux, of which `hidraw` links libusb but does not call it.
 */
async function copyNative(
  of: string,
  { addon, ...from }: { prebuild: RegExp; addon: string; to: string },
): Promise<void> {
  const prebuilds = at(`node_modules/${of}/prebuilds`);
  for (const folder of await readdir(prebuilds)) {
    const [, system] = from.prebuild.exec(folder) ?? [];
    if (system !== undefined) await cp(join(prebuilds, folder, addon), at(`dist/native/${system}/${from.to}`));
  }
}

/** Stored content is read again when this fingerprint changes. */
const contentProgram = JSON.stringify(fingerprint(at('.'), ['scene', 'contract', 'package-lock.json']));

function program(entry: string, file: string, format: 'es' | 'cjs'): EnvironmentOptions {
  return {
    consumer: 'server',
    resolve: { noExternal: true, external: ['electron'] },
    build: {
      outDir: at('dist'),
      emptyOutDir: false,
      target: 'node24',
      minify: false,
      // Packages have no maps, so no program may name one.
      sourcemap: 'hidden',
      license: { fileName: `${file}.licences.json` },
      rolldownOptions: {
        input: at(entry),
        external: provided,
        output: { format, entryFileNames: file, codeSplitting: false },
      },
    },
  };
}

const programs: Record<string, EnvironmentOptions> = {
  shell: program('electron/main.ts', 'electron/main.js', 'es'),
  host: program('host/main.ts', 'host/main.js', 'es'),
  preload: program('electron/preload/preload.ts', 'electron/preload.cjs', 'cjs'),
  asRun: program('node/as-run/as-run-program.ts', 'desk/as-run.js', 'es'),
  data: program('node/data/data-program.ts', 'desk/data.js', 'es'),
  table: program('node/data/table-program.ts', 'desk/table.js', 'es'),
  picture: program('node/picture-program.ts', 'desk/picture.js', 'es'),
  midi: program('devices/midi/midi-program.ts', 'desk/midi.js', 'es'),
  hid: program('devices/hid/hid-program.ts', 'desk/hid.js', 'es'),
  service: { ...program('service/main.ts', 'service/main.js', 'es'), define: { contentProgram } },
  jobs: program('service/jobs/job-program.ts', 'service/jobs.js', 'es'),
};

/**
 * Builds the shells and the programs that they start. A sandboxed preload must be CommonJS. Programs in `dist/desk/`
 * serve both shells; `dist/service/` also gets the demo pictures and the OpenAPI document.
 */
export default defineConfig({
  root: at('.'),
  publicDir: false,
  plugins: [...leanPrograms, nativeMidi, nativeHid],
  environments: programs,
  builder: {
    async buildApp({ environments, build }) {
      for (const name of Object.keys(programs)) if (environments[name]) await build(environments[name]);
      await copyNative('midi', { prebuild: /^midi-(\w+-\w+)$/, addon: 'node-napi-v7.node', to: 'midi.node' });
      const hid = /^(?:HID_hidraw|HID(?!-linux))-(\w+-\w+)$/;
      await copyNative('node-hid', { prebuild: hid, addon: 'node-napi-v4.node', to: 'hid.node' });
      await cp(at('service/demo/pictures'), at('dist/service/demo/pictures'), { recursive: true });
      for (const file of ['openapi.json', 'openapi.html']) await cp(at(`docs/${file}`), at(`dist/service/${file}`));
    },
  },
});
