import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** The on-air page: `output/` to `dist/output/`, which the service serves. Its assets are relative to the page's address. */
export default defineConfig({
  root: fileURLToPath(new URL('../../output', import.meta.url)),
  base: './',
  publicDir: false,
  build: {
    outDir: fileURLToPath(new URL('../../dist/output', import.meta.url)),
    emptyOutDir: true,
    // What the HTML sources of current playout and streaming programs run; older than the desk's own browser.
    target: 'chrome100',
    modulePreload: { polyfill: false },
  },
});
