import { texts } from '../../../contract/texts/texts.ts';
import { describe, expect, it } from 'vitest';
import { guardedLookup, isPublicAddress, refuseOwnNetwork } from '../../../node/data/public-host.ts';

const none = { allowed: undefined, findAddresses: () => {} };

describe('an address', () => {
  it.each([
    '127.0.0.1',
    '127.9.9.9',
    '0.0.0.0',
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '100.100.100.200',
    '192.0.0.192',
    '168.63.129.16',
    '198.18.0.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '192.0.2.1',
    '198.51.100.1',
    '203.0.113.1',
    '::',
    '::1',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fd00:ec2::254',
    'ff02::1',
    '2001:db8::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:169.254.169.254',
    '::ffff:0:127.0.0.1',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '2002:7f00:1::',
    '2001::1',
    '',
    'localhost',
  ])('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(['1.1.1.1', '172.32.0.1', '100.128.0.1', '169.253.0.1', '2606:4700::1111', '::ffff:1.1.1.1'])(
    '%s is public',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://0x7f000001/',
    'http://2130706433/',
    'http://0177.0.0.1/',
    'http://[::1]/',
    'http://[::ffff:10.0.0.1]/',
    'ws://192.168.0.1/',
    'http://169.254.169.254/latest/',
  ])('in %s is refused, however it is written', (url) => {
    expect(() => refuseOwnNetwork(new URL(url), none)).toThrow('is this machine or in a private network');
  });

  it('is refused unless the operator allows that very host', () => {
    const allowed = { ...none, allowed: '10.0.0.1' };
    expect(() => refuseOwnNetwork(new URL('http://10.0.0.1:8080/'), allowed)).not.toThrow();
    expect(() => refuseOwnNetwork(new URL('http://10.0.0.2/'), allowed)).toThrow(texts.reading.private('10.0.0.2'));
    expect(() => refuseOwnNetwork(new URL('http://1.1.1.1/'), none)).not.toThrow();
  });
});

describe('a name', () => {
  const look = (addresses: string[], options: object, allowed?: string) =>
    new Promise((resolve) => {
      const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
      const guard = {
        allowed,
        findAddresses: (_: string, give: (error: null, all: typeof found) => void) => give(null, found),
      };
      guardedLookup(guard)('scores.example', options, (error, address, family) =>
        resolve(error ? error.message : family === undefined ? address : [address, family]),
      );
    });

  it('leads to its public addresses alone', async () => {
    expect(await look(['127.0.0.1', '1.1.1.1', '::1'], { all: true })).toEqual([{ address: '1.1.1.1', family: 4 }]);
    expect(await look(['::1', '1.1.1.1'], {})).toEqual(['1.1.1.1', 4]);
    expect(await look(['2606:4700::1111', '1.1.1.1'], { family: 4 })).toEqual(['1.1.1.1', 4]);
  });

  it('that leads to this machine is refused, unless it is allowed', async () => {
    expect(await look(['127.0.0.1'], { all: true })).toBe(texts.reading.private('scores.example (127.0.0.1)'));
    expect(await look(['127.0.0.1'], {}, 'other.example')).toContain('private network');
    expect(await look(['127.0.0.1'], {}, 'scores.example')).toEqual(['127.0.0.1', 4]);
  });
});
