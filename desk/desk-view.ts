import { DeskView } from '../contract/desk-api/desk-api.ts';
import type { BackupDesk } from './backup-desk.ts';
import type { DeskConnections } from './desk-connections.ts';
import type { HoldingDesk } from './holding-desk.ts';
import type { KeyDesk } from './key-desk.ts';
import type { OperatedParts } from './screen-calls.ts';
import type { AsRunDesk } from './show/as-run-desk.ts';

/** What of the desk is shown. */
export interface ShownParts extends Pick<OperatedParts, 'apps' | 'asking' | 'looks' | 'guard' | 'notices'> {
  keys: KeyDesk;
  asRun: AsRunDesk;
  connections: DeskConnections;
  holding: HoldingDesk;
}

/** Each member of the desk's view, as it is when it is asked for. */
export type DeskMembers = { [Member in keyof DeskView]: () => DeskView[Member] };

export function deskMembers(parts: ShownParts): DeskMembers {
  const { apps, asking, looks, guard, notices, keys, asRun, connections, holding } = parts;
  return {
    connections: () => connections.connections,
    secrets: () => connections.secrets,
    apps: () => apps.all.map((app) => app.view()),
    model: () => apps.all.flatMap((app) => app.model),
    subs: () => Object.fromEntries(apps.all.flatMap((app) => app.subs)),
    keys: () => keys.bindings,
    guarded: () => keys.guarded,
    guardTime: () => guard.time,
    undoable: () => ({ values: asking.undoable('values'), take: asking.undoable('take') }),
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

interface Troubled extends Pick<ShownParts, 'apps' | 'keys' | 'asRun'> {
  backups: BackupDesk;
}

/** What the operator must know as long as it is so, in sentences. */
export function deskProblems({ apps, keys, asRun, backups }: Troubled): string[] {
  return [...apps.outputProblems, ...keys.problems, ...asRun.troubles, ...backups.problems];
}
