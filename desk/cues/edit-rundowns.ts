import { texts } from '../../contract/texts/texts.ts';
import { type Cue, type CueGroup, filedMembers, type Rundown } from '../../contract/desk-api/cue.ts';
import type { CueChange, RundownEdit } from '../../contract/desk-api/rundown-edit.ts';
import { OverlayError } from '../../contract/errors.ts';
import { movedCue, type Moves } from './moved-show.ts';
import { captionOf } from './rundown-order.ts';

type All = readonly Rundown[];

/**
 * Returns the edited rundowns, with a number of its own for each cue; unchanged parts keep their objects. Throws
 * `call-invalid` for missing ids.
 */
export function editedRundowns(all: All, edit: RundownEdit, newId: () => string): All {
  return editedAs(all, edit, newId).map((rundown) => {
    return all.includes(rundown) ? rundown : numbered(rundown, all);
  });
}

function editedAs(all: All, edit: RundownEdit, newId: () => string): All {
  switch (edit.edit) {
    case 'addRundown':
      return [...all, newRundown(edit.name, newId)];
    case 'changeRundown':
      return withRundown(all, rundownIn(all, edit.rundown), (rundown) => changed(rundown, edit.change));
    case 'removeRundown':
      return all.filter((rundown) => rundown !== rundownIn(all, edit.rundown));
    case 'addGroup': {
      const group = changed<CueGroup>({ id: newId(), name: '', cues: [] }, edit.change);
      return withGroups(all, rundownIn(all, edit.rundown), (groups) => inserted(groups, [group], edit.before));
    }
    case 'changeGroup':
      return withGroup(all, edit.group, ({ from: _, ...group }) => changed<CueGroup>(group, edit.change));
    case 'moveGroup': {
      const { rundown, group } = groupIn(all, edit.group);
      if (edit.before === edit.group) return all;
      return withGroups(all, rundown, (groups) => inserted(without(groups, group), [group], edit.before));
    }
    case 'removeGroup': {
      const { rundown, group } = groupIn(all, edit.group);
      return withGroups(all, rundown, (groups) => without(groups, group));
    }
    case 'addCues': {
      const cues = edit.cues.map((cue) => ({ id: newId(), ...cue }));
      return withGroup(all, edit.group, (group) => ({ ...group, cues: inserted(group.cues, cues, edit.before) }));
    }
    case 'changeCues':
      checkNumbers(all, edit.cues, new Set([edit.change.number ?? '']));
      return withCues(all, edit.cues, (cue) => [changedCue(cue, edit.change)]);
    case 'renumberCues':
      return renumbered(all, edit);
    case 'moveCues':
      return moved(all, edit);
    case 'duplicateCues':
      return withCues(all, edit.cues, (cue) => [cue, { ...ownCue(cue), id: newId() }]);
    case 'removeCues':
      return withCues(all, edit.cues, () => []);
    case 'retarget': {
      const naming = namingCues(all, edit).map(({ id }) => id);
      const moves = movesOf(edit.targets);
      return withCues(all, naming, (cue) => [movedCue(cue, moves)]);
    }
    case 'ingestCues': {
      const { rundown: into } = edit;
      const isNew = typeof into !== 'string';
      const rundown = isNew ? newRundown(into.name, newId) : rundownIn(all, into);
      return withGroups(isNew ? [...all, rundown] : all, rundown, (groups) => ingestedGroups(groups, edit, newId));
    }
  }
}

/** Name of an edit for people: `Delete 3 cues`. Throws `call-invalid` for missing ids. */
export function editName(all: All, edit: RundownEdit): string {
  switch (edit.edit) {
    case 'addRundown':
      return texts.cues.addRundown(edit.name);
    case 'changeRundown':
      return texts.cues.changeRundown(changed(rundownIn(all, edit.rundown), edit.change).name);
    case 'removeRundown':
      return texts.cues.deleteRundown(rundownIn(all, edit.rundown).name);
    case 'addGroup':
      return texts.cues.addGroup(edit.change.name ?? '').trim();
    case 'changeGroup':
      return texts.cues.editedGroup[edit.edit](changed(groupIn(all, edit.group).group, edit.change).name).trim();
    case 'moveGroup':
    case 'removeGroup':
      return texts.cues.editedGroup[edit.edit](groupIn(all, edit.group).group.name).trim();
    case 'addCues':
      return texts.cues.add(cuesInWords(edit.cues));
    case 'retarget':
      return texts.cues.repair(cuesInWords(namingCues(all, edit)));
    case 'ingestCues':
      return texts.cues.import(edit.from);
    case 'changeCues':
      return texts.cues.edited[edit.edit](
        cuesInWords(cuesIn(all, edit.cues).map((cue) => changedCue(cue, edit.change))),
      );
    default:
      return texts.cues.edited[edit.edit](cuesInWords(cuesIn(all, edit.cues)));
  }
}

function cuesInWords(cues: readonly Pick<Cue, 'number' | 'name'>[]): string {
  const [first, ...more] = cues;
  return first && more.length === 0 ? texts.cues.cueNamed(captionOf(first)) : texts.cues.cueCount(cues.length);
}

/** A change to `false` or null removes the member. */
function changed<One extends object>(one: One, change: { readonly [Name in keyof One]?: unknown }): One {
  const named = Object.entries(change).filter(([, value]) => value !== undefined);
  const all = Object.entries({ ...one, ...Object.fromEntries(named) });
  return Object.fromEntries(all.filter(([, value]) => value !== false && value !== null)) as One;
}

function changedCue(cue: Cue, { delay, duration, follow, ...own }: CueChange): Cue {
  const whole = changed(cue, own);
  if (delay === undefined && duration === undefined && !follow) return withEdits(cue, whole);
  const last = whole.steps.length - 1;
  const steps = whole.steps.map((step, at) => ({
    ...step,
    ...(at === 0 && delay !== undefined && { delay }),
    ...(at === 0 && duration !== undefined && { duration }),
    ...(at === last && follow && { follow }),
  }));
  return withEdits(cue, { ...whole, steps });
}

/** A chosen number stands or is refused: the cue must never get another one unseen. */
function checkNumbers(all: All, ids: readonly string[], numbers: ReadonlySet<string>): void {
  const chosen = new Set(ids);
  for (const { groups } of all) {
    const own = groups.flatMap((group) => group.cues);
    if (!own.some(({ id }) => chosen.has(id))) continue;
    const taken = own.find(({ id, number }) => number !== '' && numbers.has(number) && !chosen.has(id));
    if (taken) throw new OverlayError('call-invalid', texts.cues.numberTaken(captionOf(taken)));
  }
}

function renumbered(all: All, { cues, first, step }: Extract<RundownEdit, { edit: 'renumberCues' }>): All {
  const numbers = new Map(cuesIn(all, cues).map(({ id }, at) => [id, String(first + at * step)]));
  checkNumbers(all, cues, new Set(numbers.values()));
  return withCues(all, cues, (cue) => [changedCue(cue, { number: numbers.get(cue.id) })]);
}

/** A copy belongs to the operator, not to a file. */
function ownCue({ from: _from, edited: _edited, ...cue }: Cue): Cue {
  return cue;
}

/** Remembers which members of an imported cue the operator changed. */
function withEdits(before: Cue, after: Cue): Cue {
  if (before.from === undefined) return after;
  const edited = filedMembers.filter((name) => {
    return before.edited?.includes(name) || written(before[name]) !== written(after[name]);
  });
  return edited.length > 0 ? { ...after, edited } : after;
}

type RetargetEdit = Extract<RundownEdit, { edit: 'retarget' }>;

export function movesOf(targets: RetargetEdit['targets']): Moves {
  const byFrom = new Map(targets.map((target) => [target.from, target]));
  return { sub: (address) => byFrom.get(address) };
}

/** Throws `call-invalid` if no cue names a replaced sub-composition. */
function namingCues(all: All, { targets }: RetargetEdit): Cue[] {
  const from = new Set(targets.map((target) => target.from));
  const cues = all.flatMap(({ groups }) => groups.flatMap((group) => group.cues));
  const naming = cues.filter(({ steps }) =>
    steps.some((step) => step.targets.some(({ subComposition }) => from.has(subComposition))),
  );
  if (naming.length === 0) throw new OverlayError('call-invalid', texts.show.nothingNames);
  return naming;
}

/** Cues keep their order. If `before` moves too, they go before the next cue that stays. */
function moved(all: All, { cues: ids, group: to, before }: Extract<RundownEdit, { edit: 'moveCues' }>): All {
  const chosen = new Set(ids);
  const cues = cuesIn(all, ids);
  const target = groupIn(all, to).group.cues;
  const place = target.findIndex(({ id }) => id === before);
  const stays = place < 0 ? undefined : target.slice(place).find(({ id }) => !chosen.has(id));
  const front = place < 0 ? before : (stays?.id ?? null);
  const others = withCues(all, ids, () => []);
  return withGroup(others, to, (group) => ({ ...group, cues: inserted(group.cues, cues, front) }));
}

function inserted<Placed extends { id: string; cues?: unknown }>(
  list: readonly Placed[],
  added: readonly Placed[],
  before: string | null,
): Placed[] {
  const at = before === null ? list.length : list.findIndex(({ id }) => id === before);
  if (at < 0) throw gone(added.some(({ cues }) => cues) ? 'group' : 'cue');
  return list.toSpliced(at, 0, ...added);
}

function without<Placed>(list: readonly Placed[], one: Placed): Placed[] {
  return list.filter((other) => other !== one);
}

function newRundown(name: string, newId: () => string): Rundown {
  return { id: newId(), name, groups: [{ id: newId(), name: '', cues: [] }] };
}

function rundownIn(all: All, id: string): Rundown {
  const found = all.find((rundown) => rundown.id === id);
  if (!found) throw gone('rundown');
  return found;
}

function groupIn(all: All, id: string): { rundown: Rundown; group: CueGroup } {
  for (const rundown of all) {
    const group = rundown.groups.find((one) => one.id === id);
    if (group) return { rundown, group };
  }
  throw gone('group');
}

function cuesIn(all: All, ids: readonly string[]): Cue[] {
  const chosen = new Set(ids);
  const found = all.flatMap(({ groups }) => groups.flatMap(({ cues }) => cues.filter(({ id }) => chosen.has(id))));
  if (found.length < chosen.size) throw gone('cue');
  return found;
}

function withRundown(all: All, one: Rundown, change: (rundown: Rundown) => Rundown): All {
  return all.map((rundown) => (rundown === one ? change(rundown) : rundown));
}

function withGroups(all: All, one: Rundown, change: (groups: readonly CueGroup[]) => CueGroup[]): All {
  return withRundown(all, one, (rundown) => ({ ...rundown, groups: change(rundown.groups) }));
}

function withGroup(all: All, id: string, change: (group: CueGroup) => CueGroup): All {
  const { rundown, group } = groupIn(all, id);
  return withGroups(all, rundown, (groups) => groups.map((one) => (one === group ? change(one) : one)));
}

function withCues(all: All, ids: readonly string[], replace: (cue: Cue) => Cue[]): All {
  const chosen = new Set(cuesIn(all, ids));
  return all.map((rundown) => {
    const groups = rundown.groups.map((group) => {
      if (!group.cues.some((cue) => chosen.has(cue))) return group;
      return { ...group, cues: group.cues.flatMap((cue) => (chosen.has(cue) ? replace(cue) : [cue])) };
    });
    return groups.some((group, at) => group !== rundown.groups[at]) ? { ...rundown, groups } : rundown;
  });
}

export function gone(part: Parameters<typeof texts.cues.gone>[0]): OverlayError {
  return new OverlayError('call-invalid', texts.cues.gone(part));
}

type IngestCuesEdit = Extract<RundownEdit, { edit: 'ingestCues' }>;

/**
 * Merges a file into the groups of a rundown, in the order of the file. Other cues and groups stay after their former
 * neighbour. A cue that the file has lost stays while it is on air, disabled, so that no Go fires it. Empty groups that the
 * file made go, and so does the first group of a new rundown. Unchanged parts keep their objects.
 */
export function ingestedGroups(before: readonly CueGroup[], file: IngestCuesEdit, newId: () => string): CueGroup[] {
  const known = new Map(before.flatMap(({ cues }) => cues.map((cue) => [cue.id, cue])));
  const incoming = new Set(file.groups.flatMap(({ cues }) => cues.map(({ id }) => id)));
  const stays = (cue: Cue): Cue | undefined => {
    if (incoming.has(cue.id)) return undefined;
    if (cue.from !== file.from) return cue;
    if (!file.keep.includes(cue.id)) return undefined;
    return cue.disabled ? cue : changed(cue, { disabled: true });
  };
  const own = [...before];
  const all = file.groups.map((group): CueGroup => {
    const filed = { ...group, cues: group.cues.map((cue) => refiled(known.get(cue.id), cue)) };
    // A file can have several groups of one name.
    const at = own.findIndex(({ name }) => name === group.name);
    const [present] = at < 0 ? [] : own.splice(at, 1);
    return present ? merged(present, filed.cues, stays) : { id: newId(), ...filed, from: file.from };
  });
  const isNew = all.length > 0 && before.every(({ cues }) => cues.length === 0);
  return beside(before, all, (group) => {
    if (!own.includes(group)) return undefined;
    const left = merged(group, [], stays);
    const isUnused = group.from === file.from || (isNew && group === before[0] && group.name === '');
    return left.cues.length === 0 && isUnused ? undefined : left;
  });
}

/** Adds what stays of `before` to `all`, each after its former neighbour. */
function beside<Placed extends { id: string }>(
  before: readonly Placed[],
  all: readonly Placed[],
  stay: (one: Placed) => Placed | undefined,
): Placed[] {
  const placed = [...all];
  let after = -1;
  for (const one of before) {
    const here = placed.findIndex(({ id }) => id === one.id);
    const staying = here < 0 ? stay(one) : undefined;
    if (staying) placed.splice(++after, 0, staying);
    else if (here >= 0) after = here;
  }
  return placed;
}

function merged(group: CueGroup, filed: readonly Cue[], stays: (cue: Cue) => Cue | undefined): CueGroup {
  const cues = beside(group.cues, filed, stays);
  const same = cues.length === group.cues.length && cues.every((cue, at) => cue === group.cues[at]);
  return same ? group : { ...group, cues };
}

/** The cue of a file, with the operator's edits of the known cue. Without a difference, the known cue itself. */
function refiled(before: Cue | undefined, filed: Cue): Cue {
  if (!before) return filed;
  const edited = editsAgainst(before, filed);
  const kept = Object.fromEntries(edited.map((name) => [name, before[name]]));
  // Unchanged steps keep their object, so that a cue on air is not marked as edited.
  const steps = written(before.steps) === written(filed.steps) ? before.steps : filed.steps;
  const whole = changed<Cue>({ ...filed, steps, ...(edited.length > 0 && { edited }) }, {});
  const merged = { ...whole, ...kept };
  return written(before) === written(merged) ? before : merged;
}

/** The operator's edits of an imported cue that differ from the file. */
export function editsAgainst(before: Cue, filed: Cue): (typeof filedMembers)[number][] {
  return (before.edited ?? []).filter((name) => written(before[name]) !== written(filed[name]));
}

/** An import disables a cue that its file has lost while the cue is on air or waits. */
export const isDisabledImport = ({ from, disabled }: Cue): boolean => from !== undefined && disabled === true;

/**
 * A number is unique in its rundown: that of a file stands, then the number that a cue had before. Another cue gets the
 * next point number.
 */
export function numbered(rundown: Rundown, before: All): Rundown {
  const was = new Map(
    before
      .flatMap(({ id, groups }) => (id === rundown.id ? groups.flatMap(({ cues }) => cues) : []))
      .map((cue) => [cue.id, cue.number]),
  );
  // The file may have given the number of a lost cue to another cue.
  const isOfFile = (cue: Cue): boolean => cue.from !== undefined && !isDisabledImport(cue);
  const rank = (cue: Cue): number => (isOfFile(cue) ? 0 : was.get(cue.id) === cue.number ? 1 : 2);
  const cues = rundown.groups.flatMap((group) => group.cues);
  const taken = new Set<string>();
  const numbers = new Map<string, string>();
  for (const cue of cues.toSorted((one, other) => rank(one) - rank(other))) {
    const number = taken.has(cue.number) ? pointNumber(cue.number, taken) : cue.number;
    if (number !== '') taken.add(number);
    if (number !== cue.number) numbers.set(cue.id, number);
  }
  if (numbers.size === 0) return rundown;
  return {
    ...rundown,
    groups: rundown.groups.map((group) => ({
      ...group,
      cues: group.cues.map((cue) => ({ ...cue, number: numbers.get(cue.id) ?? cue.number })),
    })),
  };
}

/** `12` becomes `12.1`, and `12.1` becomes `12.2`. */
function pointNumber(number: string, taken: ReadonlySet<string>): string {
  const [, whole = number, point = '0'] = /^(.*)\.(\d+)$/.exec(number) ?? [];
  for (let next = Number(point) + 1; ; next += 1) {
    const free = `${whole}.${next}`;
    if (!taken.has(free)) return free;
  }
}

/** JSON with sorted members, because files may name them in any order. */
function written(one: unknown): string {
  return JSON.stringify(one, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([first], [second]) => (first < second ? -1 : 1)))
      : value,
  );
}
