import { Action, actionCaption, actions, fieldFits, type WrittenAction } from '../../contract/actions/actions.ts';
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
import { texts } from '../texts/texts.ts';

const words = texts.keys;

export interface Mappable {
  key: string;
  caption: string;
  action: Action;
  fader?: FaderRange;
  whileHeld?: true;
}

export type ChosenMapping = Pick<
  ControllerBinding,
  'action' | 'guard' | 'fader' | 'encoder' | 'page' | 'press' | 'whileHeld'
> &
  Pick<KeyBinding, 'global'> & {
    /** So many controls, from this one on, are the next cues. */
    row?: number | undefined;
  };

const all = Object.values(actions);

/** What a control can do with a sub-composition: its takes, then what its fields allow. */
export function actionsOn(node: ModelItem): Mappable[] {
  const on = { subComposition: node.id };
  const ofSub = all.flatMap(({ offers }): WrittenAction[] => ('sub' in offers ? offers.sub(on, node) : []));
  const ofFields = node.model.flatMap(({ id }) =>
    all.flatMap(({ offers }): WrittenAction[] => ('field' in offers ? offers.field({ ...on, field: id }) : [])),
  );
  return captioned([...ofSub, ...ofFields.filter((one) => 'field' in one && fieldFits(one, node))], node);
}

export function actionsOnCue({ id: cue }: Pick<Cue, 'id'>): Mappable[] {
  return captioned(all.flatMap(({ offers }): WrittenAction[] => ('cue' in offers ? offers.cue({ cue }) : [])));
}

export function actionsOnRundown({ id: rundown }: Pick<RundownOutline, 'id'>): Mappable[] {
  return captioned(
    all.flatMap(({ offers }): WrittenAction[] => ('rundown' in offers ? offers.rundown({ rundown }) : [])),
  );
}

/** What a control can do with its device, which has so many pages; one more can be made. */
export function actionsOnDevice(device: string, pages: number): Mappable[] {
  const numbers = pageNumbers(pages);
  return all.flatMap(({ offers }) => {
    const pressed = 'device' in offers ? offers.device({ device }, numbers) : [];
    const held = 'heldOnDevice' in offers ? offers.heldOnDevice({ device }, numbers) : [];
    const whileHeld = captioned(held).map(({ key, caption, action }) => ({
      action,
      key: `${key} while held`,
      caption: words.captionWhileHeld(caption),
      whileHeld: true as const,
    }));
    return [...captioned(pressed), ...whileHeld];
  });
}

/** The pages that a control can be mapped on: those that there are, and one more. */
export function pageNumbers(pages: number): number[] {
  return Array.from({ length: Math.min(16, pages + 1) }, (_, at) => at + 1);
}

/** What a fader can do with a sub-composition: the numbers that it can set, between their limits, else from 0 to 100. */
export function fadersOn(node: ModelItem): Mappable[] {
  return node.model.flatMap(({ id: field, title, min, max }) => {
    const on = { subComposition: node.id, field };
    if (!fieldFits({ do: 'step', field }, node)) return [];
    const fader = FaderRange.parse({ from: Number(min ?? 0), to: Number(max ?? 100) });
    const action = Action.parse({ do: 'set', ...on, value: null });
    return [{ key: JSON.stringify(action), caption: words.faderSets(title, rangeCaption({ fader })), action, fader }];
  });
}

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

export function isSame(offered: Mappable, mapped: Pick<ControllerBinding, 'action' | 'whileHeld'>): boolean {
  const text = (action: WrittenAction): string => JSON.stringify(Action.parse(action));
  return text(offered.action) === text(mapped.action) && offered.whileHeld === mapped.whileHeld;
}

/** Whether a mapping counts: of two of one key and press the first one does. */
export function counts({ key, press }: KeyBinding, at: number, all: readonly KeyBinding[]): boolean {
  return all.findIndex((one) => one.key === key && one.press === press) === at;
}

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

export function actionsOfDesk(looks: readonly { name: string }[]): Mappable[] {
  const names = looks.map(({ name }) => name);
  return captioned(all.flatMap(({ offers }): WrittenAction[] => ('desk' in offers ? offers.desk(names) : [])));
}

function captioned(written: readonly WrittenAction[], node?: ModelItem): Mappable[] {
  return written.map((one) => {
    const action = Action.parse(one);
    return { action, key: JSON.stringify(action), caption: actionCaption(action, node) };
  });
}
