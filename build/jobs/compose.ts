import { join } from 'node:path';
import { becomeScript } from '../become.js';
import { build } from '../built.ts';
import { failed } from '../failed.ts';
import { root } from '../set-up.js';

/** Make, check, preview and move compositions. Only a preview needs the page that draws. */
try {
  const args = process.argv.slice(2);
  if (args[0] === 'preview' && !args.includes('--help')) build(['output']);
  becomeScript(process.execPath, [join(root, 'compose/main.ts'), ...args]);
} catch (error) {
  failed(error);
}
