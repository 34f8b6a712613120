import { texts } from '../../contract/texts/texts.ts';
import type { DataLink, SourceEdit } from '../../contract/desk-api/data-link.ts';
import type { Source } from '../../contract/desk-api/source.ts';
import { OverlayError } from '../../contract/errors.ts';
import { formatProblem } from './link-values.ts';

export interface ShowData {
  sources: readonly Source[];
  links: readonly DataLink[];
}

type TitleOf = (subComposition: string, field: string) => string;

interface EditNames {
  newId: () => string;
  titleOf: TitleOf;
}

/** Throws `call-invalid` if the edit names something that is gone, or a wrong format. */
export function editedData(data: ShowData, edit: SourceEdit, { newId, titleOf }: EditNames): ShowData {
  const { sources, links } = data;
  switch (edit.edit) {
    case 'addSource':
      return { links, sources: [...sources, withOwnSecret({ id: newId(), ...edit.source }, undefined)] };
    case 'changeSource':
      return { links, sources: replaced(data, edit.source) };
    case 'removeSource':
      return { links, sources: without(data, sourceOf(data, edit.source)) };
    case 'linkData':
      checkLink(data, edit.link, titleOf);
      return { sources, links: [...otherLinks(data, edit.link.subComposition), edit.link] };
    case 'unlinkData':
      linkOf(data, edit.subComposition);
      return { sources, links: otherLinks(data, edit.subComposition) };
  }
}

export function sourceEditName({ sources, links }: ShowData, edit: SourceEdit): string {
  switch (edit.edit) {
    case 'addSource':
      return texts.data.addSource(edit.source.name);
    case 'changeSource':
      return texts.data.changeSource(edit.source.name);
    case 'removeSource':
      return texts.data.deleteSource(sources.find(({ id }) => id === edit.source)?.name ?? '');
    case 'linkData':
      return texts.data.link(edit.link.name);
    case 'unlinkData':
      return texts.data.unlink(links.find((link) => link.subComposition === edit.subComposition)?.name ?? '');
  }
}

/** The live data for another machine, without secrets and without permissions for this machine. */
export function carriedData({ sources, links }: ShowData): ShowData {
  return { links, sources: sources.map(carriedSource) };
}

/** Adds live data from another machine. Identical sources are reused; links replace those of the same sub-composition. */
export function withCarried(data: ShowData, carried: ShowData, newId: () => string): ShowData {
  const sources = [...data.sources];
  const here = new Map(
    carried.sources.map((source) => {
      const same = data.sources.find((one) => isSameSource(one, source));
      if (same) return [source.id, same.id];
      const id = newId();
      sources.push({ ...carriedSource(source), id });
      return [source.id, id];
    }),
  );
  const added = carried.links.map((link): DataLink => ({ ...link, source: here.get(link.source) ?? link.source }));
  const linked = new Set(added.map(({ subComposition }) => subComposition));
  return { sources, links: [...data.links.filter(({ subComposition }) => !linked.has(subComposition)), ...added] };
}

/** Restores an earlier version. A source keeps its secret only if it has the same secret now. */
export function restoredData(data: ShowData, version: ShowData): ShowData {
  const now = new Map(data.sources.map((source) => [source.id, source]));
  return { ...version, sources: version.sources.map((source) => withOwnSecret(source, now.get(source.id))) };
}

/** Compares two sources, ignoring ids, secrets and permissions. */
export function isSameSource(one: Source, other: Source): boolean {
  const plain = (source: Source): string => JSON.stringify({ ...carriedSource(source), id: '' });
  return plain(one) === plain(other);
}

function carriedSource(source: Source): Source {
  const { allowPrivate: _, ...rest } = withOwnSecret(source, undefined);
  return rest;
}

/** Throws `call-invalid` if the source does not exist. */
export function sourceOf({ sources }: ShowData, id: string): Source {
  const source = sources.find((one) => one.id === id);
  if (!source) throw new OverlayError('call-invalid', texts.data.noSource(id));
  return source;
}

function linkOf({ links }: ShowData, subComposition: string): DataLink {
  const link = links.find((one) => one.subComposition === subComposition);
  if (!link) throw new OverlayError('call-invalid', texts.data.notLinked(subComposition));
  return link;
}

function otherLinks({ links }: ShowData, subComposition: string): DataLink[] {
  return links.filter((one) => one.subComposition !== subComposition);
}

function replaced(data: ShowData, source: Source): Source[] {
  const before = sourceOf(data, source.id);
  return data.sources.map((one) => (one === before ? withOwnSecret(source, before) : one));
}

function without({ sources, links }: ShowData, source: Source): Source[] {
  const users = links.flatMap((link) => (link.source === source.id ? [link.name] : []));
  if (users.length === 0) return sources.filter((one) => one !== source);
  throw new OverlayError('call-invalid', texts.data.inUse(source.name, users.join(', ')));
}

/**
 * Keeps the secret only for the same origin. An edit cannot take another source's secret or send a secret elsewhere.
 */
function withOwnSecret(source: Source, before: Source | undefined): Source {
  if (source.from.kind !== 'http') return source;
  const { secret: asked, ...from } = source.from;
  const had = before?.from.kind === 'http' && isSameOrigin(before.from.url, from.url) ? before.from.secret : undefined;
  return { ...source, from: { ...from, ...(had && { secret: { ...had, header: asked?.header ?? had.header } }) } };
}

function isSameOrigin(one: string, other: string): boolean {
  return new URL(one).origin === new URL(other).origin;
}

export function checkLink(data: ShowData, { source, subComposition, fields, name }: DataLink, titleOf: TitleOf): void {
  sourceOf(data, source);
  for (const [field, { format }] of Object.entries(fields)) {
    const problem = format === undefined ? '' : formatProblem(format);
    if (problem === '') continue;
    const title = titleOf(subComposition, field);
    throw new OverlayError('call-invalid', texts.data.formatWrong(name, title, problem));
  }
}
