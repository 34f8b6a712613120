import { builtinModules } from 'node:module';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** The bundle needs no `node_modules`. */
export default defineConfig({
  root: at('.'),
  publicDir: false,
  ssr: { noExternal: true },
  build: {
    ssr: at('integrations/companion/main.ts'),
    outDir: at('dist/companion'),
    emptyOutDir: true,
    target: 'node22',
    minify: false,
    // Avoids the name of the licence files that the desk's packages collect.
    license: { fileName: 'third-party.json' },
    rolldownOptions: {
      // "ws" uses these faster packages only if they exist.
      external: ['bufferutil', 'utf-8-validate', ...builtinModules, /^node:/],
      output: { format: 'es', entryFileNames: 'main.js', codeSplitting: false },
    },
  },
});
