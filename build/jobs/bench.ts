import { join } from 'node:path';
import { becomeScript } from '../become.js';
import { build } from '../built.ts';
import { root } from '../set-up.js';
import { testBrowser } from '../test-browser.ts';

build(['output', 'renderer', 'electron']);
const env = { ...process.env, OVERLAY_BROWSER: testBrowser() };
becomeScript(process.execPath, [join(root, 'bench/main.ts'), ...process.argv.slice(2)], env);
