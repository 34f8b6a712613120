import type { CompositionContent } from '../schema/composition-content.ts';

const anyId = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;

/** The content with a new id for each composition, also where members of other programs name one. */
export function withFreshIds(content: CompositionContent, newId: () => string): string {
  const fresh = new Map(Object.keys(content.compositions).map((id) => [id, newId()]));
  return JSON.stringify(content).replace(anyId, (id) => fresh.get(id) ?? id);
}
