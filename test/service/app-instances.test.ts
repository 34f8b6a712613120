import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppInstances } from '../../service/app-instances.ts';
import type { OverlayError } from '../../contract/errors.ts';
import type { HeldApp } from '../../service/held-app.ts';
import type { LiveChannels } from '../../service/live/live-channels.ts';
import { jobs } from '../../service/jobs/jobs.ts';
import type { HeldComposition } from '../../service/domain/held-composition.ts';
import type { Store } from '../../service/store/store.ts';
import { contentsOf, type FilledStore, fillStore, smallContent } from '../kit/service/filled-store.ts';
import { ids } from '../kit/service/small-show.ts';

/** The small show as a service holds it. */
const { composition: held } = jobs.composition({ file: Buffer.from(smallContent) }) as { composition: HeldComposition };

let filled: FilledStore;
let loaded: { compositionId: number; contentId: number };
let apps: AppInstances;
/** What the outside was told, in order. */
let told: unknown[];
/** What was read from the store. */
let read: string[];

beforeEach(() => {
  filled = fillStore();
  const { id: compositionId, contentId } = filled.addComposition();
  loaded = { compositionId, contentId };
  filled.addApp({ shown: loaded });
  told = [];
  read = [];
  const store = watched(filled.store);
  const live = {
    reload: ({ stored, revision }) => told.push(['reloaded', stored.id, revision]),
    closeToken: (token) => told.push(['revoked', token]),
    closeUnreadable: (app) => {
      const { code, message } = whyUnreadable(app);
      told.push(['unreadable', app.stored.id, code, message]);
    },
    close: ({ stored }) => told.push(['deleted', stored.id]),
  } as Pick<LiveChannels, 'reload' | 'closeToken' | 'closeUnreadable' | 'close'>;
  const ignored = (): void => undefined;
  const log = { info: ignored, warn: ignored, error: ignored };
  apps = new AppInstances(store, contentsOf(store), { live: live as LiveChannels, log });
});
afterEach(() => filled.remove());

function whyUnreadable(app: HeldApp): OverlayError {
  try {
    app.show.control();
  } catch (thrown) {
    return thrown as OverlayError;
  }
  throw new Error('This show can be read.');
}

function watched(store: Store): Store {
  const heard =
    <Args extends unknown[], Result>(name: string, call: (...args: Args) => Result) =>
    (...args: Args): Result => {
      read.push(name);
      return call(...args);
    };
  return {
    ...store,
    contentBytes: heard('content', store.contentBytes),
    appByToken: heard('appByToken', store.appByToken),
    appInstance: heard('appInstance', store.appInstance),
  };
}

const byToken = (token: string) => apps.byToken(token, ['app', 'output']);
const at = '2026-11-21T12:00:00.000Z';

describe('an app instance', () => {
  it('is loaded when it is first asked for, with all that its show holds, and stays the same object', () => {
    const changes = [{ id: ids.home, payload: { goals: '3' }, state: 'In' as const }];
    filled.store.commit([{ appId: 1, revision: 5, changes, loadedOf: () => 1 }]);
    expect(read).toEqual([]);
    const app = byToken('app-1');
    expect([app?.revision, app?.stored.name, app?.composition(1)]).toEqual([5, 'App', held]);
    const home = app?.show.control().find(({ subCompositionId }) => subCompositionId === ids.home);
    expect([home?.state, home?.payload.goals]).toEqual(['In', '3']);
    expect([byToken('output-1') === app, apps.byId(1, 1) === app, read]).toEqual([
      true,
      true,
      ['appByToken', 'content'],
    ]);
  });

  it('is opened by its tokens, each in its own way, and by nothing else', () => {
    const open = (token: string, kind: 'app' | 'output') => apps.byToken(token, [kind])?.stored.id;
    expect([
      open('app-1', 'app'),
      open('app-1', 'output'),
      open('output-1', 'app'),
      open('output-1', 'output'),
    ]).toEqual([1, undefined, undefined, 1]);
    expect([open('app-2', 'app'), open('', 'app')]).toEqual([undefined, undefined]);
  });

  it('is its account’s alone, loaded or not', () => {
    expect(apps.byId(2, 1)).toBeUndefined();
    expect(apps.byId(1, 1)?.stored.id).toBe(1);
    expect([apps.byId(2, 1), apps.byId(1, 2)]).toEqual([undefined, undefined]);
  });

  it('without a composition has an empty show', () => {
    filled.addApp();
    const { show } = byToken('app-2')!;
    expect([show.control(), show.model()]).toEqual([[], []]);
  });
});

describe('what is written about an app instance', () => {
  it('comes into effect: another show at its revision', () => {
    const app = byToken('app-1')!;
    filled.store.loadShow(1, [null], { revision: 1, at });
    apps.refresh(1);
    expect([app.show.control(), app.revision, app.stored.outputs[0]?.loaded, told]).toEqual([
      [],
      1,
      null,
      [['reloaded', 1, 1]],
    ]);
  });

  it('comes into effect: the same composition loaded again is as new', () => {
    const app = byToken('app-1')!;
    const fresh = app.show.control();
    app.show.apply([{ id: ids.home, payload: { goals: '3' }, state: 'In' }]);
    app.revision = 1;
    filled.store.loadShow(1, [loaded], { revision: 2, at });
    apps.refresh(1);
    expect([app.show.control(), app.revision, told]).toEqual([fresh, 2, [['reloaded', 1, 2]]]);
  });

  it('comes into effect: another token, and the one before opens nothing', () => {
    const app = byToken('app-1');
    filled.store.setAppToken(1, 'new', at);
    apps.refresh(1);
    expect([byToken('app-1'), byToken('new') === app, byToken('output-1') === app, told]).toEqual([
      undefined,
      true,
      true,
      [['revoked', 'app-1']],
    ]);
    filled.store.setAppToken(1, null, at);
    apps.refresh(1);
    expect([byToken('new'), told.at(-1)]).toEqual([undefined, ['revoked', 'new']]);
  });

  it('comes into effect: its deletion, and nothing opens it', () => {
    byToken('app-1');
    filled.store.deleteAppInstance(1, at);
    apps.refresh(1);
    expect([byToken('app-1'), byToken('output-1'), apps.byId(1, 1), told]).toEqual([
      undefined,
      undefined,
      undefined,
      [['deleted', 1]],
    ]);
  });

  it('that cannot be read leaves it known, says why, and lets nothing be written over it', () => {
    const app = byToken('app-1')!;
    const { id: compositionId, contentId } = filled.addComposition({ content: '{}' });
    filled.store.loadShow(1, [{ compositionId, contentId }], { revision: 1, at });
    apps.refresh(1);
    const why = expect.stringMatching(
      /^The composition in this app instance cannot be read\. .* \(command: expected object, and it is missing \(and \d+ more\)\)$/,
    ) as unknown;
    expect(told).toEqual([['unreadable', 1, 'show-unreadable', why]]);
    expect(() => app.show).toThrow('command: expected object');
    expect([app.isUnreadable, app.revision, byToken('app-1') === app, byToken('output-1') === app]).toEqual([
      true,
      1,
      true,
      true,
    ]);
    filled.store.loadShow(1, [loaded], { revision: 2, at });
    apps.refresh(1);
    expect([app.isUnreadable, app.composition(3), told.at(-1)]).toEqual([false, held, ['reloaded', 1, 2]]);
  });

  it.each([
    ['is not JSON', '{', 'it is not JSON'],
    [
      'a newer program stored',
      smallContent.replaceAll('"version":1', '"version":2'),
      `compositions["${ids.root}"].version: expected 1, received 2: it was made by a newer program (and 5 more)`,
    ],
  ])('is known from the start with its tokens, though what was stored of its show %s', (_, content, why) => {
    const { id: compositionId, contentId } = filled.addComposition({ content });
    filled.addApp({ shown: { compositionId, contentId } });
    const app = byToken('app-2')!;
    expect([app.stored.name, byToken('output-2') === app, told]).toEqual([
      'App',
      true,
      [['unreadable', 2, 'show-unreadable', expect.stringContaining(`(${why})`)]],
    ]);
    expect(() => app.show).toThrow(why);
  });

  it('at one of two outputs, and cannot be read there, leaves what the other one holds for when it is replaced', () => {
    const { outputs } = filled.addApp({ shown: loaded, outputs: ['Program', 'Wall'] });
    const program = outputs[0]!.loaded!;
    const home = { id: ids.home, payload: { goals: '3' }, state: 'In' as const };
    filled.store.commit([{ appId: 2, revision: 1, changes: [home], loadedOf: () => program.id }]);
    const app = byToken('app-2')!;
    const bad = filled.addComposition({ content: '{}' });
    const shown = { compositionId: bad.id, contentId: bad.contentId };
    filled.store.loadShow(2, [program, shown], { revision: 2, at });
    apps.refresh(2);
    expect([app.isUnreadable, app.composition(program.id)]).toEqual([true, undefined]);
    filled.store.loadShow(2, [program, null], { revision: 3, at });
    apps.refresh(2);
    const held = app.show.control().find(({ subCompositionId }) => subCompositionId === ids.home);
    expect([held?.state, held?.payload.goals, app.loadedOf(ids.home)]).toEqual(['In', '3', program.id]);
  });

  it('is nothing to whoever nobody has asked for, and tells nobody of what stayed', () => {
    apps.refresh(1);
    byToken('app-1');
    apps.refresh(1);
    apps.refreshAll();
    expect(told).toEqual([]);
  });

  it('by another program is taken up for all of them', () => {
    filled.addApp();
    byToken('app-1');
    byToken('app-2');
    filled.store.removeUser(1, at);
    apps.refreshAll();
    expect([byToken('app-1'), byToken('app-2'), byToken('output-1')?.stored.id, told]).toEqual([
      undefined,
      undefined,
      1,
      [
        ['revoked', 'app-1'],
        ['revoked', 'app-2'],
      ],
    ]);
  });
});
