import type { Cue, CueGroup } from '../../../contract/desk-api/cue.ts';
import type { RundownEdit } from '../../../contract/desk-api/rundown-edit.ts';

type Ingest = Extract<RundownEdit, { edit: 'ingestCues' }>;

/**
 * The groups of a rundown after a file was read into it. The cues of the file stand in its order, in its groups; every other
 * cue stays in its group, after the cue that it came after. What does not differ stays the same object.
 */
export function ingestedGroups(before: readonly CueGroup[], file: Ingest, newId: () => string): CueGroup[] {
  const known = new Map(before.flatMap(({ cues }) => cues.map((cue) => [cue.id, cue])));
  const incoming = new Set(file.groups.flatMap(({ cues }) => cues.map(({ id }) => id)));
  const stays = (cue: Cue): boolean => !incoming.has(cue.id) && (cue.from !== file.from || file.keep.includes(cue.id));
  const unnamed = file.groups.map((group) => ({ ...group, cues: group.cues.map((cue) => sameOr(known, cue)) }));
  const present = before.map((group): CueGroup => {
    const filed = unnamed.find(({ name }) => name === group.name);
    return merged(group, filed, stays);
  });
  const names = new Set(before.map(({ name }) => name));
  const added = unnamed.filter(({ name }) => !names.has(name)).map((group) => ({ id: newId(), ...group }));
  return [...present, ...added];
}

/** A group with the cues of the file and its own. `filed` is absent if the file has no such group. */
function merged(group: CueGroup, filed: Omit<CueGroup, 'id'> | undefined, stays: (cue: Cue) => boolean): CueGroup {
  const cues: Cue[] = [...(filed?.cues ?? [])];
  let after: Cue | undefined;
  for (const cue of group.cues) {
    const here = cues.findIndex(({ id }) => id === cue.id);
    if (here >= 0) after = cues[here];
    else if (stays(cue)) {
      cues.splice(after ? cues.indexOf(after) + 1 : 0, 0, cue);
      after = cue;
    }
  }
  const same = cues.length === group.cues.length && cues.every((cue, at) => cue === group.cues[at]);
  return same ? group : { ...group, cues };
}

function sameOr(known: ReadonlyMap<string, Cue>, cue: Cue): Cue {
  const before = known.get(cue.id);
  if (!before) return cue;
  const same = (one: unknown, other: unknown): boolean => written(one) === written(other);
  // Steps that are the same stay the same object, so that a cue on air is not marked as edited.
  const steps = same(before.steps, cue.steps) ? before.steps : cue.steps;
  const whole = { ...cue, steps };
  return same(before, whole) ? before : whole;
}

/** As JSON, the members of each object by their names, because a file may name them in any order. */
function written(one: unknown): string {
  return JSON.stringify(one, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([first], [second]) => (first < second ? -1 : 1)))
      : value,
  );
}
