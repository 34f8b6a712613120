import { spawnSync } from 'node:child_process';
import { z } from 'zod';
import { parsedJson } from '../../contract/json-text.ts';
import { root } from '../set-up.js';
import type { Advisory } from './advisories.ts';

const Report = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({
      via: z.array(
        z.union([z.string(), z.object({ name: z.string(), title: z.string(), url: z.string(), range: z.string() })]),
      ),
      nodes: z.array(z.string()),
    }),
  ),
});

export type AskNpm = () => string;

const askNpm: AskNpm = () =>
  spawnSync('npm', ['audit', '--json'], { cwd: root, encoding: 'utf8', shell: process.platform === 'win32' }).stdout;

/**
 * Requests npm's advisories for the installed packages. Throws if the registry cannot be reached, such as without a
 * network.
 */
export function askedAdvisories(versionAt: (path: string) => string | undefined, ask: AskNpm = askNpm): Advisory[] {
  const report = Report.safeParse(parsedJson(ask()));
  if (!report.success) {
    throw new Error(
      'npm could not ask its registry for advisories: there is no network, or the registry does not answer such questions. ' +
        'Without one, give a file or a folder of advisories in the OSV form: npm run audit -- --from FILE',
    );
  }
  return Object.values(report.data.vulnerabilities).flatMap(({ via, nodes }) => {
    const versions = nodes.flatMap((path) => versionAt(path) ?? []);
    return via
      .filter((one) => typeof one !== 'string')
      .map(({ name, title, url }) => ({
        id: url.split('/').at(-1) ?? url,
        summary: title,
        affected: [{ package: { ecosystem: 'npm', name }, versions }],
      }));
  });
}
