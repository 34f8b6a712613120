import { z } from 'zod';
import type { ModelItem } from '../model/control.ts';
import { distinctTitles } from '../model/field.ts';
import type { FieldRule } from './action-kind.ts';
import { chooseRow } from './choose-row.ts';
import { cue } from './cue.ts';
import { cycle } from './cycle.ts';
import { dataMode } from './data-mode.ts';
import { discard } from './discard.ts';
import { endCue } from './end-cue.ts';
import { endFired } from './end-fired.ts';
import { failBack } from './fail-back.ts';
import { failOver } from './fail-over.ts';
import { fine } from './fine.ts';
import { fire } from './fire.ts';
import { fireCue } from './fire-cue.ts';
import { fireMarked } from './fire-marked.ts';
import { go } from './go.ts';
import { hold } from './hold.ts';
import { jumpTo } from './jump-to.ts';
import { makeActive } from './make-active.ts';
import { markCue } from './mark-cue.ts';
import { nextRow } from './next-row.ts';
import { openPage } from './open-page.ts';
import { panic } from './panic.ts';
import { recallLook } from './recall-look.ts';
import { rewind } from './rewind.ts';
import { sendAgain } from './send-again.ts';
import { set } from './set.ts';
import { setNext } from './set-next.ts';
import { skip } from './skip.ts';
import { step } from './step.ts';
import { switchOn } from './switch.ts';
import { take } from './take.ts';
import { takeCued } from './take-cued.ts';
import { time } from './time.ts';
import { toggle } from './toggle.ts';
import { turnPage } from './turn-page.ts';
import { undo } from './undo.ts';
import { update } from './update.ts';
import { updateCue } from './update-cue.ts';
import { updateFired } from './update-fired.ts';

/** Mapping lists offer the actions in this order. */
export const actions = {
  toggle,
  take,
  cue,
  update,
  discard,
  sendAgain,
  fire,
  switch: switchOn,
  cycle,
  step,
  time,
  set,
  makeActive,
  go,
  skip,
  takeCued,
  hold,
  fireMarked,
  updateFired,
  endFired,
  jumpTo,
  rewind,
  undo,
  panic,
  recallLook,
  failOver,
  failBack,
  fireCue,
  setNext,
  endCue,
  markCue,
  updateCue,
  nextRow,
  chooseRow,
  dataMode,
  turnPage,
  openPage,
  fine,
};
export type ActionName = keyof typeof actions;

const [first, ...more] = Object.values(actions).map(({ schema }) => schema);
if (!first) throw new Error('There is no action.');

/** All screens, controls and programs send these; `desk/operate/carry-out.ts` carries them out. */
export const Action = z.discriminatedUnion('do', [first, ...more]);
export type Action = z.infer<typeof Action>;
export type WrittenAction = z.input<typeof Action>;
export type ActionOf<Name extends ActionName> = Extract<Action, { do: Name }>;

export type PageAction = ActionOf<'openPage' | 'turnPage'>;

export type ControllerAction = PageAction | ActionOf<'fine'>;

export type FieldAction = Extract<Action, { field: string }>;

export function fieldRuleOf({ do: name }: Pick<FieldAction, 'do'>): FieldRule {
  return actions[name].field;
}

export function fieldFits(action: Pick<FieldAction, 'do' | 'field'>, { model }: Pick<ModelItem, 'model'>): boolean {
  return model.some(({ id, type }) => id === action.field && fieldRuleOf(action).types.includes(type));
}

/** The shortest caption of an action, for a place that shows the target `node` beside it. */
export function actionCaption(action: Action, node: ModelItem | undefined): string {
  const title =
    'field' in action ? distinctTitles(node?.model ?? []).find(({ id }) => id === action.field)?.title : undefined;
  const caption = actions[action.do].caption as (action: Action, title: string | undefined) => string;
  return caption(action, title);
}
