import { texts } from '../../contract/texts/texts.ts';
import type { ServiceAnswer } from '../../contract/desk-api/authoring.ts';
import type { deskApi } from '../../contract/desk-api/desk-api.ts';
import { type CallFacts, type Calls, justNow } from '../../contract/link/link.ts';
import { loadComposition } from '../../contract/service-api/app-instances.ts';
import { asOverlayError } from '../../contract/errors.ts';
import type { OpenApp } from '../app/open-app.ts';
import type { Operation, Outcome } from '../app/operation.ts';
import type { EmbeddedApps } from '../backup/backup-content.ts';
import type { Backups } from '../backup/backups.ts';
import type { Ground } from '../ground.ts';
import { appForAuthors, callForAuthors } from './authoring.ts';
import { screenOf } from '../app/presses.ts';
import { type AppChange, appTarget } from '../log/recording.ts';

type AllCalls = Calls<typeof deskApi>;
type BackupCalls = Pick<AllCalls, 'setBackup' | 'makeBackup' | 'repairBackup' | 'copyContent'>;
type LoggedChange = Pick<AppChange, 'kind' | 'action' | 'targets' | 'items'>;

type Logged = <Answer>(
  what: { app: OpenApp | undefined; facts?: CallFacts | undefined; change: (app: OpenApp) => LoggedChange },
  run: () => Answer | Promise<Answer>,
) => Promise<Answer>;

/** The calls that write a line into the as-run log themselves. */
export function loggedCalls(
  ground: Ground,
  backups: Backups,
  services: EmbeddedApps,
): BackupCalls & Pick<AllCalls, 'service'> {
  const { apps, presses, recording } = ground;
  const logged: Logged = async ({ app, facts = justNow, change }, run) => {
    // Without an app instance the call will be refused, so nothing is logged.
    if (!app) return run();
    const press = presses.uncounted({ trigger: screenOf(facts), age: facts.age });
    return recording.logged(
      app,
      () => ({ ...press, ...change(app) }),
      () => {
        const late = presses.tooLate(press);
        if (late) throw late;
        return run();
      },
    );
  };
  /** Reads the backup at the end, because the call may create it. */
  const copy = (
    what: Pick<AppChange, 'kind' | 'action'>,
    { key, facts }: { key: string; facts: CallFacts | undefined },
    run: () => void | Promise<void>,
  ): Promise<void> => {
    const change = (): LoggedChange => {
      const backup = backups.of(key);
      return { ...what, targets: backup ? [appTarget(backup)] : [], items: [{ from: key, to: backup?.key ?? null }] };
    };
    return logged({ app: apps.get(key), facts, change }, run);
  };
  return {
    setBackup: (request, facts) => {
      // Collected before the call: an app that becomes a backup is no longer an app of the desk.
      const known = [backups.of(request.app) ?? [], apps.all.map((app) => ({ key: app.identity.key, name: app.name }))];
      const key = request.backup ?? backups.of(request.app)?.key;
      const targets = known.flat().filter((one) => one.key === key);
      const action = request.backup === null ? texts.backup.removeAction : texts.backup.setAction;
      const change = (): LoggedChange => ({
        kind: 'backup',
        action,
        targets: targets.map(appTarget),
        items: [request],
      });
      return logged({ app: apps.get(request.app), facts, change }, () => backups.calls.setBackup(request, facts));
    },
    makeBackup: (request, facts) =>
      copy({ kind: 'backup', action: texts.backup.makeAction }, { key: request.app, facts }, () =>
        backups.makeBackup(request.app, services),
      ),
    repairBackup: (request, facts) =>
      copy({ kind: 'backup', action: texts.backup.mirrorAction }, { key: request.app, facts }, () =>
        backups.calls.repairBackup(request, facts),
      ),
    copyContent: (request, facts) =>
      copy({ kind: 'copy', action: texts.backup.copyAction }, { key: request.app, facts }, () =>
        backups.calls.copyContent(request, facts),
      ),
    service: serviceCall(ground, logged, backups),
  };
}

function serviceCall(ground: Ground, logged: Logged, backups: Backups): AllCalls['service'] {
  const { apps, clock } = ground;
  return (request, facts) => {
    const call = (): Promise<ServiceAnswer> => callForAuthors(apps, clock, request);
    const app = appForAuthors(apps);
    if (request.endpoint === 'uploadAsset') return uploaded(call, backups, request.app ?? app?.identity.key);
    if (request.endpoint !== 'loadComposition') return call();
    return logged({ app, facts, change: (to) => loaded(to, request.body) }, () =>
      ownLoad(ground, app, { call, facts }),
    );
  };
}

/** A cue that names the file may fire after a fail-over, so the standby gets the file at once. */
async function uploaded(call: () => Promise<ServiceAnswer>, backups: Backups, app = ''): Promise<ServiceAnswer> {
  const stored = await call();
  void backups.copyFiles(app, stored.answer);
  return stored;
}

/** The state that a load leaves is no change of others. */
async function ownLoad(
  { clock, facts, presses, notices }: Ground,
  app: OpenApp | undefined,
  { call, facts: callFacts }: { call: () => Promise<ServiceAnswer>; facts: CallFacts | undefined },
): Promise<ServiceAnswer> {
  if (!app) return call();
  const press = presses.uncounted({ trigger: screenOf(callFacts), age: 0 });
  const load: Operation = {
    ...press,
    app: app.identity.key,
    kind: 'command',
    action: texts.services.loadAction,
    items: [],
  };
  const settle = (outcome: Outcome, from: number): void => {
    const now = { at: clock.now(), start: clock.monotonic() };
    facts.shown.tell(app, app.state.settle(load, outcome, { from, now }));
  };
  app.state.begin(load);
  try {
    const answer = await call();
    const { revision, warnings = [] } = answer;
    if (warnings.length > 0) {
      const values = warnings.map(({ path, message }) => `${path} (${message})`).join('; ');
      notices.keep({ id: `lost values ${app.identity.key}`, text: texts.services.lostValues(app.name, values) });
    }
    settle({ result: 'confirmed', revision }, app.truth?.acknowledged(revision) ?? app.state.confirmed.revision);
    return answer;
  } catch (thrown) {
    settle({ result: 'failed', error: asOverlayError(thrown) }, Infinity);
    throw thrown;
  }
}

function loaded({ identity: { key }, name }: OpenApp, body: unknown): LoggedChange {
  const request = loadComposition.body.safeParse(body);
  const items = request.success ? [{ composition: request.data.refId }] : [];
  return { kind: 'load', action: texts.services.loadAction, targets: [appTarget({ key, name })], items };
}
