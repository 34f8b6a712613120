import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { CheckedInstaller } from '../../desk/update-ports.ts';
import { handOver, type Starter, updatePorts } from '../../electron/updates.ts';
import { rootCommand } from '../../host/desk-on-data.ts';
import { ManualClock } from '../kit/manual-clock.ts';

const installer = (kind: CheckedInstaller['kind'], more: Partial<CheckedInstaller> = {}): CheckedInstaller => ({
  path: `/data/updates/1.1.0/it.${kind}`,
  sha256: 'ab'.repeat(32),
  kind,
  stepBack: false,
  ...more,
});

/** A system that writes down what it is to do. */
function system(more: Partial<Starter> = {}): Starter & { did: string[] } {
  const did: string[] = [];
  return {
    did,
    openPath: (path) => Promise.resolve(did.push(`open ${path}`) > 0 ? '' : ''),
    start: (program, words) => Promise.resolve(void did.push([program, ...words].join(' '))),
    findProgram: (name) => `/usr/bin/${name}`,
    exe: '/home/ada/apps/overlay-desk/overlay-desk',
    ...more,
  };
}

describe('an installer is handed over', () => {
  it.each<[string, CheckedInstaller, string]>([
    ['on Windows', installer('exe'), 'open /data/updates/1.1.0/it.exe'],
    ['on Windows, by MSI', installer('msi'), 'open /data/updates/1.1.0/it.msi'],
    ['on a Mac', installer('dmg'), 'open /data/updates/1.1.0/it.dmg'],
    ['on Debian', installer('deb'), '/usr/bin/pkexec apt-get install --yes /data/updates/1.1.0/it.deb'],
    [
      'on Debian, back',
      installer('deb', { stepBack: true }),
      '/usr/bin/pkexec apt-get install --yes --allow-downgrades /data/updates/1.1.0/it.deb',
    ],
    ['on Fedora', installer('rpm'), '/usr/bin/pkexec dnf install --assumeyes /data/updates/1.1.0/it.rpm'],
    [
      'on Fedora, back',
      installer('rpm', { stepBack: true }),
      '/usr/bin/pkexec dnf downgrade --assumeyes /data/updates/1.1.0/it.rpm',
    ],
  ])('%s: it runs', async (_where, one, did) => {
    const linux = system();
    expect(await handOver(one, linux)).toEqual({ how: 'started' });
    expect(linux.did).toEqual([did]);
  });

  it.each<[string, CheckedInstaller, string]>([
    [
      'without a question for a password',
      installer('deb', { path: "/home/ada's desk/it.deb" }),
      String.raw`sudo apt-get install --yes '/home/ada'\''s desk/it.deb'`,
    ],
    ['for an archive', installer('tar.gz'), 'tar -xzf /data/updates/1.1.0/it.tar.gz -C /home/ada/apps'],
  ])('%s: somebody runs a command', async (_where, one, command) => {
    const linux = system({ findProgram: () => undefined });
    expect(await handOver(one, linux)).toEqual({ how: 'command', command });
    expect(linux.did).toEqual([]);
  });

  it('that the system does not take, and it says so', async () => {
    const windows = system({ openPath: () => Promise.resolve('Access is denied') });
    await expect(handOver(installer('exe'), windows)).rejects.toThrow(
      'The system did not open /data/updates/1.1.0/it.exe (Access is denied). Nothing was installed.',
    );
  });

  it('on a host, as a command that checks it where only root can write', () => {
    const one = installer('host deb', { path: '/var/lib/overlay-desk/updates/1.0.0/h.deb', stepBack: true });
    expect(rootCommand(one)).toBe(
      `sudo install -m 644 /var/lib/overlay-desk/updates/1.0.0/h.deb /root/h.deb && ` +
        `echo '${'ab'.repeat(32)}  /root/h.deb' | sudo sha256sum --check --strict && ` +
        'sudo apt-get install --no-install-recommends --allow-downgrades /root/h.deb',
    );
  });
});

describe('the shell', () => {
  const folder = mkdtempSync(join(tmpdir(), 'updates-'));
  const clock = new ManualClock();
  let quits = 0;
  const installed = {
    version: '1.0.0',
    marked: '1.0.0',
    changedAt: null,
    kinds: [],
    machine: '',
    notUpdatable: '',
    keys: [],
    processor: 'x64',
  } as const;
  const ports = updatePorts(folder, {
    installed,
    clock,
    licences: join(folder, 'licences.txt'),
    askFolder: () => Promise.resolve('/media/stick'),
    openPath: () => Promise.resolve(''),
    quit: () => quits++,
  });

  it('starts the question for a password, and ends a moment later', async () => {
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const [program, said] = [join(folder, 'pkexec'), join(folder, 'said')];
    writeFileSync(program, `#!/bin/sh\necho "$@" > '${said}.new' && mv '${said}.new' '${said}'\n`);
    chmodSync(program, 0o755);
    vi.stubEnv('PATH', `${folder}:${process.env.PATH ?? ''}`);
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(await ports.handOver(installer('deb'))).toEqual({ how: 'started' });
    await expect.poll(() => existsSync(said)).toBe(true);
    expect(readFileSync(said, 'utf8')).toBe('apt-get install --yes /data/updates/1.1.0/it.deb\n');
    expect(quits).toBe(0);
    await clock.pass(1_500);
    expect(quits).toBe(1);
    // A program that cannot be started ends nothing.
    chmodSync(program, 0o644);
    await expect(ports.handOver(installer('deb'))).rejects.toThrow(/^The installer could not be started \(/);
    await clock.pass(10_000);
    expect(quits).toBe(1);
    expect(await ports.chooseFolder?.()).toBe('/media/stick');
    expect(await ports.licences()).toMatch(/^The licences of others are collected/);
  });
});
