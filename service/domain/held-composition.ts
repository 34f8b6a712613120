import type { Composition, SubComposition } from '../../scene/schema/composition.ts';

/**
 * A composition as a running service holds it. Nobody asks the service for a part of a scene: pages that draw are sent all of it.
 * So the scenes are one text. As objects, those of a large composition would hold up every show whenever they are handed over
 * between threads, kept, read back or sent.
 */
export interface HeldComposition {
  /** All that can be controlled of it. Its scenes are empty. */
  controlled: Composition;
  /** All of it, as JSON. */
  whole: string;
}

/** Takes the scenes of a composition out of what can be controlled. */
export function heldComposition(composition: Composition): HeldComposition {
  const controlled = { ...composition, root: withoutScenes(composition.root) };
  return { controlled, whole: JSON.stringify(composition) };
}

function withoutScenes(sub: SubComposition): SubComposition {
  return { ...sub, scene: { elements: [] }, subcompositions: sub.subcompositions.map(withoutScenes) };
}
