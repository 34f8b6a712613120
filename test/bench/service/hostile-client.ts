import process from 'node:process';
import { hostileRequests } from '../../kit/service/hostile-requests.ts';
import { firstAccount } from '../../kit/service/small-service.ts';

/** A client in a process of its own, `URL TOKEN`: it sends the request with each number that it gets, and gives back its status. */
const [url = '', token = ''] = process.argv.slice(2);
process.on('message', (number: number) => {
  void hostileRequests[number]?.ask({ url, token, account: firstAccount }).then((status) => process.send?.(status));
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
