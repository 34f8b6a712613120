import { choices } from '../../scene/schema/choices.ts';
import type { ElementOf } from '../../scene/schema/scene.ts';
import { choiceOf, type Scope, textOf } from '../binding.ts';
import type { AtEnd } from './timer-text.ts';

/** What a timer or a clock shows at the end of its countdown; it holds where the scene says nothing. */
export function atEndOf({ atEnd = 'hold', endText }: ElementOf<'timer' | 'clock'>, scope: Scope): AtEnd {
  return {
    atEnd: choiceOf(atEnd, scope, choices.atEnd),
    endText: endText === undefined ? '' : textOf(endText, scope),
  };
}
