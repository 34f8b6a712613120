import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as svelte from 'svelte-eslint-parser';
import { root } from '../set-up.js';

let areOpen = false;

/**
 * The parser of Svelte components. With the first component it opens all of them: each newly opened file makes the linter
 * check the types of the whole program again, which took a second for each component.
 */
export const components = {
  meta: svelte.meta,
  /**
   * @param {string} code
   * @param {object} options
   */
  parseForESLint(code, options) {
    if (!areOpen) {
      areOpen = true;
      for (const file of globSync('renderer/**/*.svelte', { cwd: root })) {
        const filePath = join(root, file);
        svelte.parseForESLint(readFileSync(filePath, 'utf8'), { ...options, filePath });
      }
    }
    return svelte.parseForESLint(code, options);
  },
};
