import { canonicalValue } from '../model/canonical-value.ts';
import { type Field, holdsValue, isSettable, type Payload } from '../model/field.ts';
import { fieldRuleOf } from '../actions/actions.ts';
import type { Cue, CueTarget } from './cue.ts';
import { cueName } from './cue.ts';
import type { CarriedShow } from './show-file.ts';

export type Fits = (field: Field) => boolean;

export interface NamedThing {
  of: { subComposition: string } | { app: string };
  name: string;
  by: string;
  fields: ReadonlyMap<string, Fits>;
}

export interface NamingShow extends Pick<CarriedShow, 'dataLinks' | 'keys' | 'controls'> {
  cues: Iterable<Cue>;
  /** Without `payload` on screens, which have only the addresses. */
  looks: readonly { name: string; items: readonly { id: string; payload?: Payload }[] }[];
}

export function namesIn({ cues, looks, dataLinks, keys, controls }: NamingShow): NamedThing[] {
  const byCue = [...cues].flatMap((cue) => {
    const targets = cue.steps.flatMap((step) => step.targets);
    return targets.map((target): NamedThing => {
      const { subComposition, name } = target;
      return { of: { subComposition }, name, by: `cue ${cueName(cue)}`, fields: fieldsOf(target) };
    });
  });
  const byLook = looks.flatMap(({ name, items }) =>
    items.map(({ id, payload = {} }): NamedThing => {
      return { of: { subComposition: id }, name: '', by: `look ${name}`, fields: fieldsOf({ values: payload }) };
    }),
  );
  const byLink = dataLinks.map(({ subComposition, name, fields }): NamedThing => {
    const linked = new Map(Object.keys(fields).map((field) => [field, isSettable]));
    return { of: { subComposition }, name, by: 'its live data', fields: linked };
  });
  const pressed = [
    ...keys.map(({ key, action }) => ({ action, by: `key ${key}` })),
    ...controls.map(({ device, control, action }) => ({ action, by: `control ${device} ${control}` })),
  ];
  return [...byCue, ...byLook, ...byLink, ...pressed.flatMap(namedByAction)];
}

function namedByAction({ action, by }: Pick<CarriedShow['keys'][number], 'action'> & { by: string }): NamedThing[] {
  if ('subComposition' in action) {
    const fields =
      'field' in action
        ? new Map([[action.field, ({ type }: Field) => fieldRuleOf(action).types.includes(type)]])
        : none;
    return [{ of: { subComposition: action.subComposition }, name: '', by, fields }];
  }
  return 'app' in action && action.app !== undefined ? [{ of: { app: action.app }, name: '', by, fields: none }] : [];
}

const none: NamedThing['fields'] = new Map();

/** A replacement field must accept the value or command unchanged. */
function fieldsOf({ values, commands = {} }: Pick<CueTarget, 'values'> & Partial<Pick<CueTarget, 'commands'>>) {
  return new Map<string, Fits>([
    ...Object.entries(values).map(([id, value]): [string, Fits] => [
      id,
      (field) => holdsValue(field) && canonicalValue(field, value, { present: undefined, now: 0 }).ok,
    ]),
    ...Object.entries(commands).map(([id, command]): [string, Fits] => [
      id,
      ({ type }) => type === (command === 'execute' ? 'button' : 'timecontrol'),
    ]),
  ]);
}
