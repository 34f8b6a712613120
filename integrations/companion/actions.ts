import type { CompanionOptionValues, SomeCompanionActionInputField } from '@companion-module/base';
import { type ActionName, actions, type FieldAction, type WrittenAction } from '../../contract/actions/actions.ts';
import type { PanelButton, PanelInput, PanelTarget } from '../../contract/actions/panel-button.ts';
import type { StoredState } from '../../contract/model/animation-state.ts';
import {
  checkbox,
  type Choices,
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

export interface PanelPress {
  action: WrittenAction;
  /** The state that the button showed; the desk refuses the take if the state has changed. */
  expects?: StoredState;
  /** When it was pressed, by the clock of the desk (ms). */
  at?: number | undefined;
}

/** How a press of a guarded action counts: by a second press, or at once because the button was held. */
export type Guard = 'twice' | 'held';

export interface PanelAction {
  name: string;
  does: ActionName;
  description?: string;
  isGuarded: boolean;
  inputs: (choices: Choices) => SomeCompanionActionInputField[];
  /** The desk checks the action, and names errors. */
  press: (options: CompanionOptionValues, known: KnownDesk) => PanelPress;
}

export function guardOf(options: CompanionOptionValues): Guard {
  return options['guard'] === 'held' ? 'held' : 'twice';
}

const guardInput = list('guard', 'Guard', [
  { id: 'twice', label: 'A second press within three seconds fires' },
  { id: 'held', label: 'Fires at once: only for a button that has to be held' },
]);

const targets: Readonly<
  Record<
    Exclude<PanelTarget, 'field'>,
    { inputs: (choices: Choices) => SomeCompanionActionInputField[]; gives: (options: CompanionOptionValues) => object }
  >
> = {
  sub: { inputs: ofSub, gives: (options) => ({ subComposition: word(options, 'sub') }) },
  cue: { inputs: ofCue, gives: (options) => ({ cue: word(options, 'cue') }) },
  rundown: { inputs: ofNamedRundown, gives: (options) => ({ rundown: word(options, 'rundown') }) },
  'rundown?': { inputs: ofRundown, gives: (options) => ifAny(options, 'rundown') },
  look: { inputs: ({ looks }) => [list('look', 'Look', looks)], gives: (options) => ({ look: word(options, 'look') }) },
  app: {
    inputs: ({ apps }) => [list('app', 'App instance', apps)],
    gives: (options) => ({ app: word(options, 'app') }),
  },
  'app?': {
    inputs: ({ apps }) => [list('app', 'In', [{ id: '', label: 'All app instances' }, ...apps])],
    gives: (options) => ifAny(options, 'app'),
  },
};

function ifAny(options: CompanionOptionValues, id: string): object {
  // Any other value must be refused: a panic of an unknown app instance is not a panic of all.
  return options[id] === undefined || options[id] === '' ? {} : { [id]: word(options, id) };
}

/** `does`: the action of the button, whose types of fields are listed. */
function inputsOf(input: PanelInput, does: ActionName, choices: Choices): SomeCompanionActionInputField[] {
  if ('send' in input) return [checkbox('send', 'Send at once, rather than stage it')];
  if ('on' in input) {
    if (input.on !== 'field') return targets[input.on].inputs(choices);
    return [list('field', input.label ?? 'Field', choices.fields[does as FieldAction['do']])];
  }
  const { id, label } = input;
  if ('usual' in input) return [wholeNumber(id, label, input.usual)];
  if ('is' in input) return [input.is === 'tick' ? checkbox(id, label) : text(id, label)];
  return [
    list(
      id,
      label,
      Object.entries(input.choices).map(([choice, called]) => ({ id: choice, label: called })),
    ),
  ];
}

function givenBy(input: PanelInput, options: CompanionOptionValues): object {
  if ('send' in input) return options['send'] === true ? { send: true } : {};
  if (!('on' in input)) return {};
  return input.on === 'field' ? parseFieldId(word(options, 'field')) : targets[input.on].gives(options);
}

function plainOptions(inputs: readonly PanelInput[], options: CompanionOptionValues): Record<string, unknown> {
  const read = (input: Extract<PanelInput, { id: string }>): unknown => {
    if ('usual' in input) return Number(options[input.id]);
    if (!('is' in input) || input.is === 'text') return word(options, input.id);
    return input.is === 'tick' ? options[input.id] === true : options[input.id];
  };
  return Object.fromEntries(inputs.flatMap((input) => ('id' in input ? [[input.id, read(input)]] : [])));
}

function actionOf(
  does: ActionName,
  { inputs, gives = {} }: PanelButton,
  options: CompanionOptionValues,
): WrittenAction {
  const plain = plainOptions(inputs, options);
  const own = typeof gives === 'function' ? gives(plain) : { ...plain, ...gives };
  return Object.assign({ do: does }, ...inputs.map((input) => givenBy(input, options)), own) as WrittenAction;
}

/** Adds what the button showed, so that the desk refuses the press if the fact has changed. */
const seen: Readonly<Record<'state' | 'next' | 'undo', (action: WrittenAction, known: KnownDesk) => PanelPress>> = {
  state: (action, known) => {
    const address = 'subComposition' in action ? action.subComposition : '';
    const view = known.state?.subs[address];
    if (!view || tallyOf(known, address) === 'UNKNOWN') return { action };
    return { action, expects: view.requested ?? view.state };
  },
  next: (action, known) => {
    const rundown = 'rundown' in action ? (action.rundown ?? '') : '';
    const next = known.state?.positions[rundownOf(known, rundown)]?.next;
    return { action: { ...action, ...(next && { next }) } };
  },
  undo: (action, { state }) => {
    const press = action.do === 'undo' ? state?.undoable[action.what]?.press : undefined;
    return { action: { ...action, ...(press !== undefined && { press }) } };
  },
};

function kindOf(does: ActionName, button: PanelButton): PanelAction {
  const { name, description, inputs, isGuarded = false } = button;
  const kind = actions[does];
  return {
    name,
    does,
    ...(description !== undefined && { description }),
    isGuarded,
    inputs: (choices) => [
      ...inputs.flatMap((input) => inputsOf(input, does, choices)),
      ...(isGuarded ? [guardInput] : []),
    ],
    press: (options, known) => {
      const action = actionOf(does, button, options);
      return 'sees' in kind ? seen[kind.sees](action, known) : { action };
    },
  };
}

export const actionKinds: Readonly<Record<string, PanelAction>> = Object.fromEntries(
  (Object.keys(actions) as ActionName[]).flatMap((does) =>
    Object.entries<PanelButton>(actions[does].buttons).map(([id, button]) => [id, kindOf(does, button)]),
  ),
);
