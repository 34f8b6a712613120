import type { Cue, CueGroup } from '../../../contract/desk-api/cue.ts';

/** A cue of a file, which may have no id of its own. */
export type FiledCue = Omit<Cue, 'id'> & { id?: string | undefined };

export interface FiledGroup extends Omit<CueGroup, 'id' | 'cues'> {
  cues: FiledCue[];
}

type Key = (cue: FiledCue) => string | undefined;

const name: Key = (cue) => cue.name || undefined;
const number: Key = (cue) => cue.number || undefined;
const numberAndName: Key = (cue) => (cue.number && cue.name ? `${cue.number}\n${cue.name}` : undefined);
/** An operator may have given the cue another number; its id still has that of the file. */
const idUnlessNumbered: Key = ({ id, number: own, edited }) =>
  own === '' || edited?.includes('number') ? id : undefined;

/**
 * The cues of a file with ids. A cue without an id of its own is the one that the file gave before: a newer version may
 * have other numbers, because a row was inserted. `before`: the groups of the rundown.
 */
export function withIds(
  groups: readonly FiledGroup[],
  before: readonly CueGroup[],
  from: string,
): Omit<CueGroup, 'id'>[] {
  const made = madeIds(groups, from);
  const given = new Set(groups.flatMap(({ cues }) => cues.flatMap(({ id }) => id ?? [])));
  const present = before.flatMap(({ cues }) => cues);
  const known = new Set(present.filter((cue) => cue.from === from && !given.has(cue.id)));
  const taken = new Set([...given, ...present.map(({ id }) => id)]);
  const unknown = new Set(made.keys());
  const ids = new Map<FiledCue, string>();
  const ways: [ofFile: Key, ofKnown: Key][] = [
    [numberAndName, numberAndName],
    [name, name],
    [(cue) => made.get(cue), idUnlessNumbered],
    [number, number],
  ];
  for (const [ofFile, ofKnown] of ways) {
    const alike = Map.groupBy(known, ofKnown);
    for (const [key, [cue, another]] of Map.groupBy(unknown, ofFile)) {
      const [match, other] = (key !== undefined && alike.get(key)) || [];
      if (!cue || another || !match || other) continue;
      ids.set(cue, match.id);
      unknown.delete(cue);
      known.delete(match);
    }
  }
  for (const cue of unknown) ids.set(cue, free(made.get(cue) ?? '', taken));
  return groups.map((group) => ({
    ...group,
    cues: group.cues.map((cue): Cue => ({ ...cue, id: cue.id ?? ids.get(cue) ?? '' })),
  }));
}

/** For the cues without an id of their own. At most 91 characters, so that another number fits. */
function madeIds(groups: readonly FiledGroup[], from: string): Map<FiledCue, string> {
  const made = groups.flatMap((group) =>
    group.cues.flatMap((cue, at): [FiledCue, string][] => {
      const own = cue.number || cue.name.slice(0, 30) || `${group.name} ${at + 1}`.slice(-30);
      return cue.id === undefined ? [[cue, `${from.slice(0, 60)} ${own}`]] : [];
    }),
  );
  return new Map(made);
}

function free(id: string, taken: Set<string>): string {
  let found = id;
  for (let next = 2; taken.has(found); next += 1) found = `${id} ${next}`;
  taken.add(found);
  return found;
}
