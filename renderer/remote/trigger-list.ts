import { type Cue, cueName } from '../../contract/desk-api/cue.ts';
import { Trigger, type TriggerList } from '../../contract/desk-api/remote.ts';

/** Something in a list that a person wrote is nothing that can be triggered. */
export class UnreadList extends Error {}

/** What operators name in a list of what a client may trigger. */
export interface Nameable {
  cues: Iterable<Cue>;
  apps: readonly { key: string; name: string }[];
}

/** The list of two texts with commas: kinds of actions, and the numbers of cues and names of app instances. Throws {@link UnreadList}. */
export function triggerList(texts: { triggers: string; targets: string }, show: Nameable): TriggerList | undefined {
  const triggers = parts(texts.triggers).map((word) => {
    const read = Trigger.safeParse(word);
    if (!read.success) throw new UnreadList(`There is no action ${word}. Actions are ${Trigger.options.join(', ')}.`);
    return read.data;
  });
  const cues = [...show.cues];
  const targets = parts(texts.targets).flatMap((word) => {
    const ids = [
      ...cues.filter((cue) => cue.number === word || cueName(cue) === word).map(({ id }) => id),
      ...show.apps.filter(({ name }) => name === word).map(({ key }) => key),
    ];
    if (ids.length === 0) throw new UnreadList(`There is neither a cue nor an app instance ${word}.`);
    return ids;
  });
  return triggers.length + targets.length === 0 ? undefined : { triggers, targets };
}

/** A list in words: `only go, fireCue, only of 12 Titles`; empty for everything. */
export function triggerWords(only: TriggerList | undefined, show: Nameable): string {
  if (!only) return '';
  const cues = new Map([...show.cues].map((cue) => [cue.id, cueName(cue)]));
  const apps = new Map(show.apps.map(({ key, name }) => [key, name]));
  const targets = only.targets.map((id) => cues.get(id) ?? apps.get(id) ?? `${id} (not in this show)`);
  return [
    ...(only.triggers.length > 0 ? [`, only ${only.triggers.join(', ')}`] : []),
    ...(targets.length > 0 ? [`, only of ${targets.join(', ')}`] : []),
  ].join('');
}

function parts(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}
