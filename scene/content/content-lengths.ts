import type { ErrorDetail } from '../../contract/errors.ts';
import { jsonPath } from '../../contract/json-path.ts';
import { preOrder } from '../../contract/model/control.ts';
import type { Field } from '../../contract/model/field.ts';
import { Name } from '../../contract/model/name.ts';
import { lengthProblem, type ValueLimits, withinLimits } from '../../contract/model/value-limits.ts';
import type { Composition, SubComposition } from '../schema/composition.ts';
import type { CompositionContent } from '../schema/composition-content.ts';

/** Too long texts and invalid names. Checked only before storing, so that stored content stays readable. */
export function lengthProblems(content: CompositionContent, { root }: Composition, limits: ValueLimits): ErrorDetail[] {
  const found = new Lengths(limits);
  for (const [id, { name }] of Object.entries(content.compositionProps.logicLayers)) {
    found.name(name, ['compositionProps', 'logicLayers', id, 'name']);
  }
  for (const sub of preOrder([root])) found.sub(sub);
  return found.problems;
}

class Lengths {
  readonly problems: ErrorDetail[] = [];
  readonly #limits: ValueLimits;

  constructor(limits: ValueLimits) {
    this.#limits = limits;
  }

  sub({ id, name, widget, fields }: SubComposition): void {
    const at = ['compositions', id];
    this.name(name, [...at, 'name']);
    const node = [...at, 'dataSources', 'composition', 'controlNode'];
    const fieldsAt = widget ? [...node, 'widget', 'model', 'fields'] : [...node, 'fields'];
    fields.forEach((field, place) => this.#field(field, [...fieldsAt, place]));
  }

  /** Clients do not use this name, so it may be empty. */
  name(name: string, at: readonly PropertyKey[]): void {
    const wrong = name === '' ? undefined : Name.safeParse(name).error?.issues[0]?.message;
    this.#problem(at, wrong ?? lengthProblem(name, this.#limits.maxName));
  }

  #field(field: Field, at: readonly PropertyKey[]): void {
    this.name(field.id, [...at, 'id']);
    this.name(field.title, [...at, 'title']);
    for (const key of ['defaultValue', 'resetValue'] as const) {
      const within = withinLimits(field, { ok: true, value: field[key] }, this.#limits);
      this.#problem([...at, key], within.ok ? undefined : within.problem);
    }
    field.selections?.forEach(({ id, title }, place) => {
      this.name(id, [...at, 'selections', place, 'id']);
      this.name(title, [...at, 'selections', place, 'title']);
    });
  }

  #problem(at: readonly PropertyKey[], message: string | undefined): void {
    if (message !== undefined) this.problems.push({ path: jsonPath(at), message });
  }
}
