import { ownOf } from '../../contract/own.ts';
import type { KeyBinding } from '../../contract/desk-api/key-binding.ts';
import type { Cue, Rundown } from '../../contract/desk-api/cue.ts';
import type { DataLink } from '../../contract/desk-api/data-link.ts';
import type { Look } from '../../contract/desk-api/look.ts';
import type { CarriedShow } from '../../contract/desk-api/show-file.ts';
import { addressOf, parseAddress } from '../../contract/model/address.ts';

export interface ShowMove {
  to: string;
  name?: string;
  fields?: Readonly<Record<string, string>>;
}

export interface Moves {
  sub(address: string): ShowMove | undefined;
  app?(key: string): string;
  look?(name: string): string;
}

export type NamingParts = Pick<CarriedShow, 'rundowns' | 'looks' | 'dataLinks' | 'keys' | 'controls'>;

export function movedShow(show: CarriedShow, apps: ReadonlyMap<string, string>): CarriedShow {
  const app = (key: string): string => apps.get(key) ?? key;
  const sub = (address: string): ShowMove | undefined => {
    const { app: key, id } = parseAddress(address);
    return apps.has(key) ? { to: addressOf(app(key), id) } : undefined;
  };
  const folded = show.layout?.folded.map((address) => sub(address)?.to ?? address) ?? [];
  return { ...show, ...movedParts(show, { sub, app }), ...(show.layout && { layout: { ...show.layout, folded } }) };
}

export function movedParts(parts: NamingParts, moves: Moves): NamingParts {
  const links = new Set(parts.dataLinks.map(({ subComposition }) => subComposition));
  return {
    rundowns: parts.rundowns.map((rundown) => movedRundown(rundown, moves)),
    looks: parts.looks.map((look) => movedLook(look, moves)),
    dataLinks: parts.dataLinks.map((link) => movedLink(link, links, moves)),
    keys: parts.keys.map((key) => ({ ...key, action: movedAction(key.action, moves) })),
    controls: parts.controls.map((control) => ({ ...control, action: movedAction(control.action, moves) })),
  };
}

function movedRundown(rundown: Rundown, moves: Moves): Rundown {
  const groups = rundown.groups.map((group) => ({ ...group, cues: group.cues.map((cue) => movedCue(cue, moves)) }));
  return { ...rundown, groups };
}

export function movedCue(cue: Cue, { sub }: Moves): Cue {
  const steps = cue.steps.map((step) => ({
    ...step,
    targets: step.targets.map((target) => {
      const move = sub(target.subComposition);
      if (!move) return target;
      const { values, commands, name } = target;
      return {
        ...target,
        subComposition: move.to,
        name: move.name ?? name,
        values: renamed(values, move),
        commands: renamed(commands, move),
      };
    }),
  }));
  return { ...cue, steps };
}

/** A look has one item per sub-composition, so an item whose new address is taken stays. */
function movedLook(look: Look, { sub }: Moves): Look {
  const has = new Set(look.items.map(({ id }) => id));
  const items = look.items.map((item) => {
    const move = sub(item.id);
    if (!move || (move.to !== item.id && has.has(move.to))) return item;
    has.add(move.to);
    return { ...item, id: move.to, payload: renamed(item.payload, move) };
  });
  return { ...look, items };
}

/** A sub-composition has one link, so a link whose new address is taken stays. Adds new addresses to `linked`. */
function movedLink(link: DataLink, linked: Set<string>, { sub }: Moves): DataLink {
  const move = sub(link.subComposition);
  if (!move || (move.to !== link.subComposition && linked.has(move.to))) return link;
  linked.add(move.to);
  return { ...link, subComposition: move.to, name: move.name ?? link.name, fields: renamed(link.fields, move) };
}

function movedAction(action: KeyBinding['action'], { sub, app, look }: Moves): KeyBinding['action'] {
  if (look && action.do === 'recallLook') return { ...action, look: look(action.look) };
  if (!('subComposition' in action))
    return app && 'app' in action && action.app ? { ...action, app: app(action.app) } : action;
  const move = sub(action.subComposition);
  if (!move) return action;
  const field = 'field' in action && { field: ownOf(move.fields, action.field) ?? action.field };
  return { ...action, subComposition: move.to, ...field };
}

/** An existing member with the new name stays. */
function renamed<Each>(by: Readonly<Record<string, Each>>, { fields = {} }: ShowMove): Record<string, Each> {
  const names = new Map(Object.entries(fields));
  const all = Object.entries(by);
  const staying = all.filter(([field]) => !names.has(field));
  return Object.fromEntries([...all.map(([field, each]) => [names.get(field) ?? field, each] as const), ...staying]);
}
