import type { Field } from '../model/field.ts';
import { parseAddress } from '../model/address.ts';
import type { Fits, Named } from './show-names.ts';

/** A place to compare a show with: what a desk has, or what a screen knows of it. */
export interface ShowPlace {
  /** What an app instance is called, and whether it is here, gone, or may have what is missing as soon as it is heard. */
  app(key: string): { name: string; stands: 'here' | 'gone' | 'untold' };
  /** The sub-composition at an address; undefined if it is not there, or not yet. */
  sub(address: string): { name: string; model: readonly Field[] } | undefined;
}

/** One thing that is gone. */
export interface Uses {
  name: string;
  /** What names it, for people: `cue 3 Guests`, `key F5`. */
  usedBy: Set<string>;
  /** What a field in its place has to take. */
  fits: Fits[];
}

/** What is gone, by what the show knows it as. */
export interface Gone {
  apps: Map<string, Uses>;
  subs: Map<string, Uses>;
  /** By the address of the sub-composition and the id of the field, with a space between. */
  fields: Map<string, Uses>;
  /** The app instances among them that something names as a whole. */
  whole: Set<string>;
  /** The names of the app instances of which nobody can tell yet what they miss. */
  untold: Set<string>;
}

/** What a show names and a place does not have. Of an app instance that has not reported its show, nobody can tell yet. */
export function goneOf(named: readonly Named[], place: ShowPlace): Gone {
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

/** The id in an address; all of a text that is none. */
function idOf(address: string): string {
  return parseAddress(address).id || address;
}

function use(all: Map<string, Uses>, id: string, { name, by, fits }: { name: string; by: string; fits?: Fits }): void {
  const known = all.get(id) ?? { name, usedBy: new Set(), fits: [] };
  known.usedBy.add(by);
  if (fits) known.fits.push(fits);
  all.set(id, known);
}
