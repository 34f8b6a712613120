import { type Agent, request } from 'node:http';
import type { UpdateItem } from '../../contract/model/control.ts';
import { moment } from './moments.ts';
import type { StandIn } from './programs.ts';

/**
 * An update of the stand-in with no desk behind it: what Node and the system take to write it down and send it. When it
 * began, and when the operating system had the bytes.
 */
export async function bareRequest(
  { port }: StandIn,
  agent: Agent,
  items: readonly UpdateItem[],
): Promise<{ start: number; sent: number }> {
  const start = moment();
  const sent = await new Promise<number>((resolve, reject) => {
    const headers = { accept: 'application/json', 'content-type': 'application/json; charset=utf-8' };
    const path = '/apiv2/controlapps/bare/control';
    const asked = request({ method: 'PATCH', host: '127.0.0.1', port, path, headers, agent });
    asked.once('socket', () => process.nextTick(() => resolve(moment())));
    asked.on('response', (answer) => answer.resume());
    asked.on('error', reject);
    asked.end(JSON.stringify(items));
  });
  return { start, sent };
}
