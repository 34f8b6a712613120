import { packFlags } from '../package/flags.ts';
import { pack } from '../package/pack.ts';
import { failed } from '../failed.ts';

/** Builds the packages of one system or of several, or the unpacked application. */
try {
  await pack(...packFlags(process.argv.slice(2)));
} catch (error) {
  failed(error);
}
