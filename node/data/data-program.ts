import { texts } from '../../contract/texts/texts.ts';
import { randomUUID } from 'node:crypto';
import { Sources } from '../../desk/live-data/tables/sources.ts';
import { systemClock } from '../clock.ts';
import type { DataCalls, DataThreadNews } from './data-thread.ts';
import { answerCalls, sendNews } from '../thread-calls.ts';
import type { Source } from '../../contract/desk-api/source.ts';
import { usualDataLimits } from '../../desk/live-data/tables/data-limits.ts';
import type { SourceReader } from '../../desk/live-data/tables/source-run.ts';
import type { SourceToRead } from '../../desk/live-data/data-ports.ts';
import type { Clock } from '../../contract/clock.ts';
import { FileReader } from './file-reader.ts';
import { HttpReader } from './http-reader.ts';
import { type HostGuard, systemAddresses } from './public-host.ts';
import { SocketReader } from './socket-reader.ts';

const most = usualDataLimits.bytes;
/** Milliseconds between two checks, and without a change before a read. */
const fileTimes = { lookEvery: 200, settle: 100 };

/** Throws for a pushed source. */
function openReader(clock: Clock, { source, secret }: SourceToRead): SourceReader {
  const { from } = source;
  if (from.kind === 'file') return new FileReader(from.path, clock, { most, ...fileTimes });
  if (from.kind === 'push') throw new Error(`no reader for pushed data: ${source.id}`);
  const rules = { most, guard: guardOf(source, from.url) };
  if (from.kind === 'socket') return new SocketReader(from.url, clock, rules);
  return new HttpReader({ ...from, secretValue: secret }, clock, rules);
}

function guardOf({ allowPrivate }: Source, url: string): HostGuard {
  return { allowed: allowPrivate && new URL(url).hostname, findAddresses: systemAddresses };
}

function fault(thrown: unknown): string {
  const id = randomUUID().slice(0, 8);
  const trace = String(thrown instanceof Error ? thrown.stack : thrown);
  sendNews({ fault: { id, trace } } satisfies DataThreadNews);
  return texts.data.mistake(id);
}

const sources = new Sources(
  { clock: systemClock, random: Math.random, fault },
  (source) => openReader(systemClock, source),
  (update) => sendNews({ update: JSON.stringify(update) } satisfies DataThreadNews),
);

answerCalls<DataCalls>({
  read: (toRead) => sources.read(toRead),
  want: (cells) => sources.want(cells),
  push: ({ source, bytes }) => sources.push(source, bytes),
  page: (query) => sources.page(query),
});
