import { DeskView } from '../contract/desk-api/desk-api.ts';
import type { Backups } from './backup/backups.ts';
import type { Services } from './services/services.ts';
import type { Presence } from './presence/presence.ts';
import type { Keys } from './controls/keys.ts';
import type { OperatePorts } from './operate/screen-calls.ts';
import type { AsRun } from './log/as-run.ts';

/** What of the desk is shown. */
export interface ViewPorts extends Pick<OperatePorts, 'apps' | 'actions' | 'looks' | 'guard' | 'notices'> {
  keys: Keys;
  asRun: AsRun;
  connections: Services;
  holding: Presence;
}

/** Each member of the desk's view, as it is when it is asked for. */
export type DeskMembers = { [Member in keyof DeskView]: () => DeskView[Member] };

export function deskMembers(parts: ViewPorts): DeskMembers {
  const { apps, actions, looks, guard, notices, keys, asRun, connections, holding } = parts;
  return {
    connections: () => connections.connections,
    secrets: () => connections.secrets,
    apps: () => apps.all.map((app) => app.view()),
    model: () => apps.all.flatMap((app) => app.model),
    subs: () => Object.fromEntries(apps.all.flatMap((app) => app.subs)),
    keys: () => keys.bindings,
    guarded: () => keys.guarded,
    guardTime: () => guard.time,
    undoable: () => ({ values: actions.undoable('values'), take: actions.undoable('take') }),
    looks: () => looks.list,
    notices: () => notices.list,
    asRun: () => asRun.lines,
    operator: () => asRun.operator,
    deskName: () => holding.name,
  };
}

/** The whole view now. */
export function wholeView(members: DeskMembers): DeskView {
  const names = Object.keys(DeskView.shape) as (keyof DeskView)[];
  return Object.fromEntries(names.map((name) => [name, members[name]()])) as DeskView;
}

interface Troubled extends Pick<ViewPorts, 'apps' | 'keys' | 'asRun'> {
  backups: Backups;
}

/** What the operator must know as long as it is so, in sentences. */
export function deskProblems({ apps, keys, asRun, backups }: Troubled): string[] {
  return [...apps.outputProblems, ...keys.problems, ...asRun.troubles, ...backups.problems];
}
