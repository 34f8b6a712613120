import { z } from 'zod';
import { Action } from '../../../contract/desk-api/action.ts';
import { OverlayError } from '../../../contract/errors.ts';
import { parsedJson } from '../../../contract/json-text.ts';
import type { Arguments } from './arguments.ts';
import type { ShowNames } from './show-names.ts';

/** Returns an action that is not validated. */
type Read = (given: Arguments, names: ShowNames) => unknown;

export const addressRoot = '/overlay/';

const target = (given: Arguments, names: ShowNames) => ({
  subComposition: names.subComposition(given.text('the sub-composition')),
});
const fieldTarget = (given: Arguments, names: ShowNames) =>
  names.field(given.text('the sub-composition'), given.text('the field'));
const rundownIfAny = (given: Arguments, names: ShowNames) => {
  const text = given.textIfAny();
  return text === undefined ? {} : { rundown: names.rundown(text) };
};
const cue = (given: Arguments, names: ShowNames) => ({
  cue: names.cue(given.numberAsText('the cue'), given.textIfAny()),
});
const animation = (given: Arguments) => {
  const text = given.textIfAny();
  return text === undefined ? {} : { action: text };
};
const state = (given: Arguments) => ({ to: given.text('the state').replace(' ', '') });

/** The addresses of each action; an action without one comes as JSON. */
const messages: Readonly<Record<Action['do'], Readonly<Record<string, Read>>>> = {
  take: { take: (given, names) => ({ do: 'take', ...target(given, names), ...state(given), ...animation(given) }) },
  toggle: { toggle: (given, names) => ({ do: 'toggle', ...target(given, names), ...animation(given) }) },
  cue: {
    cue: (given, names) => ({ do: 'cue', ...target(given, names), cued: true }),
    uncue: (given, names) => ({ do: 'cue', ...target(given, names), cued: false }),
  },
  takeCued: { takeCued: () => ({ do: 'takeCued' }) },
  update: { update: (given, names) => ({ do: 'update', ...target(given, names) }) },
  discard: { discard: (given, names) => ({ do: 'discard', ...target(given, names) }) },
  sendAgain: {},
  set: {
    set: (given, names) => ({ do: 'set', ...fieldTarget(given, names), value: given.value() }),
    send: (given, names) => ({ do: 'set', ...fieldTarget(given, names), value: given.value(), send: true }),
  },
  step: { step: (given, names) => ({ do: 'step', ...fieldTarget(given, names), by: given.number('the step') }) },
  cycle: {},
  switch: {},
  fire: { fire: (given, names) => ({ do: 'fire', ...fieldTarget(given, names) }) },
  time: { time: (given, names) => ({ do: 'time', ...fieldTarget(given, names), command: given.text('the command') }) },
  recallLook: { look: (given) => ({ do: 'recallLook', look: given.text('the look') }) },
  undo: { undo: (given) => ({ do: 'undo', what: given.text('what is undone') }) },
  panic: {
    panic: (given, names) => {
      const text = given.textIfAny();
      return { do: 'panic', ...(text !== undefined && { app: names.app(text) }) };
    },
  },
  failOver: {},
  failBack: {},
  go: {
    go: (given, names) => ({ do: 'go', ...rundownIfAny(given, names) }),
    'go/ahead': (given, names) => ({ do: 'go', ahead: given.number('the count'), ...rundownIfAny(given, names) }),
  },
  skip: { skip: (given, names) => ({ do: 'skip', by: given.number('the count'), ...rundownIfAny(given, names) }) },
  jumpTo: {
    jumpTo: (given, names) => ({ do: 'jumpTo', number: given.numberAsText('the cue'), ...rundownIfAny(given, names) }),
  },
  rewind: { rewind: (given, names) => ({ do: 'rewind', ...rundownIfAny(given, names) }) },
  hold: {
    hold: (given, names) => ({ do: 'hold', hold: true, ...rundownIfAny(given, names) }),
    resume: (given, names) => ({ do: 'hold', hold: false, ...rundownIfAny(given, names) }),
    'hold/toggle': (given, names) => ({ do: 'hold', ...rundownIfAny(given, names) }),
    'hold/switch': (given, names) => ({ do: 'hold', hold: given.switch('the switch'), ...rundownIfAny(given, names) }),
  },
  fireMarked: {},
  updateFired: {},
  endFired: {},
  makeActive: { active: (given, names) => ({ do: 'makeActive', rundown: names.rundown(given.text('the rundown')) }) },
  markCue: {},
  setNext: { 'cue/next': (given, names) => ({ do: 'setNext', ...cue(given, names) }) },
  fireCue: { 'cue/fire': (given, names) => ({ do: 'fireCue', ...cue(given, names) }) },
  updateCue: { 'cue/update': (given, names) => ({ do: 'updateCue', ...cue(given, names) }) },
  endCue: { 'cue/end': (given, names) => ({ do: 'endCue', ...cue(given, names) }) },
  nextRow: {},
  chooseRow: {},
  openPage: {},
  turnPage: {},
  fine: {},
  dataMode: {},
};

const readers = new Map<string, Read>([
  ...Object.values(messages).flatMap((byAddress) => Object.entries(byAddress)),
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
