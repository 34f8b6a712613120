import { type Field, holdsValue, isSettable, type Payload } from '../model/field.ts';
import { parseAddress } from '../model/address.ts';
import { canonicalValue } from '../model/canonical-value.ts';
import { fieldRuleOf } from '../actions/actions.ts';
import { type Cue, cueName, type CueTarget } from './cue.ts';
import type { CarriedShow } from './show-file.ts';

export type Fits = (field: Field) => boolean;

export interface NamedThing {
  of: { subComposition: string } | { app: string };
  name: string;
  by: string;
  fields: ReadonlyMap<string, Fits>;
}

export interface NamingShow extends Pick<CarriedShow, 'dataLinks' | 'keys' | 'controls'> {
  cues: Iterable<Cue>;
  /** Without `payload` on screens, which have only the addresses. */
  looks: readonly { name: string; items: readonly { id: string; payload?: Payload }[] }[];
}

export function namesIn({ cues, looks, dataLinks, keys, controls }: NamingShow): NamedThing[] {
  const byCue = [...cues].flatMap((cue) => {
    const targets = cue.steps.flatMap((step) => step.targets);
    return targets.map((target): NamedThing => {
      const { subComposition, name } = target;
      return { of: { subComposition }, name, by: `cue ${cueName(cue)}`, fields: fieldsOf(target) };
    });
  });
  const byLook = looks.flatMap(({ name, items }) =>
    items.map(({ id, payload = {} }): NamedThing => {
      return { of: { subComposition: id }, name: '', by: `look ${name}`, fields: fieldsOf({ values: payload }) };
    }),
  );
  const byLink = dataLinks.map(({ subComposition, name, fields }): NamedThing => {
    const linked = new Map(Object.keys(fields).map((field) => [field, isSettable]));
    return { of: { subComposition }, name, by: 'its live data', fields: linked };
  });
  const pressed = [
    ...keys.map(({ key, action }) => ({ action, by: `key ${key}` })),
    ...controls.map(({ device, control, action }) => ({ action, by: `control ${device} ${control}` })),
  ];
  return [...byCue, ...byLook, ...byLink, ...pressed.flatMap(namedByAction)];
}

function namedByAction({ action, by }: Pick<CarriedShow['keys'][number], 'action'> & { by: string }): NamedThing[] {
  if ('subComposition' in action) {
    const fields =
      'field' in action
        ? new Map([[action.field, ({ type }: Field) => fieldRuleOf(action).types.includes(type)]])
        : none;
    return [{ of: { subComposition: action.subComposition }, name: '', by, fields }];
  }
  return 'app' in action && action.app !== undefined ? [{ of: { app: action.app }, name: '', by, fields: none }] : [];
}

const none: NamedThing['fields'] = new Map();

/** A replacement field must accept the value or command unchanged. */
function fieldsOf({ values, commands = {} }: Pick<CueTarget, 'values'> & Partial<Pick<CueTarget, 'commands'>>) {
  return new Map<string, Fits>([
    ...Object.entries(values).map(([id, value]): [string, Fits] => [
      id,
      (field) => holdsValue(field) && canonicalValue(field, value, { present: undefined, now: 0 }).ok,
    ]),
    ...Object.entries(commands).map(([id, command]): [string, Fits] => [
      id,
      ({ type }) => type === (command === 'execute' ? 'button' : 'timecontrol'),
    ]),
  ]);
}

/** `untold`: the app instance may still report what is missing. */
export type AppStanding = 'here' | 'gone' | 'untold';

/** A connection that does not know its app instances yet is awaited as a whole, under its own key. */
export function isAwaited(key: string, awaited: readonly { key: string }[]): boolean {
  return awaited.some((one) => key === one.key || key.startsWith(`${one.key}-`));
}

export interface ShowPlace {
  app(key: string): { name: string; stands: AppStanding };
  sub(address: string): { name: string; model: readonly Field[] } | undefined;
}

export interface Uses {
  name: string;
  /** For people: `cue 3 Guests`, `key F5`. */
  usedBy: Set<string>;
  fits: Fits[];
}

export interface Gone {
  apps: Map<string, Uses>;
  subs: Map<string, Uses>;
  /** Keys are the sub-composition's address and the field's id, separated by a space. */
  fields: Map<string, Uses>;
  /** Missing app instances that are used as a whole. */
  whole: Set<string>;
  untold: Set<string>;
}

/** References missing in a place. App instances that may still report them go to `untold`. */
export function goneOf(named: readonly NamedThing[], place: ShowPlace): Gone {
  const gone: Gone = { apps: new Map(), subs: new Map(), fields: new Map(), whole: new Set(), untold: new Set() };
  for (const { of, name, by, fields } of named) {
    const key = 'app' in of ? of.app : parseAddress(of.subComposition).app;
    const app = place.app(key);
    if (app.stands === 'gone') use(gone.apps, key, { name: app.name, by });
    if (app.stands === 'gone' && 'app' in of) gone.whole.add(key);
    if ('app' in of) continue;
    const sub = place.sub(of.subComposition);
    if (!sub && app.stands === 'untold') gone.untold.add(app.name);
    else if (!sub) use(gone.subs, of.subComposition, { name: name || unnamed, by });
    for (const [field, fits] of sub ? fields : []) {
      if (sub?.model.some(({ id }) => id === field)) continue;
      use(gone.fields, `${of.subComposition} ${field}`, { name: `${field} of ${sub?.name ?? ''}`, by, fits });
    }
  }
  return gone;
}

/** Looks, keys and controls store ids alone, which tell an operator nothing. */
const unnamed = 'A graphic';

function use(all: Map<string, Uses>, id: string, { name, by, fits }: { name: string; by: string; fits?: Fits }): void {
  const known = all.get(id) ?? { name, usedBy: new Set(), fits: [] };
  if (known.name === unnamed) known.name = name;
  known.usedBy.add(by);
  if (fits) known.fits.push(fits);
  all.set(id, known);
}
