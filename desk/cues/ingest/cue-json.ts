import { z } from 'zod';
import type { Cue, CueTarget } from '../../../contract/desk-api/cue.ts';
import { IngestedRundown, type IngestProblem, mostIngested } from '../../../contract/desk-api/ingest.ts';
import type { ModelItem } from '../../../contract/model/control.ts';
import { captionOf } from '../rundown-order.ts';
import type { Ingested } from './cue-table.ts';
import { NamedSubs } from './named-subs.ts';

/** `from` names the file; `subs` are all sub-compositions of the show. */
export function readCueJson(
  json: unknown,
  { from, subs }: { from: string; subs: readonly ModelItem[] },
): Pick<Ingested, 'groups' | 'problems'> {
  const checked = IngestedRundown.safeParse(json);
  if (!checked.success) {
    const problems = checked.error.issues.map(({ path, message }) => wrong(`${z.core.toDotPath(path)}: ${message}`));
    return { groups: [], problems };
  }
  const named = new NamedSubs(subs);
  const problems: IngestProblem[] = [];
  const ids = new Set<string>();
  const groups = checked.data.groups.map((group) => ({
    ...group,
    cues: group.cues.map(({ id: given, steps, ...cue }, at): Cue => {
      const id = given ?? `${from.slice(0, 60)} ${cue.number || `${group.name} ${at + 1}`}`.slice(0, 100);
      if (ids.has(id)) problems.push(wrong(`Two cues have the id or the number ${given ?? cue.number}`));
      ids.add(id);
      const found = (target: CueTarget, step: number): CueTarget => {
        const sub = named.find(target.subComposition);
        const lacking = typeof sub === 'string' ? [sub] : unknownFields(sub, target);
        const where = `Cue ${captionOf(cue)}, step ${step + 1}`;
        problems.push(...lacking.map((text) => wrong(`${where}: ${text}`)));
        return typeof sub === 'string' ? target : { ...target, subComposition: sub.id, name: sub.name };
      };
      const known = steps.map((step, n) => ({ ...step, targets: step.targets.map((target) => found(target, n)) }));
      return { id, ...cue, from, steps: known };
    }),
  }));
  if (ids.size > mostIngested) problems.push(wrong(`There are more than ${mostIngested} cues`));
  return { groups, problems };
}

function unknownFields(sub: ModelItem, { values, commands }: CueTarget): string[] {
  const named = [...Object.keys(values), ...Object.keys(commands)];
  return named
    .filter((id) => !sub.model.some((field) => field.id === id))
    .map((id) => `${sub.name} has no field ${id}`);
}

function wrong(text: string): IngestProblem {
  return { row: null, text };
}
