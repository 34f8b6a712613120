import type {
  CompanionInputFieldCheckbox,
  CompanionInputFieldDropdown,
  CompanionInputFieldNumber,
  CompanionInputFieldTextInput,
  CompanionOptionValues,
  DropdownChoice,
} from '@companion-module/base';
import { actions, type FieldAction, fieldRuleOf } from '../../contract/actions/actions.ts';
import { preOrder } from '../../contract/model/control.ts';
import { distinctTitles } from '../../contract/model/field.ts';
import { cueName, nodeNames, type ReadState, subCompositions } from './known.ts';

type InputChoice = DropdownChoice<string>;

export interface Choices {
  subCompositions: InputChoice[];
  /** By the kind of action. A field's id includes its sub-composition: see {@link fieldId}. */
  fields: Record<FieldAction['do'], InputChoice[]>;
  rundowns: InputChoice[];
  cues: InputChoice[];
  looks: InputChoice[];
  apps: InputChoice[];
}

/** The list value of a field: unique among all sub-compositions. */
export function fieldId(subComposition: string, field: string): string {
  return JSON.stringify([subComposition, field]);
}

/** The parts of a {@link fieldId}. Both are empty for any other text, which the desk then refuses. */
export function parseFieldId(id: string): { subComposition: string; field: string } {
  const [, subComposition = '""', field = '""'] = /^\[("(?:[^"\\]|\\.)*"),("(?:[^"\\]|\\.)*")\]$/.exec(id) ?? [];
  return { subComposition: JSON.parse(subComposition) as string, field: JSON.parse(field) as string };
}

export function choicesOf(state: ReadState | null): Choices {
  const names = state ? nodeNames(state) : new Map<string, string>();
  const name = (address: string): string => names.get(address) ?? address;
  const nodes = [...preOrder(state?.model ?? [])];
  const fieldsFor = (types: readonly string[]): InputChoice[] =>
    nodes.flatMap((node) =>
      distinctTitles(node.model)
        .filter(({ type }) => types.includes(type))
        .map((field) => ({ id: fieldId(node.id, field.id), label: `${name(node.id)}: ${field.title}` })),
    );
  const kinds = Object.entries(actions).flatMap(([name, kind]) => ('field' in kind ? [name as FieldAction['do']] : []));
  return {
    subCompositions: subCompositions(state).map(({ id }) => ({ id, label: name(id) })),
    fields: Object.fromEntries(
      kinds.map((kind) => [kind, fieldsFor(fieldRuleOf({ do: kind }).types)]),
    ) as Choices['fields'],
    rundowns: state?.rundowns.map(({ id, name: label }) => ({ id, label })) ?? [],
    cues: cueChoices(state),
    looks: state?.looks.map(({ name: look }) => ({ id: look, label: look })) ?? [],
    apps: state?.apps.map(({ key, name: label }) => ({ id: key, label })) ?? [],
  };
}

function cueChoices(state: ReadState | null): InputChoice[] {
  if (!state) return [];
  const several = state.rundowns.length > 1;
  return state.rundowns.flatMap(({ name, groups }) =>
    groups.flatMap(({ cues }) =>
      cues.map((id) => ({ id, label: `${several ? `${name}: ` : ''}${cueName(state.cues[id])}` })),
    ),
  );
}

/** The first entry is the default; an empty list has none. */
export function list(id: string, label: string, choices: InputChoice[]): CompanionInputFieldDropdown<string, string> {
  return { id, type: 'dropdown', label, choices, default: choices[0]?.id ?? '', allowInvalidValues: true };
}

export function wholeNumber(id: string, label: string, usual: number): CompanionInputFieldNumber {
  return { id, type: 'number', label, default: usual, min: -10_000, max: 10_000, asInteger: true };
}

/** Companion expands its variables in the text. */
export function text(id: string, label: string): CompanionInputFieldTextInput {
  return { id, type: 'textinput', label, default: '', useVariables: true };
}

export function checkbox(id: string, label: string): CompanionInputFieldCheckbox {
  return { id, type: 'checkbox', label, default: false };
}

export const ofSub = ({ subCompositions: all }: Choices) => [list('sub', 'Graphic', all)];
export const ofCue = ({ cues }: Choices) => [list('cue', 'Cue', cues)];
export const ofRundown = ({ rundowns }: Choices) => [
  list('rundown', 'Rundown', [{ id: '', label: 'The active one' }, ...rundowns]),
];

export const ofNamedRundown = ({ rundowns }: Choices) => [list('rundown', 'Rundown', rundowns)];

/** An option as text: an expression of Companion may give a number. */
export function word(options: CompanionOptionValues, name: string): string {
  const value = options[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
