import { packFlags } from '../package/flags.ts';
import { pack } from '../package/pack.ts';
import { failed } from '../failed.ts';

try {
  await pack(...packFlags(process.argv.slice(2)));
} catch (error) {
  failed(error);
}
