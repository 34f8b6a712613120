import type {
  CompanionActionDefinitions,
  CompanionFeedbackDefinitions,
  CompanionOptionValues,
} from '@companion-module/base';
import { actionKinds } from './actions.ts';
import { feedbackKinds } from './feedbacks.ts';
import { choicesOf } from './inputs.ts';
import type { ReadState } from './known.ts';
import { type Presets, presetsOf } from './presets.ts';
import { variableTitles } from './variables.ts';

/** All definitions that Companion needs before its buttons can use this module. */
export interface Definitions extends Presets {
  actions: CompanionActionDefinitions;
  feedbacks: CompanionFeedbackDefinitions;
  variables: Record<string, { name: string }>;
}

/** Called when a button is pressed or drawn. */
interface Buttons {
  press(id: string, options: CompanionOptionValues): Promise<void>;
  isLit(id: string, options: CompanionOptionValues): boolean;
}

export function definitionsOf(state: ReadState | null, label: string, buttons: Buttons): Definitions {
  const choices = choicesOf(state);
  const actions: CompanionActionDefinitions = {};
  for (const [id, { name, description = '', inputs }] of Object.entries(actionKinds)) {
    actions[id] = {
      name,
      description,
      options: inputs(choices),
      callback: ({ options }) => buttons.press(id, options),
    };
  }
  const feedbacks: CompanionFeedbackDefinitions = {};
  for (const [id, { name, description = '', inputs, style }] of Object.entries(feedbackKinds)) {
    feedbacks[id] = {
      type: 'boolean',
      name,
      description,
      options: inputs(choices),
      defaultStyle: style,
      callback: ({ options }) => buttons.isLit(id, options),
    };
  }
  return {
    ...presetsOf(state, label),
    actions,
    feedbacks,
    variables: Object.fromEntries(Object.entries(variableTitles(state)).map(([id, name]) => [id, { name }])),
  };
}
