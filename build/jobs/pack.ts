import { packFlags } from '../package/flags.ts';
import { pack } from '../package/pack.ts';

await pack(...packFlags(process.argv.slice(2)));
