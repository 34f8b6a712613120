import type { ModelItem } from './control.ts';

/**
 * What names one sub-composition among all apps of a desk: `appKey/subCompositionId`. An app key has no slash in it. Who only
 * shows or stores addresses takes them as they are.
 */
export function address(app: string, id: string): string {
  return `${app}/${id}`;
}

/** The app key and the id of an address. Both are empty where a text is no address. */
export function parts(text: string): { app: string; id: string } {
  const slash = text.indexOf('/');
  return slash < 0 ? { app: '', id: '' } : { app: text.slice(0, slash), id: text.slice(slash + 1) };
}

/** The trees of an app, with addresses as ids. */
export function addressed(app: string, model: readonly ModelItem[]): ModelItem[] {
  return model.map((item) => ({
    ...item,
    id: address(app, item.id),
    subcompositions: addressed(app, item.subcompositions),
  }));
}
