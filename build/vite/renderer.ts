import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';
import { readManual } from '../manual/manual.ts';

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/**
 * The manual of the operators as a component, which the screens load when somebody asks for help. Only what Svelte compiles may
 * become markup (`contract/desk-api/screen-policy.ts`).
 */
const manual: Plugin = {
  name: 'manual',
  enforce: 'pre',
  resolveId: (id) => (id === 'virtual:manual.svelte' ? at('renderer/help/manual.svelte') : undefined),
  load: (id) =>
    id === at('renderer/help/manual.svelte')
      ? readManual().replaceAll(/[{}]/g, (brace) => `&#${String(brace.charCodeAt(0))};`)
      : undefined,
};

/** The operator's screens: `renderer/` to `dist/renderer/`, with relative addresses so that any root can serve them. */
export default defineConfig({
  root: at('renderer'),
  base: './',
  plugins: [manual, svelte({ configFile: false })],
  build: {
    outDir: at('dist/renderer'),
    emptyOutDir: true,
    target: 'chrome130',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    license: { fileName: 'licences.json' },
  },
});
