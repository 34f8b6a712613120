import { texts } from '../../contract/texts/texts.ts';
import type { BackupView } from '../../contract/desk-api/backup.ts';
import { isLoopback } from '../../contract/loopback.ts';
import type { OpenApp } from '../app/open-app.ts';

export type KnownApp = OpenApp['state']['confirmed']['app'];

/** A service that lists its outputs has pages that draw main and backup. Outputs belong together by their place. */
export function pageAddresses(main: KnownApp, backup: KnownApp): BackupView['addresses'] {
  if (!backup) return [];
  const { outputs = [{ name: '', onairUrl: backup.onairUrl }] } = backup;
  return outputs.map(({ name, onairUrl }, place) => {
    const of = main?.outputs?.[place];
    const url = of ? `${of.onairUrl}&backup=${encodeURIComponent(onairUrl)}` : onairUrl;
    return { output: outputs.length > 1 ? (of?.name ?? name) : '', url, both: of !== undefined };
  });
}

/** What main and backup share, so that they fail together; undefined for two machines. */
export function placeOfBoth(main: string, backup: string): string | undefined {
  if (main === backup) return texts.backup.oneService;
  const [one, other] = [new URL(main), new URL(backup)].map(({ hostname, port }) => ({
    machine: isLoopback(hostname) ? 'localhost' : hostname,
    port,
  }));
  if (one?.machine !== other?.machine) return undefined;
  return one?.port === other?.port ? texts.backup.oneService : texts.backup.oneMachine;
}
