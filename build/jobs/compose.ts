import { join } from 'node:path';
import { becomeScript } from '../become.js';
import { failed } from '../failed.ts';
import { root } from '../set-up.js';

try {
  becomeScript(process.execPath, [join(root, 'compose/main.ts'), ...process.argv.slice(2)]);
} catch (error) {
  failed(error);
}
