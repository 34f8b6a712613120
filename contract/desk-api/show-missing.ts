import type { Field } from '../model/field.ts';
import { parseAddress } from '../model/address.ts';
import type { Fits, NamedThing } from './show-names.ts';

export interface ShowPlace {
  /** `untold`: the app instance may still report the missing item. */
  app(key: string): { name: string; stands: 'here' | 'gone' | 'untold' };
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
    else if (!sub) use(gone.subs, of.subComposition, { name: name || idOf(of.subComposition), by });
    for (const [field, fits] of sub ? fields : []) {
      if (sub?.model.some(({ id }) => id === field)) continue;
      use(gone.fields, `${of.subComposition} ${field}`, { name: `${field} of ${sub?.name ?? ''}`, by, fits });
    }
  }
  return gone;
}

/** Returns the whole text if it is not an address. */
function idOf(address: string): string {
  return parseAddress(address).id || address;
}

function use(all: Map<string, Uses>, id: string, { name, by, fits }: { name: string; by: string; fits?: Fits }): void {
  const known = all.get(id) ?? { name, usedBy: new Set(), fits: [] };
  known.usedBy.add(by);
  if (fits) known.fits.push(fits);
  all.set(id, known);
}
