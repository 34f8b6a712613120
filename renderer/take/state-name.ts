import type { AnimationState } from '../../contract/model/animation-state.ts';
import { texts } from '../texts/texts.ts';

const names = { In: 'in', Out: 'out', Out1: 'out1', Out2: 'out2' } as const satisfies Record<AnimationState, string>;

export const stateName = (state: AnimationState): string => texts.common[names[state]];
