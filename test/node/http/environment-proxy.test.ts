import { expect, it } from 'vitest';
import { environmentProxy } from '../../../node/http/environment-proxy.ts';

const both = { HTTPS_PROXY: 'http://secure.proxy:1', HTTP_PROXY: 'http://open.proxy:2' };

it.each([
  ['https://g.example/a', both, 'http://secure.proxy:1'],
  ['wss://g.example/a', both, 'http://secure.proxy:1'],
  ['http://g.example/a', both, 'http://open.proxy:2'],
  ['ws://g.example/a', both, 'http://open.proxy:2'],
  ['https://g.example/', { ...both, https_proxy: 'http://lower.proxy:3' }, 'http://lower.proxy:3'],
  ['https://g.example/', { ALL_PROXY: 'proxy.example:8080' }, 'http://proxy.example:8080'],
  ['https://g.example/', { HTTPS_PROXY: 'socks5://proxy.example' }, undefined],
  ['https://g.example/', {}, undefined],
  ['http://127.0.0.1:8830/', both, undefined],
  ['http://localhost:8830/', both, undefined],
  ['http://[::1]:8830/', both, undefined],
  ['https://g.example/', { ...both, NO_PROXY: 'other.example, g.example' }, undefined],
  ['https://a.g.example/', { ...both, NO_PROXY: '.g.example' }, undefined],
  ['https://a.g.example/', { ...both, no_proxy: 'g.example' }, undefined],
  ['https://bg.example/', { ...both, NO_PROXY: 'g.example' }, 'http://secure.proxy:1'],
  ['https://g.example:8443/', { ...both, NO_PROXY: 'g.example:8443' }, undefined],
  ['https://g.example/', { ...both, NO_PROXY: 'g.example:8443' }, 'http://secure.proxy:1'],
  ['https://g.example/', { ...both, NO_PROXY: '*' }, undefined],
])('%s by %j', (url, env, proxy) => {
  expect(environmentProxy(new URL(url), env)?.origin).toBe(proxy);
});
