import type { Source, SourceFormat, SourceOrigin } from '../../contract/desk-api/source.ts';
import { typedTime } from '../../contract/model/typed-time.ts';
import { secondsText } from '../cues/cue-words.ts';

type OriginKind = SourceOrigin['kind'];

export class SourceForm {
  readonly #source: Source | undefined;
  name = $state('');
  kind = $state<OriginKind>('file');
  path = $state('');
  url = $state('');
  /** In seconds, as typed. */
  every = $state('5');
  /** One header per line: `accept: text/csv`. */
  headers = $state('');
  format = $state<SourceFormat>('auto');
  encoding = $state<'' | NonNullable<Source['encoding']>>('');
  rows = $state('');
  key = $state('');
  staleAfter = $state('');
  allowPrivate = $state(false);

  constructor(source?: Source) {
    this.#source = source;
    if (!source) return;
    const { from } = source;
    this.name = source.name;
    this.kind = from.kind;
    if (from.kind === 'file') this.path = from.path;
    if ('url' in from) this.url = from.url;
    if (from.kind === 'http') {
      this.every = secondsText(from.every);
      this.headers = Object.entries(from.headers)
        .map((header) => header.join(': '))
        .join('\n');
    }
    this.format = source.format;
    this.encoding = source.encoding ?? '';
    this.rows = source.rows;
    this.key = source.key;
    this.staleAfter = secondsText(source.staleAfter);
    this.allowPrivate = source.allowPrivate === true;
  }

  /** The desk checks it. */
  get source(): Omit<Source, 'id'> {
    const { encoding } = this;
    return {
      name: this.name.trim(),
      from: this.#from,
      format: this.format,
      rows: this.rows.trim(),
      key: this.key.trim(),
      staleAfter: typedTime(this.staleAfter) ?? null,
      ...(encoding !== '' && { encoding }),
      ...(this.allowPrivate && this.isOnline && { allowPrivate: true as const }),
    };
  }

  get isOnline(): boolean {
    return this.kind === 'http' || this.kind === 'socket';
  }

  get #from(): SourceOrigin {
    switch (this.kind) {
      case 'file':
        return { kind: 'file', path: this.path.trim() };
      case 'socket':
        return { kind: 'socket', url: this.url.trim() };
      case 'push':
        return { kind: 'push' };
      case 'http': {
        const had = this.#source?.from.kind === 'http' ? this.#source.from.secret : undefined;
        const every = typedTime(this.every) ?? 5_000;
        return {
          kind: 'http',
          url: this.url.trim(),
          every,
          headers: headersIn(this.headers),
          ...(had && { secret: had }),
        };
      }
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
