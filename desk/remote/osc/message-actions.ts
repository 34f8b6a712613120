import { z } from 'zod';
import { Action, actions } from '../../../contract/actions/actions.ts';
import type { OscAddress, OscPart } from '../../../contract/actions/osc-address.ts';
import { OverlayError } from '../../../contract/errors.ts';
import { parsedJson } from '../../../contract/json-text.ts';
import type { Arguments } from './arguments.ts';
import type { ShowNames } from './show-names.ts';

/** Returns an action that is not validated. */
type Read = (given: Arguments, names: ShowNames) => unknown;

export const addressRoot = '/overlay/';

const parts: Readonly<Record<OscPart, (given: Arguments, names: ShowNames) => object>> = {
  sub: (given, names) => ({ subComposition: names.subComposition(given.text('the sub-composition')) }),
  field: (given, names) => names.field(given.text('the sub-composition'), given.text('the field')),
  value: (given) => ({ value: given.value() }),
  state: (given) => ({ to: given.text('the state').replace(' ', '') }),
  'animation?': (given) => ifAny('action', given.textIfAny()),
  step: (given) => ({ by: given.number('the step') }),
  count: (given) => ({ by: given.number('the count') }),
  ahead: (given) => ({ ahead: given.number('the count') }),
  command: (given) => ({ command: given.text('the command') }),
  look: (given) => ({ look: given.text('the look') }),
  undone: (given) => ({ what: given.text('what is undone') }),
  number: (given) => ({ number: given.numberAsText('the cue') }),
  switch: (given) => ({ hold: given.switch('the switch') }),
  cue: (given, names) => ({ cue: names.cue(given.numberAsText('the cue'), given.textIfAny()) }),
  rundown: (given, names) => ({ rundown: names.rundown(given.text('the rundown')) }),
  'rundown?': (given, names) => ifAny('rundown', given.textIfAny(), (text) => names.rundown(text)),
  'app?': (given, names) => ifAny('app', given.textIfAny(), (text) => names.app(text)),
};

function ifAny(member: string, text: string | undefined, named = (name: string): string => name): object {
  return text === undefined ? {} : { [member]: named(text) };
}

function readerOf(name: string, { reads, gives }: OscAddress): Read {
  return (given, names) => {
    const read = reads.map((part) => Object.entries(parts[part](given, names)));
    return { do: name, ...gives, ...Object.fromEntries(read.flat()) };
  };
}

const readers = new Map<string, Read>([
  ...Object.entries(actions).flatMap(([name, { osc }]) =>
    Object.entries<OscAddress>(osc).map(([address, message]): [string, Read] => [address, readerOf(name, message)]),
  ),
  ['action', (given) => parsedJson(given.text('the action'))],
]);

/** Throws `route-unknown`. */
export function messageAt(address: string): Read {
  const read = address.startsWith(addressRoot) ? readers.get(address.slice(addressRoot.length)) : undefined;
  if (read) return read;
  const isPattern = /[*?[\]{}]/.test(address);
  throw new OverlayError(
    'route-unknown',
    isPattern ? 'An address with a pattern in it is not carried out.' : 'There is nothing at this address.',
  );
}

/** Undefined for a button release. Throws `call-invalid`. */
export function actionOf(read: Read, given: Arguments, names: ShowNames): Action | undefined {
  const meant = read(given, names);
  const released = given.released();
  const action = Action.safeParse(meant);
  if (!action.success) {
    throw new OverlayError('call-invalid', z.prettifyError(action.error).replaceAll(/\s+/g, ' '));
  }
  return released ? undefined : action.data;
}
