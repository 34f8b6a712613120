import type { ErrorDetail } from '../../contract/errors.ts';
import { canonicalValue } from '../../contract/model/canonical-value.ts';
import type { Field, Value } from '../../contract/model/field.ts';
import { type ValueLimits, withinLimits } from '../../contract/model/value-limits.ts';
import type { Change } from '../../contract/service-api/live-channel.ts';
import type { Composition } from '../../scene/schema/composition.ts';
import { LiveCompositions } from './show.ts';
import type { LiveSub } from './sub-composition.ts';

export interface KeptState {
  changes: readonly Change[];
  lost: readonly ErrorDetail[];
}

/** What a composition takes over from the show before it: states and values, by the ids of sub-compositions and fields. */
export function keptState(composition: Composition, before: LiveCompositions, limits: ValueLimits): KeptState {
  const next = new LiveCompositions(composition);
  const lost: ErrorDetail[] = [];
  const changes = next.control().flatMap(({ subCompositionId }): Change[] => {
    const [sub, old] = [next, before].map((show) => show.find({ subCompositionId }));
    if (!sub || !old) return [];
    const { payload, problems } = keptValues(sub, old, limits);
    lost.push(...problems);
    return [{ id: sub.id, payload, state: sub.secondTimeline || old.state === 'In' ? old.state : 'Out1' }];
  });
  next.apply(changes.map(({ id, payload = {} }) => ({ id, payload })));
  for (const { id: subCompositionId, state } of changes) {
    // As a request would, because two of a logic layer may have become rivals.
    if (state) next.apply(next.check([{ subCompositionId, state, action: 'jump' }], 0).changes);
  }
  const states = new Map(next.control().map((item) => [item.subCompositionId, item.state]));
  return { changes: changes.map((change) => ({ ...change, state: states.get(change.id) })), lost };
}

function keptValues(sub: LiveSub, old: LiveSub, limits: ValueLimits) {
  const payload: Record<string, Value> = {};
  const problems: ErrorDetail[] = [];
  for (const [id, value] of old.values) {
    const [was, field] = [old.fields.get(id), sub.fields.get(id)];
    const problem = refusalOf(field, was, { value, limits });
    if (problem === undefined) payload[id] = value;
    else if (!isDefault(was, value)) problems.push({ path: `${sub.name}.${was?.title ?? id}`, message: problem });
  }
  return { payload, problems };
}

function refusalOf(
  field: Field | undefined,
  was: Field | undefined,
  { value, limits }: { value: Value; limits: ValueLimits },
): string | undefined {
  if (!field) return 'the field is gone';
  if (field.type !== was?.type) return `the field is of the type ${field.type} now`;
  if (field.type === 'timecontrol' || field.type === 'button') return undefined;
  const canonical = withinLimits(field, canonicalValue(field, value, { present: undefined, now: 0 }), limits);
  return canonical.ok ? undefined : canonical.problem;
}

function isDefault(field: Field | undefined, value: Value): boolean {
  return JSON.stringify(field?.defaultValue) === JSON.stringify(value);
}
