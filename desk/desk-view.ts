import { noControllers } from '../contract/desk-api/controller.ts';
import { DeskView } from '../contract/desk-api/desk-api.ts';
import { spokenLanguage } from '../contract/texts/texts.ts';
import type { Rooms } from './rooms.ts';
import type { KeyedName } from './screens/screens.ts';

export type MemberReaders = { [Member in keyof DeskView]: () => DeskView[Member] };

export function deskMembers(rooms: Rooms): MemberReaders {
  const { apps, actions, looks, guard, notices, keys, cues, liveData, asRun, services, presence } = rooms;
  const { lock, givenShow, showConnections, remote, controllers } = rooms;
  return {
    connections: () => services.connections.view,
    secrets: () => services.secrets.view,
    apps: () => apps.all.map((app) => app.view()),
    model: () => apps.all.flatMap((app) => app.model),
    subs: () => Object.fromEntries(apps.all.flatMap((app) => app.subs)),
    keys: () => keys.bindings,
    globalKeys: () => keys.global,
    guarded: () => keys.guarded,
    guardTime: () => guard.time,
    undoable: () => actions.undoable,
    looks: () => looks.list,
    ...cues.shown.members,
    dropFolder: () => cues.dropFolder.view,
    givenShow: givenShow.view,
    absentApps: () => showConnections.absent(services.connections.unopened),
    ...liveData.members,
    notices: () => notices.list,
    asRun: () => asRun.lines,
    operator: () => asRun.operator,
    deskName: () => presence.name,
    language: spokenLanguage,
    cueEditors: () => presence.cueEditors,
    lock: () => lock.view,
    ...remote.members,
    controllers: () => controllers?.view ?? noControllers,
    mappedControls: () => controllers?.bindings ?? [],
  };
}

/** Each function returns undefined for a removed key. */
export type KeyedViews = { [Name in KeyedName]: (key: string) => DeskView[Name][string] | undefined };

export function keyedViews({ apps, cues, liveData }: Rooms): KeyedViews {
  return {
    subs: (address) => {
      const ref = apps.find(address);
      return ref?.app.state.view(ref.id);
    },
    cues: (id) => cues.shown.cue(id),
    cueViews: (id) => cues.shown.view(id),
    sourceViews: (id) => liveData.sourceView(id),
    sourceAges: (id) => liveData.sourceAge(id),
    linkViews: (address) => liveData.links.view(address),
  };
}

export function wholeView(members: MemberReaders): DeskView {
  const names = Object.keys(DeskView.shape) as (keyof DeskView)[];
  return Object.fromEntries(names.map((name) => [name, members[name]()])) as DeskView;
}

/** Notices that last as long as their cause, as sentences. */
export function deskProblems({ apps, keys, cues, asRun, backups, remote }: Rooms): string[] {
  const own = [...apps.outputProblems, ...keys.problems, ...asRun.troubles];
  return [...own, ...backups.problems, ...remote.problems, ...cues.dropFolder.problems];
}
