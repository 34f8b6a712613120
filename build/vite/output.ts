import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/**
 * The on-air page, and beside it the script of the page that a graphic is drawn in: `output/` to `dist/output/`, which the service serves. Its assets are
 * relative to the page's address.
 */
export default defineConfig({
  root: fileURLToPath(new URL('../../output', import.meta.url)),
  base: './',
  publicDir: false,
  build: {
    outDir: fileURLToPath(new URL('../../dist/output', import.meta.url)),
    emptyOutDir: true,
    // What the HTML sources of current playout and streaming programs run; older than the desk's own browser.
    target: 'chrome100',
    // Fonts as data would be refused by the page's own policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        index: fileURLToPath(new URL('../../output/index.html', import.meta.url)),
        'graphic-frame': fileURLToPath(new URL('../../output/graphic-frame/frame.ts', import.meta.url)),
      },
      output: {
        // The service puts it into a page, so it has a name that is known.
        entryFileNames: ({ name }) => (name === 'graphic-frame' ? '[name].js' : 'assets/[name]-[hash].js'),
      },
    },
  },
});
