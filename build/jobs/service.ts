import { join } from 'node:path';
import { becomeScript } from '../become.js';
import { build } from '../built.ts';
import { root } from '../set-up.js';

/** Runs the built service alone; it starts in half the time of the sources. */
build(['output', 'electron']);
becomeScript(process.execPath, [join(root, 'dist/service/main.js'), ...process.argv.slice(2)]);
