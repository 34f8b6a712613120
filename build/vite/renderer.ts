import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** The operator's screens: `renderer/` to `dist/renderer/`, with relative addresses so that any root can serve them. */
export default defineConfig({
  root: at('renderer'),
  base: './',
  plugins: [svelte({ configFile: false })],
  build: {
    outDir: at('dist/renderer'),
    emptyOutDir: true,
    target: 'chrome130',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    license: { fileName: 'licences.json' },
  },
});
