import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin, type PluginOption } from 'vite';
import { readManual } from '../manual/manual.ts';

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/**
 * Provides the manual as a lazy component. Only Svelte's output may become markup
 * (`contract/desk-api/screen-policy.ts`).
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

/** What makes a module of a component of the screens, in a page and in Node. */
export const screenPlugins = (): PluginOption[] => [manual, svelte({ configFile: false })];

/** Addresses are relative, so the screens work under any root. */
export default defineConfig({
  root: at('renderer'),
  base: './',
  plugins: screenPlugins(),
  build: {
    outDir: at('dist/renderer'),
    emptyOutDir: true,
    target: 'chrome130',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    license: { fileName: 'licences.json' },
    // In kB. The screens come from the machine itself, or from its network.
    chunkSizeWarningLimit: 2_000,
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
});
