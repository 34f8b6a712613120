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
export function openReader(clock: Clock, { source, secret }: SourceToRead): SourceReader {
  const { from } = source;
  if (from.kind === 'file') return new FileReader(from.path, clock, { most, ...fileTimes });
  if (from.kind === 'push') throw new Error(`What is pushed to ${source.id} cannot be read.`);
  const rules = { most, guard: guardOf(source, from.url) };
  if (from.kind === 'socket') return new SocketReader(from.url, clock, rules);
  return new HttpReader({ ...from, secretValue: secret }, clock, rules);
}

/** The operator allows only the source's own host, not a redirect target. */
function guardOf({ allowPrivate }: Source, url: string): HostGuard {
  return { allowed: allowPrivate && new URL(url).hostname, findAddresses: systemAddresses };
}
