import { ownOf } from '../../../contract/own.ts';
import type { Composition, SubComposition } from '../../../scene/schema/composition.ts';
import { ids, smallShow } from '../service/small-show.ts';

/** Odd ids for the fields that plays put words into, by sub-composition and by the id in the small show. */
export const wordFields = {
  [ids.lowerThird]: { line1: 'constructor', line2: '\u202eاسم\u202c' },
  [ids.home]: { team: 'toString' },
  [ids.away]: { team: 'n\u0303ame\u0301' },
} as const;

function renamed(sub: SubComposition): SubComposition {
  const odd = ownOf<Record<string, string>>(wordFields, sub.id);
  const fields = sub.fields.map((field) => ({ ...field, id: ownOf(odd, field.id) ?? field.id }));
  return { ...sub, fields, subcompositions: sub.subcompositions.map(renamed) };
}

/** The small show for plays, with {@link wordFields}. */
export const playedShow: Composition = { ...smallShow, root: renamed(smallShow.root) };
