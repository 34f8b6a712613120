import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/**
 * The on-air page, and the script of the page that frames a graphic: `output/` to `dist/output/`, which the service
 * serves. Its assets are relative to the page's address.
 */
export default defineConfig({
  root: fileURLToPath(new URL('../../output', import.meta.url)),
  base: './',
  publicDir: false,
  build: {
    outDir: fileURLToPath(new URL('../../dist/output', import.meta.url)),
    emptyOutDir: true,
    // The version in the HTML sources of current playout and streaming programs, which are older than the desk's
    // browser.
    target: 'chrome100',
    // The page's own policy would refuse fonts as data addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    license: { fileName: 'licences.json' },
    rolldownOptions: {
      input: {
        index: fileURLToPath(new URL('../../output/index.html', import.meta.url)),
        'graphic-frame': fileURLToPath(new URL('../../output/graphic-frame/frame.ts', import.meta.url)),
      },
      output: {
        // The service puts this script into a page, so its name is fixed.
        entryFileNames: ({ name }) => (name === 'graphic-frame' ? '[name].js' : 'assets/[name]-[hash].js'),
      },
    },
  },
});
