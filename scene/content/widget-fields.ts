import type { ErrorDetail } from '../../contract/errors.ts';
import { type Field, holdsNumber } from '../../contract/model/field.ts';
import { modelType, type WidgetField, type WidgetUi } from '../schema/widget-ui.ts';
import { firstValues, limitProblems, type Problem, repeated, restingValue } from './fields.ts';
import { jsonPath } from '../../contract/json-path.ts';

/** Problems beyond the schema: duplicate or unknown ids, fields in two groups, bad limits and defaults. */
export function widgetProblems(widget: WidgetUi): ErrorDetail[] {
  return problemsOf(widget).map(({ steps, message }) => ({ path: jsonPath(steps), message }));
}

export function widgetFields(widget: WidgetUi): Field[] {
  return widget.model.fields.map((field, index) => {
    const bare = bareField(field, index);
    const given = field.type === 'button' ? undefined : field.defaultValue;
    const canonical = restingValue(bare, given ?? untouched(bare));
    const value = canonical.ok ? canonical.value : bare.defaultValue;
    return { ...bare, defaultValue: value, resetValue: value };
  });
}

export function problemsOf({ model }: WidgetUi): Problem[] {
  const ids = model.fields.map(({ id }) => id);
  const inFields = model.fields.flatMap((field, at) =>
    fieldProblems(field, at).map(({ steps, message }) => ({ steps: ['model', 'fields', at, ...steps], message })),
  );
  const twice = repeated(ids).map((at) => problem(['fields', at, 'id'], `"${ids[at]}" is the id of another field too`));
  return [...twice, ...inFields, ...groupProblems(model)];
}

function problem(steps: readonly PropertyKey[], message: string): Problem {
  return { steps: ['model', ...steps], message };
}

function fieldProblems(field: WidgetField, index: number): Problem[] {
  const problems = limitProblems({ ...field, type: modelType(field.type) });
  if (field.id === '__proto__') problems.push({ steps: ['id'], message: 'this id cannot be used' });
  if (field.defaultValue === undefined || problems.length > 0) return problems;
  const wrong = defaultProblem(bareField(field, index), field.defaultValue);
  return wrong === undefined ? [] : [{ steps: ['defaultValue'], message: wrong }];
}

/** A button's default has no effect, so any string is accepted, as in the specification's table. */
function defaultProblem(field: Field, input: NonNullable<WidgetField['defaultValue']>): string | undefined {
  if (field.type === 'button') return typeof input === 'string' ? undefined : 'expected a string';
  const canonical = restingValue(field, input);
  return canonical.ok ? undefined : canonical.problem;
}

function groupProblems({ fields, groups }: WidgetUi['model']): Problem[] {
  const types = new Map(fields.map(({ id, type }) => [id, type]));
  const ids = groups.map(({ id }) => id);
  const problems = repeated(ids).map((at) =>
    problem(['groups', at, 'id'], `"${ids[at]}" is the id of another group too`),
  );
  const taken = new Set<string>();
  groups.forEach(({ childIds = [], activeId }, at) => {
    childIds.forEach((id, child) => {
      const steps = ['groups', at, 'childIds', child];
      if (!types.has(id)) problems.push(problem(steps, `there is no field with the id "${id}"`));
      else if (taken.has(id)) problems.push(problem(steps, `the field "${id}" is in a group already`));
      taken.add(id);
    });
    if (activeId !== undefined && types.get(activeId) !== 'checkbox') {
      problems.push(problem(['groups', at, 'activeId'], `there is no checkbox field with the id "${activeId}"`));
    }
  });
  return problems;
}

function bareField({ type, title, defaultValue: _, ...rest }: WidgetField, index: number): Field {
  return {
    title: title ?? rest.id,
    type: modelType(type),
    defaultValue: '',
    resetValue: '',
    immediateUpdate: false,
    index,
    ...rest,
  };
}

function untouched({ type, min, max, selections }: Field): unknown {
  if (holdsNumber({ type })) return String(Math.min(Math.max(0, Number(min || -Infinity)), Number(max || Infinity)));
  if (type === 'selection') return selections?.[0]?.id ?? '';
  return type === 'json' ? '{}' : firstValues[type];
}
