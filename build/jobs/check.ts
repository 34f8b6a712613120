import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { acceptedDocument, acceptedPath, brokenPromises } from '../accepted-api.ts';
import { generated } from '../generate.ts';
import { root } from '../set-up.js';

/** What a check found wrong; empty where nothing is. */
type Check = () => string;

/** Every folder that has sources. */
const folders = [
  'contract',
  'scene',
  'gallery',
  'desk',
  'service',
  'compose',
  'output',
  'renderer',
  'electron',
  'host',
  'build',
  'test',
];

const checks: Record<string, Check> = {
  types: tool('typescript/bin/tsc', '-p', '.'),
  'types in components': tool('svelte-check/bin/svelte-check', '--tsconfig', 'tsconfig.json', '--fail-on-warnings'),
  lint: tool('eslint/bin/eslint.js', '.', '--max-warnings', '0'),
  format: tool('prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.'),
  imports: tool('dependency-cruiser/bin/dependency-cruise.mjs', ...folders, '--config', '.dependency-cruiser.cjs'),
  'generated files': staleFiles,
  'API promises': brokenApi,
};

/** Run every check, name each, and show what it found. */
const wrong = Object.entries(checks).filter(([name, check]) => {
  const start = performance.now();
  const found = check();
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${found === '' ? 'ok    ' : 'WRONG '} ${name} (${seconds} s)`);
  if (found !== '') console.log(found);
  return found !== '';
});
console.log(wrong.length === 0 ? 'All checks are fine.' : `Not fine: ${wrong.map(([name]) => name).join(', ')}.`);
process.exitCode = wrong.length === 0 ? 0 : 1;

function tool(program: string, ...args: string[]): Check {
  return () => {
    const { status, stdout, stderr, error } = spawnSync(
      process.execPath,
      [join(root, 'node_modules', program), ...args],
      { cwd: root, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 },
    );
    if (status === 0) return '';
    return `${stdout}${stderr}${error?.message ?? ''}`.trim() || `It ended with exit code ${String(status)}.`;
  };
}

function staleFiles(): string {
  const stale = [...generated()].filter(([path, text]) => {
    const file = join(root, path);
    return !existsSync(file) || readFileSync(file, 'utf8') !== text;
  });
  return stale.map(([path]) => `${path} is not what its source gives. "npm run generate" writes it.`).join('\n');
}

function brokenApi(): string {
  const document = generated().get('docs/openapi.json') ?? '';
  const broken = brokenPromises(document);
  if (broken.length > 0) {
    return [
      'Clients that were written against the accepted API would break:',
      ...broken.map((change) => `  ${change}`),
      'Where this is meant, "npm run generate -- --accept" accepts it.',
    ].join('\n');
  }
  return acceptedDocument() === document ? '' : `${acceptedPath} lags behind. "npm run generate" writes it.`;
}
