import type { z } from 'zod';
import type { Cue } from '../../contract/desk-api/cue.ts';
import type { Retarget } from '../../contract/desk-api/rundown-edit.ts';
import {
  type AppStanding,
  type Gone,
  goneOf,
  isAwaited,
  type NamedThing,
  namesIn,
  type ShowPlace,
  type Uses,
} from '../../contract/desk-api/show-missing.ts';
import { addressOf, parseAddress } from '../../contract/model/address.ts';
import { type ModelItem, preOrder } from '../../contract/model/control.ts';
import type { DeskClient } from '../state/desk.svelte.ts';
import { texts } from '../texts/texts.ts';

const words = texts.showFile;

export interface Repair {
  targets: z.infer<typeof Retarget>[];
  apps: { from: string; to: string }[];
}

export interface RepairChoice {
  name: string;
  repair: Repair;
}

export interface Missing {
  kind: 'connection' | 'sub-composition' | 'field';
  id: string;
  name: string;
  usedBy: string[];
  choices: RepairChoice[];
  /** The likely replacement: the same id, else the same name. */
  suggested: RepairChoice | undefined;
}

export interface MissingParts {
  all: Missing[];
  untold: string[];
}

type Place = Pick<DeskClient, 'apps' | 'app' | 'node' | 'nameOf' | 'model' | 'absentApps'>;

/**
 * Things that a show names and the desk does not have. Those of an app instance that has not reported its show are
 * unknown.
 */
export function missingIn(named: readonly NamedThing[], desk: Place): MissingParts {
  const gone = goneOf(named, placeOf(desk));
  const subs = [...gone.subs].map(([id, uses]) => missingSub(desk, id, uses));
  const apps = [...gone.apps].map(([key, uses]) => missingApp(desk, key, { uses, gone }));
  const fields = [...gone.fields].map(([id, uses]) => missingField(desk, id, uses));
  return { all: [...apps, ...subs, ...fields], untold: [...gone.untold] };
}

export function missingOf(cue: Cue, desk: Place): string[] {
  const named = namesIn({ cues: [cue], looks: [], dataLinks: [], keys: [], controls: [] });
  const { subs, fields } = goneOf(named, placeOf(desk));
  return [...subs.values(), ...fields.values()].map(({ name }) => name);
}

export const mostUses = 8;

export function inShort(usedBy: readonly string[]): string {
  const more = usedBy.length - mostUses;
  return usedBy.slice(0, mostUses).join('; ') + (more > 0 ? words.andMore(more) : '');
}

/** One repair of all. Of two for the same thing, the first counts. */
export function together(all: readonly Repair[]): Repair {
  const targets = new Map<string, Repair['targets'][number]>();
  for (const target of all.flatMap((one) => one.targets)) {
    const known = targets.get(target.from);
    if (!known || known.to === target.to)
      targets.set(target.from, { ...target, fields: { ...target.fields, ...known?.fields } });
  }
  return { targets: [...targets.values()], apps: all.flatMap(({ apps }) => apps) };
}

function placeOf(desk: Place): ShowPlace {
  return {
    app: (key) => ({ name: nameOf(desk, key), stands: standing(desk, key) }),
    sub: (address) => desk.node(address),
  };
}

function standing(desk: Place, key: string): AppStanding {
  const app = desk.app(key);
  if (app) return app.trusted ? 'here' : 'untold';
  const awaited = desk.absentApps.flatMap((absent) => (absent.awaited ? { key: absent.app } : []));
  return isAwaited(key, awaited) ? 'untold' : 'gone';
}

/** An app instance's name; the key for one that was never here. */
function nameOf(desk: Place, key: string): string {
  return desk.app(key)?.name ?? desk.absentApps.find(({ app }) => app === key)?.name ?? words.appInstance(key);
}

function missingSub(desk: Place, from: string, { name, usedBy }: Uses): Missing {
  const choices = [...preOrder(desk.model)].map((node) => ({ node, ...choiceOf(desk, from, node) }));
  const same = choices.find(({ node }) => parseAddress(node.id).id === parseAddress(from).id);
  const suggested = same ?? choices.find(({ node }) => node.name === name);
  return { kind: 'sub-composition', id: from, name, usedBy: [...usedBy], choices, suggested };
}

function choiceOf(desk: Place, from: string, node: ModelItem): RepairChoice {
  return {
    name: desk.nameOf(node.id),
    repair: { targets: [{ from, to: node.id, name: node.name, fields: {} }], apps: [] },
  };
}

/** A replacement app instance supplies the things with the same id, else the same name. */
function missingApp(desk: Place, key: string, { uses, gone }: { uses: Uses; gone: Gone }): Missing {
  const { name, usedBy } = uses;
  const own = [...gone.subs].filter(([id]) => parseAddress(id).app === key);
  const choices = desk.apps.map((app) => {
    const nodes = [...preOrder(desk.model)].filter(({ id }) => parseAddress(id).app === app.key);
    const targets = own.flatMap(([from, uses]) => {
      const same = desk.node(addressOf(app.key, parseAddress(from).id));
      const to = same ?? nodes.find((node) => node.name === uses.name);
      return to ? [{ from, to: to.id, name: to.name, fields: {} }] : [];
    });
    const apps = gone.whole.has(key) ? [{ from: key, to: app.key }] : [];
    const has = own.length === 0 ? '' : words.hasOf(targets.length, own.length);
    return { called: app.name, name: `${app.name}${has}`, repair: { targets, apps } };
  });
  const useful = choices.filter(({ repair }) => repair.targets.length + repair.apps.length > 0);
  const complete = useful.filter(({ repair }) => repair.targets.length === own.length);
  const suggested = complete.find(({ called }) => called === name) ?? (complete.length === 1 ? complete[0] : undefined);
  return { kind: 'connection', id: key, name, usedBy: [...usedBy], choices: useful, suggested };
}

/** A replacement field must accept the show's values. */
function missingField(desk: Place, id: string, { name, usedBy, fits }: Uses): Missing {
  const [from = ''] = id.split(' ', 1);
  const field = id.slice(from.length + 1);
  const node = desk.node(from);
  const fields = node?.model.filter((one) => fits.every((fit) => fit(one))) ?? [];
  const choices = fields.map((one) => {
    const target = { from, to: from, name: node?.name ?? '', fields: { [field]: one.id } };
    return { field: one, name: one.title || one.id, repair: { targets: [target], apps: [] } };
  });
  const suggested = choices.find((one) => [one.field.id, one.field.title].map(plain).includes(plain(field)));
  return { kind: 'field', id, name, usedBy: [...usedBy], choices, suggested };
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]/g, '');
}
