import { builtinModules } from 'node:module';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** The module for Bitfocus Companion: `integrations/companion/main.ts` to `dist/companion/main.js`, one file that needs no `node_modules`. */
export default defineConfig({
  root: at('.'),
  publicDir: false,
  ssr: { noExternal: true },
  build: {
    ssr: at('integrations/companion/main.ts'),
    outDir: at('dist/companion'),
    emptyOutDir: true,
    // The Node that Companion runs modules on.
    target: 'node22',
    minify: false,
    // Named otherwise than those of what the desk's own packages ship, which are collected by their name.
    license: { fileName: 'third-party.json' },
    rolldownOptions: {
      // "ws" tries these two, which are faster, and does without them.
      external: ['bufferutil', 'utf-8-validate', ...builtinModules, /^node:/],
      output: { format: 'es', entryFileNames: 'main.js', codeSplitting: false },
    },
  },
});
