import type { Source, SourceFormat, SourceOrigin } from '../../contract/desk-api/source.ts';
import { typedTime } from '../../contract/model/typed-time.ts';
import { secondsText } from '../cues/cue-words.ts';

/** What the form of a source holds. Times are in seconds, as typed; there is one header a line: `accept: text/csv`. */
const empty = {
  name: '',
  kind: 'file' as SourceOrigin['kind'],
  path: '',
  url: '',
  every: '5',
  headers: '',
  format: 'auto' as SourceFormat,
  encoding: '' as '' | NonNullable<Source['encoding']>,
  rows: '',
  key: '',
  staleAfter: '',
  allowPrivate: false,
};
export type SourceForm = typeof empty;

export function formOf(source: Source | undefined): SourceForm {
  if (!source) return { ...empty };
  const { name, from, format, encoding = '', rows, key, allowPrivate = false } = source;
  const headers = from.kind === 'http' ? Object.entries(from.headers) : [];
  return {
    name,
    kind: from.kind,
    path: from.kind === 'file' ? from.path : '',
    url: 'url' in from ? from.url : '',
    every: from.kind === 'http' ? secondsText(from.every) : empty.every,
    headers: headers.map((header) => header.join(': ')).join('\n'),
    format,
    encoding,
    rows,
    key,
    staleAfter: secondsText(source.staleAfter),
    allowPrivate,
  };
}

export function isOnline({ kind }: SourceForm): boolean {
  return kind === 'http' || kind === 'socket';
}

/** The source that a form describes; `before` is the source as stored. The desk checks the result. */
export function sourceIn(form: SourceForm, before: Source | undefined): Omit<Source, 'id'> {
  const { encoding } = form;
  return {
    name: form.name.trim(),
    from: originIn(form, before),
    format: form.format,
    rows: form.rows.trim(),
    key: form.key.trim(),
    staleAfter: typedTime(form.staleAfter) ?? null,
    ...(encoding !== '' && { encoding }),
    ...(form.allowPrivate && isOnline(form) && { allowPrivate: true as const }),
  };
}

function originIn(form: SourceForm, before: Source | undefined): SourceOrigin {
  const url = form.url.trim();
  switch (form.kind) {
    case 'file':
      return { kind: 'file', path: form.path.trim() };
    case 'socket':
      return { kind: 'socket', url };
    case 'push':
      return { kind: 'push' };
    case 'http': {
      const had = before?.from.kind === 'http' ? before.from.secret : undefined;
      const every = typedTime(form.every) ?? 5_000;
      return { kind: 'http', url, every, headers: headersIn(form.headers), ...(had && { secret: had }) };
    }
  }
}

function headersIn(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return Object.fromEntries(
    lines.map((line) => {
      const [name = '', ...value] = line.split(':');
      return [name.trim().toLowerCase(), value.join(':').trim()];
    }),
  );
}
