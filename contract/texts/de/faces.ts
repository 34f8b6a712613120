import type { DeskTexts } from '../language.ts';

export const faces: DeskTexts['faces'] = {
  editing: (hand) => `${hand} tippt`,
};
