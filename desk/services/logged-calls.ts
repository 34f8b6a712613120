import type { AsRunTarget, Trigger } from '../../contract/desk-api/as-run.ts';
import type { deskApi } from '../../contract/desk-api/desk-api.ts';
import type { Calls } from '../../contract/link/link.ts';
import { loadComposition } from '../../contract/service-api/app-instances.ts';
import type { OpenApp, AppIdentity } from '../app/open-app.ts';
import type { OpenApps } from '../app/open-apps.ts';
import { appForAuthors, callForAuthors } from './authoring.ts';
import type { Presses } from '../app/presses.ts';
import type { Clock } from '../ports.ts';
import type { Recording } from '../log/recording.ts';
import type { AppChange } from '../log/as-run-line.ts';

type AllCalls = Calls<typeof deskApi>;
type BackupDeeds = Pick<AllCalls, 'setBackup' | 'makeBackup' | 'repairBackup' | 'copyContent'>;
type Told = Pick<AppChange, 'action' | 'targets' | 'items'>;

export interface AppChangesPorts {
  apps: OpenApps;
  clock: Clock;
  presses: Presses;
  recording: Recording;
  /** What carries out those that are about backups, and tells what the backup of an app is. */
  backups: { readonly calls: BackupDeeds; of(app: string): AppIdentity | undefined };
}

/** What screens ask that changes what an app holds, or its backup: each has its line in the as-run log. */
export function appChanges(ports: AppChangesPorts): BackupDeeds & Pick<AllCalls, 'service'> {
  const { apps, clock, presses, recording, backups } = ports;
  const logged = async <Answer>(
    { app, told }: { app: OpenApp | undefined; told: (app: OpenApp) => Told },
    doing: () => Answer | Promise<Answer>,
  ): Promise<Answer> => {
    // What is asked of no app is refused, and there is nothing that a line could be of.
    if (!app) return doing();
    const press = presses.uncounted(onScreen);
    return recording.doing(app, () => ({ ...press, ...told(app) }), doing);
  };
  /** From the app into its backup, as far as it has one when it is over. */
  const copying = (action: string, key: string, doing: () => null | Promise<null>): Promise<null> => {
    const told = (): Told => {
      const backup = backups.of(key);
      return { action, targets: backup ? [target(backup)] : [], items: [{ from: key, to: backup?.key ?? null }] };
    };
    return logged({ app: apps.get(key), told }, doing);
  };
  return {
    setBackup: (asked) => {
      // Named before it is done: what is a backup is no app of the desk any more.
      const known = [backups.of(asked.app) ?? [], apps.all.map((app) => ({ key: app.identity.key, name: app.name }))];
      const key = asked.backup ?? backups.of(asked.app)?.key;
      const targets = known.flat().filter((one) => one.key === key);
      const told = { action: asked.backup === null ? 'Set no backup' : 'Set backup', items: [asked] };
      return logged({ app: apps.get(asked.app), told: () => ({ ...told, targets: targets.map(target) }) }, () =>
        backups.calls.setBackup(asked),
      );
    },
    makeBackup: (asked) => copying('Make backup', asked.app, () => backups.calls.makeBackup(asked)),
    repairBackup: (asked) => copying('Start mirroring', asked.app, () => backups.calls.repairBackup(asked)),
    copyContent: (asked) => copying('Copy composition', asked.app, () => backups.calls.copyContent(asked)),
    service: (asked) => {
      const call = (): Promise<unknown> => callForAuthors(apps, clock, asked);
      if (asked.endpoint !== 'loadComposition') return call();
      return logged({ app: appForAuthors(apps), told: (app) => loaded(app, asked.body) }, call);
    },
  };
}

const onScreen: Trigger = { kind: 'screen', detail: '' };

function loaded({ identity: { key }, name }: OpenApp, body: unknown): Told {
  const asked = loadComposition.body.safeParse(body);
  const items = asked.success ? [{ composition: asked.data.refId }] : [];
  return { action: 'Load composition', targets: [target({ key, name })], items };
}

/** An app, as a line names what something was done to. */
function target({ key, name }: { key: string; name: string }): AsRunTarget {
  return { address: key, id: key, name };
}
