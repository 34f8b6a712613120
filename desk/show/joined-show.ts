import { isDeepStrictEqual } from 'node:util';
import type { Rundown } from '../../contract/desk-api/cue.ts';
import type { Look } from '../../contract/desk-api/look.ts';
import type { CarriedShow, ShowPart, ShowReport } from '../../contract/desk-api/show-file.ts';
import { pressedKeyName } from '../../surfaces/press/key-map.ts';
import { movedParts, type NamingParts } from '../cues/moved-show.ts';
import { withCarried } from '../live-data/edit-sources.ts';

export type JoinedShow = NamingParts & Pick<CarriedShow, 'sources'>;

/**
 * This show after an import of some parts of `given`, whose references name app instances of this desk. Rundowns and
 * looks are added beside the present ones, links replace those of the same graphic, keys and controls replace all.
 */
export function joinedShow(
  here: JoinedShow,
  given: JoinedShow,
  { parts, newId }: { parts: readonly ShowPart[]; newId: () => string },
): JoinedShow {
  const has = (part: ShowPart): boolean => parts.includes(part);
  const rundowns = [...here.rundowns];
  for (const one of has('rundowns') ? given.rundowns : []) {
    rundowns.push({ ...withOwnIds(one, newId), name: freeName(one.name, rundowns, mostOfRundown) });
  }
  const [looks, names] = [[...here.looks], new Map<string, string>()];
  for (const look of has('looks') ? given.looks : []) {
    if (here.looks.some((one) => isDeepStrictEqual(one, look))) continue;
    const name = freeName(look.name, looks, mostOfLook);
    names.set(look.name, name);
    looks.push({ ...look, name });
  }
  const named = movedParts(given, { sub: () => undefined, look: (name) => names.get(name) ?? name });
  const data = { sources: here.sources, links: here.dataLinks };
  const { sources, links } = has('data')
    ? withCarried(data, { sources: given.sources, links: given.dataLinks }, newId)
    : data;
  return {
    rundowns,
    looks,
    sources: [...sources],
    dataLinks: [...links],
    keys: has('keys') ? named.keys : here.keys,
    controls: has('controls') ? named.controls : here.controls,
  };
}

/** Names what `after` lacks of `here`, or has in another form. */
export function replacedNames(here: JoinedShow, after: JoinedShow): ShowReport['replaces'] {
  const gone = <One>(all: readonly One[], now: readonly One[]): One[] =>
    all.filter((one) => !now.some((other) => isDeepStrictEqual(other, one)));
  return {
    data: gone(here.dataLinks, after.dataLinks).map(({ name }) => name),
    keys: gone(here.keys, after.keys).map(pressedKeyName),
    controls: gone(here.controls, after.controls).map((one) => `${one.device} ${one.control}`),
  };
}

/** New ids, because the same rundown may be in the show already. */
function withOwnIds(rundown: Rundown, newId: () => string): Rundown {
  const groups = rundown.groups.map((group) => {
    return { ...group, id: newId(), cues: group.cues.map((cue) => ({ ...cue, id: newId() })) };
  });
  return { ...rundown, id: newId(), groups };
}

/** Characters of a name before its number: names of rundowns have at most 200, those of looks 80. */
const [mostOfRundown, mostOfLook] = [190, 70];

/** Adds a number if the name is taken: keys and screens distinguish rundowns and looks by name. */
function freeName(name: string, all: readonly Pick<Rundown | Look, 'name'>[], most: number): string {
  const taken = new Set(all.map((one) => one.name));
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name.slice(0, most)} ${number}`;
  return free;
}
