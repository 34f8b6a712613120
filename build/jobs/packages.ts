import { changedInputs, inputHashes, keptRecord, reason } from '../package-inputs.ts';

/** With `--changes`, prints only whether the tier must run. */
const [flag, ...more] = process.argv.slice(2);
if (flag === '--changes' && more.length === 0) {
  const now = inputHashes();
  const changed = changedInputs(keptRecord(), now);
  console.log(reason(changed, now.size));
  process.exitCode = changed.length === 0 ? 0 : 1;
} else {
  process.argv.push('--project=packages');
  await import('./test.ts');
}
