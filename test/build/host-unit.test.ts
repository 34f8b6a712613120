import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../build/set-up.js';

const unit = readFileSync(join(root, 'build/package/host/overlay-desk-host.service'), 'utf8');
const allOf = (key: string): string[] =>
  [...unit.matchAll(new RegExp(`^${key}=(.+)$`, 'gm'))].flatMap(([, words = '']) => words.split(' '));

/** The module of Linux that makes a kind of device known. */
const modules: Record<string, string> = { 'char-alsa': 'snd', 'char-hidraw': 'hid' };

it('systemd allows kinds of devices that it knows at the start, also if none of them is plugged in yet', () => {
  const kinds = allOf('DeviceAllow').filter((word) => word !== 'rw');
  const loaded = kinds.map((kind) => `modprobe@${modules[kind]}.service`);
  expect(kinds).toEqual(Object.keys(modules));
  expect([allOf('Wants'), allOf('After')]).toEqual([loaded, expect.arrayContaining(loaded)]);
});

it('systemd lets the drivers of a killed desk darken their devices, and kills a driver that is stuck', () => {
  expect([allOf('KillMode'), allOf('SendSIGKILL')]).toEqual([['control-group'], []]);
});
