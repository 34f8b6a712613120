import type { ModelItem } from './control.ts';

/**
 * The address of a sub-composition among all apps of a desk: `appKey/subCompositionId`. An app key contains no slash. Code
 * that only shows or stores an address never takes it apart.
 */
export function addressOf(app: string, id: string): string {
  return `${app}/${id}`;
}

/** The addresses of sub-compositions of an app, each made out when it is asked for. */
export function* addressesOf(app: string, ids: readonly string[]): Iterable<string> {
  for (const id of ids) yield addressOf(app, id);
}

/** The app key and the id of an address. Both are empty if the text is no address. */
export function parseAddress(text: string): { app: string; id: string } {
  const slash = text.indexOf('/');
  return slash < 0 ? { app: '', id: '' } : { app: text.slice(0, slash), id: text.slice(slash + 1) };
}

/** The trees of an app, with addresses as ids. */
export function withAddresses(app: string, model: readonly ModelItem[]): ModelItem[] {
  return model.map((item) => ({
    ...item,
    id: addressOf(app, item.id),
    subcompositions: withAddresses(app, item.subcompositions),
  }));
}
