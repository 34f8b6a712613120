import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { command } from '../../host/flags.ts';
import { root } from '../set-up.js';
import { advisoryProblems, askedAdvisories, keptAdvisories, keptPath, readAdvisories } from '../supply/advisories.ts';
import { lockedPackages } from '../supply/lockfile.ts';

const program = command('audit')
  .option('--from <PATH>', '', (path) => resolve(path))
  .option('--keep', '', false)
  .parse(process.argv.slice(2), { from: 'user' });
const { from, keep } = program.opts<{ from: string | undefined; keep: boolean }>();
const file = join(root, keptPath);
const kept = keptAdvisories();
const packages = lockedPackages();
const versionAt = (path: string): string | undefined => packages.find((one) => one.path === path)?.version;
const advisories = from === undefined ? askedAdvisories(versionAt) : readAdvisories(from);
const problems = advisoryProblems(packages, advisories, kept.accepted);
if (keep) {
  const names = new Set(packages.map(({ name }) => name));
  const ours = advisories.filter(({ affected }) => affected.some((one) => names.has(one.package?.name ?? '')));
  const asked = new Date().toISOString().slice(0, 10);
  writeFileSync(file, `${JSON.stringify({ ...kept, asked, advisories: ours }, undefined, 2)}\n`);
}
for (const problem of problems) console.log(problem);
console.log(`${String(advisories.length)} advisories read, ${String(problems.length)} matter.`);
process.exitCode = problems.length === 0 ? 0 : 1;
