import { expect, it } from 'vitest';
import { loopbackOnly, type Reach } from '../../../service/http/gate.ts';
import { defaultTerms, serviceUrls } from '../../../service/http/network-terms.ts';

const tls = { cert: Buffer.alloc(0), key: Buffer.alloc(0) };

it.each<[Partial<Reach>, string, string]>([
  [{}, 'http://127.0.0.1:8830', 'http://127.0.0.1:8830'],
  [{ host: '::1' }, 'http://[::1]:8830', 'http://[::1]:8830'],
  [{ host: '192.168.1.5' }, 'http://192.168.1.5:8830', 'http://192.168.1.5:8830'],
  [{ host: '0.0.0.0' }, 'http://127.0.0.1:8830', 'http://10.0.0.7:8830'],
  [{ host: '::', allowHosts: ['graphics', 'other'] }, 'http://[::1]:8830', 'http://graphics:8830'],
  [{ publicUrl: 'https://graphics.example' }, 'http://127.0.0.1:8830', 'https://graphics.example'],
  [{ allowHosts: ['graphics'] }, 'http://127.0.0.1:8830', 'http://127.0.0.1:8830'],
])('a service with %j is at %s, and for others at %s', (reach, local, outside) => {
  const terms = { ...defaultTerms, reach: { ...loopbackOnly, ...reach } };
  expect(serviceUrls(terms, 8830, () => '10.0.0.7')).toEqual({ local, outside });
});

it('a service with a certificate has addresses of HTTPS', () => {
  expect(serviceUrls({ ...defaultTerms, tls }, 443).local).toBe('https://127.0.0.1:443');
});
