import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** Builds the on-air page and the frame script into `dist/output/`. Assets are relative to the page. */
export default defineConfig({
  root: fileURLToPath(new URL('../../output', import.meta.url)),
  base: './',
  publicDir: false,
  build: {
    outDir: fileURLToPath(new URL('../../dist/output', import.meta.url)),
    emptyOutDir: true,
    // Browser version in current playout and streaming programs, older than the desk's.
    target: 'chrome100',
    // The page's policy refuses fonts as data URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    license: { fileName: 'licences.json' },
    rolldownOptions: {
      input: {
        index: fileURLToPath(new URL('../../output/index.html', import.meta.url)),
        'graphic-frame': fileURLToPath(new URL('../../output/graphic-frame/frame.ts', import.meta.url)),
      },
      output: {
        // The service inserts this script into pages, so its name is fixed.
        entryFileNames: ({ name }) => (name === 'graphic-frame' ? '[name].js' : 'assets/[name]-[hash].js'),
      },
    },
  },
});
