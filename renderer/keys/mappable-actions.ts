import { Action, type FieldAction, fieldFits, type WrittenAction } from '../../contract/desk-api/action.ts';
import {
  canBePressed,
  ControlName,
  type ControllerBinding,
  EncoderKind,
  FaderRange,
  type LearnedControl,
} from '../../contract/desk-api/controller.ts';
import { type KeyBinding, pressWords } from '../../contract/desk-api/key-binding.ts';
import type { Cue } from '../../contract/desk-api/cue.ts';
import type { RundownOutline } from '../../contract/desk-api/cue-members.ts';
import type { ModelItem } from '../../contract/model/control.ts';
import { actionCaption } from '../../contract/desk-api/action-caption.ts';
import { texts } from '../texts/texts.ts';

const words = texts.keys;

/** An action that a control can be given, with the words for it. */
export interface Mappable {
  /** Tells it apart from all others. */
  key: string;
  caption: string;
  action: Action;
  /** The control sets a number by where it stands. */
  fader?: FaderRange;
  /** What it does is so while it is held. */
  whileHeld?: true;
}

/** What was chosen for a control. */
export type ChosenMapping = Pick<
  ControllerBinding,
  'action' | 'guard' | 'fader' | 'encoder' | 'page' | 'press' | 'whileHeld'
> &
  Pick<KeyBinding, 'global'> & {
    /** So many controls, from this one on, are the next cues. */
    row?: number | undefined;
  };

const ofDesk: readonly WrittenAction[] = [
  { do: 'go' },
  { do: 'skip', by: 1 },
  { do: 'skip', by: -1 },
  { do: 'takeCued' },
  { do: 'fireMarked' },
  { do: 'hold' },
  { do: 'updateFired' },
  { do: 'endFired' },
  { do: 'undo', what: 'take' },
  { do: 'undo', what: 'values' },
  { do: 'panic' },
];

/** What a control can do with a sub-composition: its takes, then what its fields allow. */
export function actionsOn(node: ModelItem): Mappable[] {
  const on = { subComposition: node.id };
  const take = { do: 'take', ...on } as const;
  const takes: WrittenAction[] = [
    { do: 'toggle', ...on },
    { ...take, to: 'In' },
    { ...take, to: 'Out' },
    ...(node.secondTimeline ? [{ ...take, to: 'Out2' as const }] : []),
    { ...take, to: 'In', action: 'jump' },
    { do: 'cue', ...on, cued: true },
    { do: 'update', ...on },
  ];
  const ofFields = node.model.flatMap(({ id }) => actionsOf({ ...on, field: id }));
  return captioned([...takes, ...ofFields.filter((one) => fieldFits(one, node))], node);
}

/** What a control can do with a cue. */
export function actionsOnCue({ id: cue }: Pick<Cue, 'id'>): Mappable[] {
  const all: WrittenAction[] = [
    { do: 'fireCue', cue },
    { do: 'setNext', cue },
    { do: 'endCue', cue },
    { do: 'markCue', cue, marked: true },
  ];
  return captioned(all, undefined);
}

/** What a control can do with one rundown, whichever is active. */
export function actionsOnRundown({ id: rundown }: Pick<RundownOutline, 'id'>): Mappable[] {
  const all: WrittenAction[] = [
    { do: 'makeActive', rundown },
    { do: 'go', rundown },
    { do: 'skip', rundown, by: 1 },
    { do: 'skip', rundown, by: -1 },
    { do: 'hold', rundown },
    { do: 'fireMarked', rundown },
    { do: 'updateFired', rundown },
    { do: 'endFired', rundown },
  ];
  return captioned(all, undefined);
}

/** What a control can do with its device, which has so many pages; one more can be made. */
export function actionsOnDevice(device: string, pages: number): Mappable[] {
  const numbers = pageNumbers(pages);
  const open = captioned(
    numbers.map((page) => ({ do: 'openPage', device, page })),
    undefined,
  );
  const [fine = [], fineOrNot = []] = [{ on: true }, {}].map((how) =>
    captioned([{ do: 'fine', device, ...how }], undefined),
  );
  const whileHeld = [...open, ...fine].map(({ key, caption, action }) => ({
    action,
    key: `${key} while held`,
    caption: words.captionWhileHeld(caption),
    whileHeld: true as const,
  }));
  const turn: WrittenAction[] = [
    { do: 'turnPage', device, by: 1 },
    { do: 'turnPage', device, by: -1 },
  ];
  return [...captioned(turn, undefined), ...open, ...whileHeld, ...fineOrNot];
}

/** The pages that a control can be mapped on: those that there are, and one more. */
export function pageNumbers(pages: number): number[] {
  return Array.from({ length: Math.min(16, pages + 1) }, (_, at) => at + 1);
}

/** What a fader can do with a sub-composition: the numbers that it can set, between their limits, else from 0 to 100. */
export function fadersOn(node: ModelItem): Mappable[] {
  return node.model.flatMap(({ id: field, title, min, max }) => {
    const on = { subComposition: node.id, field };
    if (!fieldFits({ do: 'step', ...on, by: 1 }, node)) return [];
    const fader = FaderRange.parse({ from: Number(min ?? 0), to: Number(max ?? 100) });
    const action = Action.parse({ do: 'set', ...on, value: null });
    return [{ key: JSON.stringify(action), caption: words.faderSets(title, rangeCaption({ fader })), action, fader }];
  });
}

/** What a knob without ends can do with a sub-composition: step its numbers. */
export function knobsOn(node: ModelItem): Mappable[] {
  const steps = node.model.map(({ id }) => ({ do: 'step' as const, subComposition: node.id, field: id, by: 1 }));
  return captioned(
    steps.filter((one) => fieldFits(one, node)),
    node,
  );
}

/** What a control that can stand anywhere may be, for a person to choose: it was learned as the first of them. */
export function usesOf({ control }: Pick<LearnedControl, 'control'>): { key: string; caption: string }[] {
  const plain = [
    { key: 'fader', caption: words.uses.fader },
    { key: 'button', caption: words.uses.button },
  ];
  if (!canBePressed(control)) return plain.slice(0, 1);
  if (!control.startsWith('cc ')) return plain;
  return [...plain, ...EncoderKind.options.map((key) => ({ key, caption: words.uses.knob(countsBy[key]) }))];
}

/** What a knob without ends sends for one detent to the right and to the left. */
const countsBy: Readonly<Record<EncoderKind, string>> = words.counts;

/** As what of {@link usesOf} a control was learned. */
export function useKey({ use, encoder }: Pick<LearnedControl, 'use' | 'encoder'>): string {
  return encoder ?? use;
}

/** From where to where a fader sets a number, that a knob steps it, or by what press; empty for what is pressed. */
export function rangeCaption({ fader, encoder, whileHeld, press }: Omit<ChosenMapping, 'action'>): string {
  if (press) return pressWords[press];
  if (fader) return words.fromTo(fader.from, fader.to);
  if (whileHeld) return words.whileHeld;
  return encoder ? words.byTurning : '';
}

/**
 * As {@link rangeCaption}; and that it is pressed, where another kind of press of the control does something else. What has a guard says
 * how it is pressed by that.
 */
export function pressCaption<Binding extends ControllerBinding | KeyBinding>(
  binding: Binding,
  all: readonly Binding[],
): string {
  const nameOf = (one: ControllerBinding | KeyBinding): string =>
    'key' in one ? one.key : `${one.device} ${one.control}`;
  const hasOthers = all.some((one) => nameOf(one) === nameOf(binding) && one.press !== undefined);
  return rangeCaption(binding) || (hasOthers && !binding.guard ? words.pressed : '');
}

/** Whether what is mapped does the same as an action that is offered. */
export function isSame(offered: Mappable, mapped: Pick<ControllerBinding, 'action' | 'whileHeld'>): boolean {
  const text = (action: WrittenAction): string => JSON.stringify(Action.parse(action));
  return text(offered.action) === text(mapped.action) && offered.whileHeld === mapped.whileHeld;
}

/** Whether a mapping counts: of two of one key and press the first one does. */
export function counts({ key, press }: KeyBinding, at: number, all: readonly KeyBinding[]): boolean {
  return all.findIndex((one) => one.key === key && one.press === press) === at;
}

/** What keys do, with all that one key does together. */
export function byKey(bindings: readonly KeyBinding[]): KeyBinding[] {
  return [...Map.groupBy(bindings, ({ key }) => key).values()].flat();
}

/** Keys that lie in a row on every keyboard: F1 to F12, and the digits from 1 to 9, of which the keypad has some too. */
const keyInRow = /(?:^|\+)(?:F(?:[1-9]|1[0-2])|(?:Digit|Numpad)[1-9])$/;

/**
 * The control or the key so many further on among those of its kind, such as note 1/38 for note 1/36 and 2, or F3 for F1; undefined if
 * there is none.
 */
function nameAfter(first: string, by: number): string | undefined {
  const name = first.replace(/\d+$/, (number) => String(Number(number) + by));
  const areOnes = [first, name].every((one) => keyInRow.test(one) || ControlName.safeParse(one).success);
  return (by === 0 || name !== first) && areOnes ? name : undefined;
}

/** How many controls or keys at most can be a row of the next cues, from this one on. Before one that is not `free` it ends. */
export function longestRow(first: string, free: (name: string) => boolean = () => true): number {
  let length = 1;
  for (let next = nameAfter(first, 1); length < 64 && next !== undefined && free(next);)
    next = nameAfter(first, ++length);
  return length;
}

/** The controls or the keys of a row, from the one that was pressed. */
export function namesOfRow(first: string, length = 1): string[] {
  return Array.from({ length }, (_, ahead) => nameAfter(first, ahead) ?? first);
}

/** What each control or key of a row does, from the one that was pressed: the first one fires the next cue, the second one that after it. */
export function bindingsOfRow<Does extends Pick<ChosenMapping, 'action' | 'row'>>(
  { row, ...does }: Does,
  first: string,
): { name: string; does: Omit<Does, 'row'> }[] {
  const { action } = does;
  return namesOfRow(first, row).map((name, ahead) => ({
    name,
    does: { ...does, action: action.do === 'go' && ahead > 0 ? { ...action, ahead } : action },
  }));
}

/** What a control can do with the whole desk. */
export function actionsOfDesk(looks: readonly { name: string }[]): Mappable[] {
  return captioned([...ofDesk, ...looks.map(({ name }) => ({ do: 'recallLook' as const, look: name }))], undefined);
}

/** What a control can do with a field, whatever its type. */
function actionsOf(on: { subComposition: string; field: string }): FieldAction[] {
  return [
    { do: 'fire', ...on },
    { do: 'switch', ...on },
    { do: 'cycle', ...on, by: 1 },
    { do: 'step', ...on, by: 1 },
    { do: 'step', ...on, by: -1 },
    ...(['start', 'play', 'pause', 'reset'] as const).map((command) => ({ do: 'time' as const, ...on, command })),
  ];
}

function captioned(written: readonly WrittenAction[], node: ModelItem | undefined): Mappable[] {
  return written.map((one) => {
    const action = Action.parse(one);
    return { action, key: JSON.stringify(action), caption: `${actionCaption(action, node)}${detailOf(action)}` };
  });
}

/** What tells apart two actions on one field. */
function detailOf(action: Action): string {
  if (action.do === 'step') return action.by > 0 ? ` +${action.by}` : ` ${action.by}`;
  return action.do === 'time' ? `: ${action.command}` : '';
}
