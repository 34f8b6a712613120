import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import tsconfig from '../../tsconfig.json' with { type: 'json' };
import { acceptedDocument, acceptedPath, brokenPromises } from '../open-api-changes.ts';
import { generated } from '../generate.ts';
import { root } from '../set-up.js';
import { advisoryProblems, keptAdvisories, neverAsked } from '../supply/advisories.ts';
import { licenceProblems } from '../supply/licences.ts';
import { lockedPackages } from '../supply/lockfile.ts';

type ProjectCheck = () => string | Promise<string>;

/** Slowest first. One check runs per processor. */
const checks: Record<string, ProjectCheck> = {
  // Components are linted separately, because their types are another program.
  lint: lint('.', '--ignore-pattern', '**/*.svelte'),
  'lint of the components': lint('**/*.svelte'),
  types: tool('typescript/bin/tsc', '-p', '.'),
  'types in components': tool(
    'svelte-check/bin/svelte-check',
    '--tsconfig',
    'renderer/tsconfig.json',
    '--fail-on-warnings',
  ),
  format: tool('prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.'),
  imports: tool(
    'dependency-cruiser/bin/dependency-cruise.mjs',
    ...tsconfig.include,
    '--config',
    '.dependency-cruiser.cjs',
  ),
  'generated files': staleFiles,
  'API promises': brokenApi,
  licences: () => licenceProblems(lockedPackages()).join('\n'),
  advisories: knownHoles,
};

const wrong: string[] = [];
const left = Object.entries(checks);
await Promise.all(Array.from({ length: availableParallelism() }, runChecks));
console.log(wrong.length === 0 ? 'All checks passed.' : `Failed: ${wrong.join(', ')}.`);
process.exitCode = wrong.length === 0 ? 0 : 1;

async function runChecks(): Promise<void> {
  for (let next = left.shift(); next; next = left.shift()) {
    const [name, check] = next;
    const start = performance.now();
    const found = await check();
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.log(`${found === '' ? 'ok    ' : 'WRONG '} ${name} (${seconds} s)`);
    if (found === '') continue;
    console.log(found);
    wrong.push(name);
  }
}

function lint(...files: string[]): ProjectCheck {
  return tool('eslint/bin/eslint.js', ...files, '--max-warnings', '0');
}

function tool(program: string, ...args: string[]): ProjectCheck {
  // In MiB: types of whole programs are made in large numbers, and with V8's own 16 MiB its collector takes a sixth of the time.
  const words = ['--max-semi-space-size=64', join(root, 'node_modules', program), ...args];
  return () =>
    new Promise((resolve) => {
      execFile(process.execPath, words, { cwd: root, maxBuffer: Infinity }, (error, stdout, stderr) => {
        resolve(error ? `${stdout}${stderr}`.trim() || `It ended with exit code ${String(error.code)}.` : '');
      });
    });
}

function staleFiles(): string {
  const stale = [...generated()].filter(([path, text]) => {
    const file = join(root, path);
    return !existsSync(file) || readFileSync(file, 'utf8') !== text;
  });
  return stale.map(([path]) => `${path} is not what its source gives. "npm run generate" writes it.`).join('\n');
}

/** Checks the stored advisories. Newer advisories need `npm run audit` and a network. */
function knownHoles(): string {
  const kept = keptAdvisories();
  const warning = neverAsked(kept);
  if (warning !== '') console.log(`note   ${warning}`);
  return advisoryProblems(lockedPackages(), kept.advisories, kept.accepted).join('\n');
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
