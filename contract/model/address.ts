import type { ModelItem } from './control.ts';

/**
 * `appKey/subCompositionId`; an app key contains no slash. Code that only shows or stores addresses never parses them.
 */
export function addressOf(app: string, id: string): string {
  return `${app}/${id}`;
}

export function* addressesOf(app: string, ids: readonly string[]): Iterable<string> {
  for (const id of ids) yield addressOf(app, id);
}

export function parseAddress(text: string): { app: string; id: string } {
  const slash = text.indexOf('/');
  return slash < 0 ? { app: '', id: '' } : { app: text.slice(0, slash), id: text.slice(slash + 1) };
}

export function withAddresses(app: string, model: readonly ModelItem[]): ModelItem[] {
  return model.map((item) => ({
    ...item,
    id: addressOf(app, item.id),
    subcompositions: withAddresses(app, item.subcompositions),
  }));
}
