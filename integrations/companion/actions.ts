import type { CompanionOptionValues, SomeCompanionActionInputField } from '@companion-module/base';
import type { Action, WrittenAction } from '../../contract/desk-api/action.ts';
import type { AnimationState, StoredState } from '../../contract/model/animation-state.ts';
import {
  type Choices,
  checkbox,
  list,
  ofCue,
  ofNamedRundown,
  ofRundown,
  ofSub,
  parseFieldId,
  text,
  wholeNumber,
  word,
} from './inputs.ts';
import { type KnownDesk, rundownOf, tallyOf } from './known.ts';

/** What a press sends to the desk, besides its age. */
export interface PanelPress {
  action: WrittenAction;
  /** The state that the button showed of what is taken; the desk refuses the take if it is another by now. */
  expects?: StoredState;
  /** When it was pressed, by the clock of the desk (ms). */
  at?: number | undefined;
}

/** How a press of a guarded action counts: by a second press, or at once because the button was held. */
export type Guard = 'twice' | 'held';

/** An action of Companion. */
export interface ActionKind {
  name: string;
  /** What it does on the desk. */
  does: Action['do'];
  description?: string;
  inputs: (choices: Choices) => SomeCompanionActionInputField[];
  /** What a press of it sends. The desk checks it, and says what is wrong with it. */
  press: (options: CompanionOptionValues, known: KnownDesk) => PanelPress;
}

/** Actions that take everything out, or move the whole show: never by a single press. */
export const guarded: readonly string[] = ['panic', 'fail_over', 'fail_back'];

/** How a press of a guarded action counts, as its button says. */
export function guardOf(options: CompanionOptionValues): Guard {
  return options['guard'] === 'held' ? 'held' : 'twice';
}

const by = (options: CompanionOptionValues): number => Number(options['by']);
const isTicked = (options: CompanionOptionValues, name: string): boolean => options[name] === true;

const guardInput = list('guard', 'Guard', [
  { id: 'twice', label: 'A second press within three seconds fires' },
  { id: 'held', label: 'Fires at once: only for a button that has to be held' },
]);

const sub = (options: CompanionOptionValues) => ({ subComposition: word(options, 'sub') });
const field = (options: CompanionOptionValues) => parseFieldId(word(options, 'field'));
const sends = (options: CompanionOptionValues) => (isTicked(options, 'send') ? { send: true as const } : {});
const rundown = (options: CompanionOptionValues) =>
  word(options, 'rundown') === '' ? {} : { rundown: word(options, 'rundown') };
const cue = (options: CompanionOptionValues) => ({ cue: word(options, 'cue') });

/** A press, with the state that its button showed of the sub-composition. */
function taking(action: WrittenAction & { subComposition: string }, known: KnownDesk): PanelPress {
  const view = known.state?.subs[action.subComposition];
  if (!view || tallyOf(known, action.subComposition) === 'UNKNOWN') return { action };
  return { action, expects: view.requested ?? view.state };
}

const outs = [
  { id: 'Out', label: 'Out' },
  { id: 'Out1', label: 'Out 1' },
  { id: 'Out2', label: 'Out 2' },
];
const toOut = list('to', 'To', outs);
const toAny = list('to', 'To', [{ id: 'In', label: 'In' }, ...outs]);
const to = (options: CompanionOptionValues) => word(options, 'to') as AnimationState;

const taken: Record<string, ActionKind> = {
  take_in: {
    name: 'Take In',
    does: 'take',
    inputs: ofSub,
    press: (options, known) => taking({ do: 'take', ...sub(options), to: 'In' }, known),
  },
  take_out: {
    name: 'Take Out',
    does: 'take',
    inputs: (choices) => [...ofSub(choices), toOut],
    press: (options, known) => taking({ do: 'take', ...sub(options), to: to(options) }, known),
  },
  jump: {
    name: 'Jump',
    does: 'take',
    description: 'Without animation',
    inputs: (choices) => [...ofSub(choices), toAny],
    press: (options, known) => taking({ do: 'take', ...sub(options), to: to(options), action: 'jump' }, known),
  },
  toggle: {
    name: 'In or Out',
    does: 'toggle',
    description: 'Refused while the state is unknown',
    inputs: (choices) => [...ofSub(choices), checkbox('jump', 'Without animation')],
    press: (options, known) =>
      taking({ do: 'toggle', ...sub(options), action: isTicked(options, 'jump') ? 'jump' : 'play' }, known),
  },
  cue: {
    name: 'Cue',
    does: 'cue',
    description: 'For Take Cued',
    inputs: (choices) => [...ofSub(choices), checkbox('remove', 'Remove it from what is cued')],
    press: (options) => ({ action: { do: 'cue', ...sub(options), cued: !isTicked(options, 'remove') } }),
  },
  take_cued: { name: 'Take Cued', does: 'takeCued', inputs: () => [], press: () => ({ action: { do: 'takeCued' } }) },
  update: {
    name: 'Update: send what is staged',
    does: 'update',
    inputs: ofSub,
    press: (options) => ({ action: { do: 'update', ...sub(options) } }),
  },
  discard: {
    name: 'Discard what is staged',
    does: 'discard',
    inputs: ofSub,
    press: (options) => ({ action: { do: 'discard', ...sub(options) } }),
  },
  send_again: {
    name: 'Send again what drifts',
    does: 'sendAgain',
    inputs: ofSub,
    press: (options) => ({ action: { do: 'sendAgain', ...sub(options) } }),
  },
};

const sendInput = checkbox('send', 'Send at once, rather than stage it');

const edited: Record<string, ActionKind> = {
  set: {
    name: 'Set a value',
    does: 'set',
    inputs: ({ fields }) => [list('field', 'Field', fields.set), text('value', 'Value'), sendInput],
    press: (options) => ({ action: { do: 'set', ...field(options), value: options['value'], ...sends(options) } }),
  },
  step: {
    name: 'Add to a number',
    does: 'step',
    inputs: ({ fields }) => [list('field', 'Field', fields.step), wholeNumber('by', 'Add', 1), sendInput],
    press: (options) => ({ action: { do: 'step', ...field(options), by: by(options), ...sends(options) } }),
  },
  cycle: {
    name: 'Next choice of a selection',
    does: 'cycle',
    inputs: ({ fields }) => [list('field', 'Field', fields.cycle), wholeNumber('by', 'Go on by', 1), sendInput],
    press: (options) => ({ action: { do: 'cycle', ...field(options), by: by(options), ...sends(options) } }),
  },
  switch: {
    name: 'Turn a checkbox on or off',
    does: 'switch',
    inputs: ({ fields }) => [list('field', 'Field', fields.switch), sendInput],
    press: (options) => ({ action: { do: 'switch', ...field(options), ...sends(options) } }),
  },
  fire: {
    name: 'Press a button of a sub-composition',
    does: 'fire',
    inputs: ({ fields }) => [list('field', 'Button', fields.fire)],
    press: (options) => ({ action: { do: 'fire', ...field(options) } }),
  },
  time: {
    name: 'Timer',
    does: 'time',
    inputs: ({ fields }) => [
      list('field', 'Timer', fields.time),
      list('command', 'Command', [
        { id: 'start', label: 'Start: reset and run' },
        { id: 'play', label: 'Run' },
        { id: 'pause', label: 'Pause' },
        { id: 'reset', label: 'Reset' },
      ]),
    ],
    press: (options) => {
      const command = word(options, 'command') as 'play' | 'pause' | 'reset' | 'start';
      return { action: { do: 'time', ...field(options), command } };
    },
  },
  next_row: {
    name: 'Next row of the data',
    does: 'nextRow',
    inputs: (choices) => [...ofSub(choices), wholeNumber('by', 'Go on by', 1)],
    press: (options) => ({ action: { do: 'nextRow', ...sub(options), by: by(options) } }),
  },
  choose_row: {
    name: 'Choose a row of the data',
    does: 'chooseRow',
    inputs: (choices) => [...ofSub(choices), text('key', 'Key of the row')],
    press: (options) => ({ action: { do: 'chooseRow', ...sub(options), row: { key: word(options, 'key') } } }),
  },
  data_mode: {
    name: 'What the data does',
    does: 'dataMode',
    inputs: (choices) => [
      ...ofSub(choices),
      list('mode', 'Mode', [
        { id: 'stage', label: 'Stage' },
        { id: 'live', label: 'Live' },
        { id: 'hold', label: 'Hold' },
      ]),
    ],
    press: (options) => {
      const mode = word(options, 'mode') as 'stage' | 'live' | 'hold';
      return { action: { do: 'dataMode', ...sub(options), mode } };
    },
  },
};

const ofRundowns: Record<string, ActionKind> = {
  go: {
    name: 'Go',
    does: 'go',
    description: 'Refused if something else is next by now than the button showed',
    inputs: ofRundown,
    press: (options, known) => {
      const next = known.state?.positions[rundownOf(known, word(options, 'rundown'))]?.next;
      return { action: { do: 'go', ...rundown(options), ...(next && { next }) } };
    },
  },
  skip: {
    name: 'Skip',
    does: 'skip',
    description: 'Fires nothing',
    inputs: (choices) => [...ofRundown(choices), wholeNumber('by', 'Cues', 1)],
    press: (options) => ({ action: { do: 'skip', ...rundown(options), by: by(options) } }),
  },
  back: {
    name: 'Back',
    does: 'skip',
    description: 'Fires nothing',
    inputs: (choices) => [...ofRundown(choices), wholeNumber('by', 'Cues', 1)],
    press: (options) => ({ action: { do: 'skip', ...rundown(options), by: -by(options) } }),
  },
  jump_to: {
    name: 'Cue with a number next',
    does: 'jumpTo',
    inputs: (choices) => [...ofRundown(choices), text('number', 'Number of the cue')],
    press: (options) => ({ action: { do: 'jumpTo', ...rundown(options), number: word(options, 'number') } }),
  },
  rewind: {
    name: 'Rewind',
    does: 'rewind',
    inputs: ofRundown,
    press: (options) => ({ action: { do: 'rewind', ...rundown(options) } }),
  },
  hold: {
    name: 'Hold, or go on',
    does: 'hold',
    inputs: ofRundown,
    press: (options) => ({ action: { do: 'hold', ...rundown(options) } }),
  },
  fire_marked: {
    name: 'Fire marked cues',
    does: 'fireMarked',
    inputs: ofRundown,
    press: (options) => ({ action: { do: 'fireMarked', ...rundown(options) } }),
  },
  update_fired: {
    name: 'Update the cue fired last',
    does: 'updateFired',
    inputs: ofRundown,
    press: (options) => ({ action: { do: 'updateFired', ...rundown(options) } }),
  },
  end_fired: {
    name: 'End the cue fired last',
    does: 'endFired',
    inputs: ofRundown,
    press: (options) => ({ action: { do: 'endFired', ...rundown(options) } }),
  },
  make_active: {
    name: 'Make a rundown active',
    does: 'makeActive',
    description: 'Fires nothing',
    inputs: ofNamedRundown,
    press: (options) => ({ action: { do: 'makeActive', rundown: word(options, 'rundown') } }),
  },
};

const ofCues: Record<string, ActionKind> = {
  fire_cue: {
    name: 'Fire cue',
    does: 'fireCue',
    description: 'The rundown stays where it is',
    inputs: ofCue,
    press: (options) => ({ action: { do: 'fireCue', ...cue(options) } }),
  },
  set_next: {
    name: 'Cue next',
    does: 'setNext',
    inputs: ofCue,
    press: (options) => ({ action: { do: 'setNext', ...cue(options) } }),
  },
  mark_cue: {
    name: 'Mark cue',
    does: 'markCue',
    inputs: (choices) => [...ofCue(choices), checkbox('remove', 'Remove the mark')],
    press: (options) => ({ action: { do: 'markCue', ...cue(options), marked: !isTicked(options, 'remove') } }),
  },
  update_cue: {
    name: 'Update cue',
    does: 'updateCue',
    inputs: ofCue,
    press: (options) => ({ action: { do: 'updateCue', ...cue(options) } }),
  },
  end_cue: {
    name: 'End cue',
    does: 'endCue',
    inputs: ofCue,
    press: (options) => ({ action: { do: 'endCue', ...cue(options) } }),
  },
};

const ofShow: Record<string, ActionKind> = {
  recall_look: {
    name: 'Recall look',
    does: 'recallLook',
    inputs: ({ looks }) => [list('look', 'Look', looks)],
    press: (options) => ({ action: { do: 'recallLook', look: word(options, 'look') } }),
  },
  undo: {
    name: 'Undo',
    does: 'undo',
    inputs: () => [
      list('what', 'What', [
        { id: 'take', label: 'The last take' },
        { id: 'values', label: 'The last change of values' },
      ]),
    ],
    press: (options, { state }) => {
      const what = options['what'] === 'values' ? 'values' : 'take';
      const press = state?.undoable[what]?.press;
      return { action: { do: 'undo', what, ...(press !== undefined && { press }) } };
    },
  },
  panic: {
    name: 'Panic: everything out now',
    does: 'panic',
    inputs: ({ apps }) => [list('app', 'In', [{ id: '', label: 'All app instances' }, ...apps]), guardInput],
    press: (options) => ({ action: { do: 'panic', ...(options['app'] ? { app: word(options, 'app') } : {}) } }),
  },
  fail_over: {
    name: 'Fail over to the backup',
    does: 'failOver',
    inputs: ({ apps }) => [list('app', 'App instance', apps), guardInput],
    press: (options) => ({ action: { do: 'failOver', app: word(options, 'app') } }),
  },
  fail_back: {
    name: 'Fail back to the main',
    does: 'failBack',
    inputs: ({ apps }) => [list('app', 'App instance', apps), guardInput],
    press: (options) => ({ action: { do: 'failBack', app: word(options, 'app') } }),
  },
};

const device = text('device', 'Name of the controller');

const ofControllers: Record<string, ActionKind> = {
  open_page: {
    name: 'Open a page of a MIDI controller',
    does: 'openPage',
    inputs: () => [device, wholeNumber('page', 'Page', 1)],
    press: (options) => ({
      action: { do: 'openPage', device: word(options, 'device'), page: Number(options['page']) },
    }),
  },
  turn_page: {
    name: 'Next page of a MIDI controller',
    does: 'turnPage',
    inputs: () => [device, wholeNumber('by', 'Go on by', 1)],
    press: (options) => ({ action: { do: 'turnPage', device: word(options, 'device'), by: by(options) } }),
  },
  fine: {
    name: 'Fine movements of a MIDI controller on or off',
    does: 'fine',
    inputs: () => [device],
    press: (options) => ({ action: { do: 'fine', device: word(options, 'device') } }),
  },
};

/** Every action of Companion, by its id, which buttons keep. */
export const actionKinds: Readonly<Record<string, ActionKind>> = {
  ...taken,
  ...edited,
  ...ofRundowns,
  ...ofCues,
  ...ofShow,
  ...ofControllers,
};
