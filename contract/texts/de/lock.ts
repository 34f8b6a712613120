import type { DeskTexts } from '../language.ts';

export const lock: DeskTexts['lock'] = {
  already: 'Die Show ist schon gesperrt.',
  locked: 'Show gesperrt',
  unlock: 'Show entsperren',
  unlocked: 'Show entsperrt',
  wrongPin: 'Die PIN war falsch. Eine Sekunde warten und erneut versuchen.',
};
