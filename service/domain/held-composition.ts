import type { Composition, SubComposition } from '../../scene/schema/composition.ts';

/** Its scenes are one text, because pages need only the whole: as objects they would delay every show. */
export interface HeldComposition {
  controlled: Composition;
  whole: string;
}

export function heldComposition(composition: Composition): HeldComposition {
  const controlled = { ...composition, root: withoutScenes(composition.root) };
  return { controlled, whole: JSON.stringify(composition) };
}

function withoutScenes(sub: SubComposition): SubComposition {
  return { ...sub, scene: { elements: [] }, subcompositions: sub.subcompositions.map(withoutScenes) };
}
