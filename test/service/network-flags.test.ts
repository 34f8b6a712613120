import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCommandLine } from '../../service/command-line.ts';
import { defaultTerms } from '../../service/http/network-terms.ts';
import { exposure, networkOptions } from '../../service/network-flags.ts';

const tls = (name: string): string => join(import.meta.dirname, '../kit/tls', name);
/** What the command line makes of flags: the terms, or what is wrong. */
const read = (...args: string[]): unknown => {
  const command = readCommandLine(args, '/page');
  return command.do === 'serve' ? command.network : command.do === 'refuse' ? command.problem : command.do;
};
const network = (...args: string[]) => {
  const command = readCommandLine(args, '/page');
  if (command.do !== 'serve') throw new Error('This is not to serve.');
  return command.network;
};

describe('where and how the service is reached', () => {
  it('is this machine with the usual limits where no flag says otherwise', () => {
    expect(read()).toEqual({ ...defaultTerms, graphicHosts: [], mediaHosts: [], tls: undefined, quota: undefined });
  });

  it('is what the flags say', () => {
    const flags =
      '--host 0.0.0.0 --allow-host a.example --allow-host b --allow-origin https://Studio.example/ --allow-origin * --public-url https://g.example --public-media-url https://m.example --allow-graphic-network data.example:8443 --media-host Images.example ' +
      `--tls-cert ${tls('cert.pem')} --tls-key ${tls('key.pem')} --max-body 2000 --max-upload 3000 --max-account 4000 --max-depth 10 --max-items 20 --max-value 100 --max-long-value 200 --max-update 5000 --max-fields 21 --max-outputs 22 --max-name 23 --max-description 24 ` +
      '--max-connections 30 --max-subscribers 40 --header-timeout 5 --idle-timeout 60 --quota 25,5000 --quota-header X-Left';
    expect(read(...flags.split(' '))).toEqual({
      reach: {
        host: '0.0.0.0',
        allowHosts: ['a.example', 'b'],
        allowOrigins: ['https://studio.example', '*'],
        publicUrl: 'https://g.example',
      },
      publicMediaUrl: 'https://m.example',
      graphicHosts: ['data.example:8443'],
      mediaHosts: ['images.example'],
      limits: {
        maxBody: 2_000,
        maxUpload: 3_000,
        maxAccount: 4_000,
        maxDepth: 10,
        maxItems: 20,
        maxValue: 100,
        maxLongValue: 200,
        maxUpdate: 5_000,
        maxFields: 21,
        maxOutputs: 22,
        maxName: 23,
        maxDescription: 24,
        maxConnections: 30,
        maxSubscribers: 40,
        headerTimeout: 5_000,
        idleTimeout: 60_000,
      },
      tls: { cert: expect.any(Buffer) as unknown, key: expect.any(Buffer) as unknown },
      quota: { perMinute: 25, perDay: 5_000, header: 'x-left' },
    });
  });

  it.each([
    ['--host ', '--host takes an address.'],
    ['--host --keep-password', '--host takes an address.'],
    ['--allow-host --keep-password', '--allow-host takes a name without a port, got "--keep-password".'],
    ['--media-host --keep-password', '--media-host takes a host such as data.example:8443, got "--keep-password".'],
    ['--allow-host a.example:80', '--allow-host takes a name without a port, got "a.example:80".'],
    [
      '--allow-graphic-network https://data.example',
      '--allow-graphic-network takes a host such as data.example:8443, got "https://data.example".',
    ],
    [
      '--allow-graphic-network *.example',
      '--allow-graphic-network takes a host such as data.example:8443, got "*.example".',
    ],
    ['--media-host ;', '--media-host takes a host such as data.example:8443, got ";".'],
    [
      '--allow-origin studio.example',
      '--allow-origin takes an origin such as https://studio.example, or "*", got "studio.example".',
    ],
    [
      '--allow-origin https://studio.example/page',
      '--allow-origin takes an origin such as https://studio.example, or "*", got "https://studio.example/page".',
    ],
    ['--public-url *', '--public-url takes an origin such as https://studio.example, got "*".'],
    [
      '--public-url https://g.example',
      '--public-url and --public-media-url are needed together, because pictures have an address of their own.',
    ],
    ['--max-upload 1e9', '--max-upload takes a number of bytes from 1024 to 1073741824, got "1e9".'],
    ['--max-body 10', '--max-body takes a number of bytes from 1024 to 268435456, got "10".'],
    ['--max-depth 1e2', '--max-depth takes a number of levels from 4 to 500, got "1e2".'],
    ['--header-timeout 0', '--header-timeout takes a number of seconds from 1 to 600, got "0".'],
    ['--max-connections -5', '--max-connections takes a number of connections from 1 to 100000, got "-5".'],
    ['--quota 25', '--quota takes two numbers such as 500,100000, got "25".'],
    ['--quota 0,5', '--quota takes two numbers such as 500,100000, got "0,5".'],
    ['--quota-header a:b', '--quota-header takes a header name, got "a:b".'],
    ['--tls-cert x', '--tls-cert and --tls-key are needed together.'],
    [
      `--tls-cert /nowhere --tls-key ${tls('key.pem')}`,
      expect.stringMatching(/^--tls-cert cannot be read: .*\/nowhere/),
    ],
    [
      `--tls-cert ${tls('key.pem')} --tls-key ${tls('key.pem')}`,
      expect.stringMatching(/^--tls-cert and --tls-key are not a certificate and its key: /),
    ],
  ])('%s is refused in one sentence', (flags, problem) => {
    expect(read(...flags.split(' '))).toEqual(problem);
  });

  it('is explained, flag by flag', () => {
    const help = readCommandLine(['--help'], '/page');
    const flags = networkOptions.map(({ long }) => long);
    expect(flags.filter((flag) => help.do === 'help' && !help.text.includes(`  ${flag} `))).toEqual([]);
  });
});

describe('whoever starts the service', () => {
  it('hears nothing where only this machine reaches it', () => {
    expect([exposure(network()), exposure(network('--host', 'localhost'))]).toEqual([undefined, undefined]);
  });

  it('is told who else reaches it, and what crosses the network', () => {
    expect(exposure(network('--host', '0.0.0.0'))).toBe(
      'This service listens on every address of this machine. Anyone who reaches it can try passwords and tokens. ' +
        'Without --tls-cert, passwords and tokens cross the network unencrypted.',
    );
    const secured = network('--host', '10.0.0.7', '--tls-cert', tls('cert.pem'), '--tls-key', tls('key.pem'));
    expect(exposure(secured)).toBe(
      'This service listens on 10.0.0.7. Anyone who reaches it can try passwords and tokens.',
    );
  });
});
