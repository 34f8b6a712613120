import type { Cue, CueGroup } from '../../../contract/desk-api/cue.ts';
import type { RundownEdit } from '../../../contract/desk-api/rundown-edit.ts';

type IngestCuesEdit = Extract<RundownEdit, { edit: 'ingestCues' }>;

/**
 * Merges a file into the groups of a rundown. Cues of the file take its order and groups; other cues stay after their
 * former neighbour. Unchanged parts keep their objects.
 */
export function ingestedGroups(before: readonly CueGroup[], file: IngestCuesEdit, newId: () => string): CueGroup[] {
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
  // Unchanged steps keep their object, so that a cue on air is not marked as edited.
  const steps = same(before.steps, cue.steps) ? before.steps : cue.steps;
  const whole = { ...cue, steps };
  return same(before, whole) ? before : whole;
}

/** JSON with sorted members, because files may name them in any order. */
function written(one: unknown): string {
  return JSON.stringify(one, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([first], [second]) => (first < second ? -1 : 1)))
      : value,
  );
}
