import { type Cue, cueName } from '../../contract/desk-api/cue.ts';
import { RemoteOperation, type TriggerList } from '../../contract/desk-api/remote.ts';
import { type ModelItem, preOrder } from '../../contract/model/control.ts';
import { texts } from '../texts/texts.ts';

/** A word in an operator's list names nothing that can be triggered. */
export class UnreadList extends Error {}

export interface Nameable {
  cues: readonly Cue[];
  model: readonly ModelItem[];
  apps: readonly { key: string; name: string }[];
}

export interface ListTexts {
  triggers: string;
  /** Numbers and names of cues, names of sub-compositions and app instances. */
  targets: string;
}

/** Empty texts allow everything. */
export function listTexts(only: TriggerList | undefined, show: Nameable): ListTexts {
  const names = namesOf(show);
  const targets = new Set(only?.targets.map((id) => nameOf(id, names)));
  return { triggers: only?.triggers.join(', ') ?? '', targets: [...targets].join(', ') };
}

/** A client's list during its editing: the list and its texts at the start, and the list now. */
export interface EditedList {
  before: TriggerList | undefined;
  began: ListTexts;
  now: TriggerList | undefined;
}

/**
 * Reads a typed list. An untouched text means the client's present list, which another screen may have changed, and
 * whose names may have changed or become ambiguous. A name from the earlier list keeps its meaning, even if the show no
 * longer has it. Throws {@link UnreadList}.
 */
export function triggerList(texts: ListTexts, show: Nameable, edited?: EditedList): TriggerList | undefined {
  const { before, began, now } = edited ?? {};
  const triggers = texts.triggers === began?.triggers ? (now?.triggers ?? []) : readTriggers(texts.triggers);
  const targets =
    texts.targets === began?.targets ? (now?.targets ?? []) : readTargets(texts.targets, meanings(show, before));
  return triggers.length + targets.length === 0 ? undefined : { triggers, targets };
}

/** A list in words: `only go, fireCue, only of 12 Titles`; empty for everything. */
export function triggerWords(only: TriggerList | undefined, show: Nameable): string {
  const { triggers, targets } = listTexts(only, show);
  return `${triggers && texts.remote.onlyTriggers(triggers)}${targets && texts.remote.onlyTargets(targets)}`;
}

function meanings(show: Nameable, before: TriggerList | undefined): Map<string, string[]> {
  const names = namesOf(show);
  const numbers = show.cues.map(({ id, number }) => [id, number] as const);
  const all = [...names, ...numbers].filter(([, name]) => name !== '');
  const inShow = Map.groupBy(all, ([, name]) => plain(name));
  const inList = Map.groupBy(before?.targets ?? [], (id) => plain(nameOf(id, names)));
  return new Map([...[...inShow].map(([name, of]) => [name, of.map(([id]) => id)] as const), ...inList]);
}

function readTriggers(text: string): RemoteOperation[] {
  return parts(text).map((word) => {
    const read = RemoteOperation.safeParse(word);
    if (!read.success) throw new UnreadList(texts.remote.noAction(word, RemoteOperation.options.join(', ')));
    return read.data;
  });
}

/** The ids of the named things. A name may contain commas, so the longest known name wins. */
function readTargets(text: string, known: Map<string, string[]>): string[] {
  const words = parts(text);
  const longest = Math.max(1, ...[...known.keys()].map((name) => parts(name).length));
  const ids = new Set<string>();
  for (let at = 0; at < words.length;) {
    let count = Math.min(longest, words.length - at);
    const named = (): string => words.slice(at, at + count).join(', ');
    while (count > 1 && !known.has(named())) count -= 1;
    const meant = known.get(named());
    if (!meant) throw new UnreadList(texts.remote.noTarget(words[at] ?? ''));
    for (const id of meant) ids.add(id);
    at += count;
  }
  return [...ids];
}

/** By id. A thing without a state, such as the composition, goes by its app instance. */
function namesOf({ cues, model, apps }: Nameable): Map<string, string> {
  const taken = [...preOrder(model)].filter(({ state }) => state !== undefined);
  return new Map([
    ...cues.map((cue) => [cue.id, cueName(cue)] as const),
    ...taken.map(({ id, name }) => [id, name] as const),
    ...apps.map(({ key, name }) => [key, name] as const),
  ]);
}

function nameOf(id: string, names: Map<string, string>): string {
  return names.get(id) ?? texts.remote.notInShow(id);
}

function parts(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

/** A name as found again between commas. */
function plain(name: string): string {
  return parts(name).join(', ');
}
