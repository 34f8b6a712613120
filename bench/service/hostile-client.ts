import process from 'node:process';
import { hostileRequests } from '../../test/kit/service/hostile-requests.ts';
import { firstAccount } from '../../test/kit/service/small-service.ts';

/** A client in a process of its own, `URL TOKEN`: it sends the request with each number that it gets, and gives back its status. */
const [url = '', token = ''] = process.argv.slice(2);
process.on('message', (number: number) => {
  void answered(number).then((status) => process.send?.(status));
});

async function answered(number: number): Promise<number | undefined> {
  const sent = await hostileRequests[number]?.made({ url, token, account: firstAccount });
  if (!sent) return undefined;
  const { method, headers, body } = sent;
  const response = await fetch(sent.url, {
    method,
    headers: { ...headers, connection: 'close' },
    ...(method !== 'GET' && { body: Uint8Array.from(body) }),
  });
  await response.arrayBuffer();
  return response.status;
}

process.on('disconnect', () => process.exit(0));
process.send?.('ready');
