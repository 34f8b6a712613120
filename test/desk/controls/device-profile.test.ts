import { describe, expect, it } from 'vitest';
import {
  type DeviceProfile,
  genericProfile,
  hasProfile,
  lampBytes,
} from '../../../desk/controls/midi/device-profile.ts';
import { ownProfiles, Profiles, readProfile } from '../../../desk/controls/midi/profiles.ts';
import { LampState } from '../../../contract/desk-api/controller.ts';
import type { FolderHandlers } from '../../../desk/ports.ts';

/** What the lamp of a control is sent for each state, in hexadecimal; '' if it has none. */
function sent(profile: DeviceProfile, control: string): string[] {
  return LampState.options.map((state) =>
    (lampBytes(profile, control, state) ?? []).map((byte) => byte.toString(16).padStart(2, '0')).join(' '),
  );
}
const named = (name: string): DeviceProfile => ownProfiles.find((one) => one.name === name) ?? genericProfile;

describe('the profiles of devices', () => {
  it.each<[string, string, string[]]>([
    [
      'Akai APC mini mk2',
      'note 1/10',
      [...['96 0a 00', '96 0a 01', '96 0a 15', '99 0a 09', '96 0a 05', '99 0a 05', '9d 0a 35', '9d 0a 05', '9d 0a 2d']],
    ],
    [
      'Akai APC mini mk2',
      'note 1/112',
      ['90 70 00', '90 70 00', '90 70 00', '90 70 02', '90 70 01', '90 70 02', '90 70 02', '90 70 02', '90 70 02'],
    ],
    [
      'Akai APC40 mkII',
      'note 1/39',
      ['90 27 00', '90 27 01', '90 27 15', '99 27 09', '90 27 05', '99 27 05', '9d 27 35', '9d 27 05', '9d 27 2d'],
    ],
    [
      'Akai APC40 mkII',
      'note 3/48',
      ['92 30 00', '92 30 00', '92 30 00', '92 30 00', '92 30 7f', '92 30 7f', '92 30 00', '92 30 7f', '92 30 00'],
    ],
    [
      'Novation Launchpad MK2',
      'note 1/19',
      ['90 13 00', '90 13 01', '90 13 15', '92 13 09', '90 13 05', '92 13 05', '92 13 35', '92 13 39', '92 13 2d'],
    ],
    [
      'Novation Launchpad X',
      'cc 1/91',
      ['b0 5b 00', 'b0 5b 01', 'b0 5b 15', 'b2 5b 09', 'b0 5b 05', 'b2 5b 05', 'b2 5b 35', 'b2 5b 39', 'b2 5b 2d'],
    ],
    [
      'Behringer X-Touch Mini',
      'note 11/9',
      ['9a 01 00', '9a 01 00', '9a 01 00', '9a 01 02', '9a 01 01', '9a 01 02', '9a 01 02', '9a 01 02', '9a 01 02'],
    ],
    [
      'Behringer X-Touch',
      'note 1/94',
      ['90 5e 00', '90 5e 00', '90 5e 00', '90 5e 01', '90 5e 7f', '90 5e 01', '90 5e 01', '90 5e 01', '90 5e 01'],
    ],
    [
      'Behringer BCF2000',
      'note 1/24',
      ['90 18 00', '90 18 00', '90 18 00', '90 18 01', '90 18 7f', '90 18 01', '90 18 01', '90 18 01', '90 18 01'],
    ],
    [
      'Korg nanoKONTROL2',
      'cc 1/41',
      ['b0 29 00', 'b0 29 00', 'b0 29 00', 'b0 29 00', 'b0 29 7f', 'b0 29 7f', 'b0 29 00', 'b0 29 7f', 'b0 29 00'],
    ],
    [
      'Arturia BeatStep',
      'note 1/36',
      ['00', '00', '10', '11', '01', '01', '11', '01', '11'].map(
        (color) => `f0 00 20 6b 7f 42 02 00 10 70 ${color} f7`,
      ),
    ],
    [
      'MIDI controller',
      'note 16/127',
      [...Array.from({ length: 4 }, () => '9f 7f 00'), '9f 7f 7f', '9f 7f 7f', '9f 7f 00', '9f 7f 7f', '9f 7f 00'],
    ],
    ['Novation Launchpad X', 'note 2/11', LampState.options.map(() => '')],
  ])('%s lights %s by these bytes', (name, control, bytes) => {
    expect(sent(named(name), control)).toEqual(bytes);
  });

  it.each([
    ['APC mini mk2 Control', 'Akai APC mini mk2'],
    ['MIDIIN2 (APC mini mk2)', 'Akai APC mini mk2'],
    ['Launchpad Mini MK3 LPMiniMK3 MI', 'Novation Launchpad Mini MK3'],
    ['Launchpad Mini MK3 LPMiniMK3 DA', 'MIDI controller'],
    ['Launchpad MK2 1', 'Novation Launchpad MK2'],
    ['X-TOUCH MINI', 'Behringer X-Touch Mini'],
    ['X-Touch INT', 'Behringer X-Touch'],
    ['Arturia BeatStep', 'Arturia BeatStep'],
    ['Arturia BeatStep Pro', 'MIDI controller'],
    ['nanoKONTROL2 SLIDER/KNOB', 'Korg nanoKONTROL2'],
  ])('%s is a %s', (device, name) => {
    const found = ownProfiles.filter((profile) => hasProfile(profile, device));
    expect(found.map((profile) => profile.name)).toEqual(name === 'MIDI controller' ? [] : [name]);
  });

  it.each([
    ['Box', 'Box', true],
    ['Box', 'Box 2', false],
    ['Box*', 'Box 2', true],
    ['*Box*', 'My Box 2', true],
    ['*Box', 'My Box', true],
    ['A*B*C', 'A1B2C', true],
    ['A*B*C', 'A1C2B', false],
    ['Bo*ox', 'Box', false],
    ['a.c*', 'abcd', false],
    [`${'*a'.repeat(30)}x`, 'a'.repeat(60), false],
  ])('a port %s is that of a device %s: %s', (port, device, isIt) => {
    expect(hasProfile({ ports: [port] }, device)).toBe(isIt);
  });

  it('name their sources, and send nothing but whole MIDI messages', () => {
    for (const profile of ownProfiles) {
      expect(profile.source.length).toBeGreaterThan(20);
      for (const message of [...profile.hello, ...profile.goodbye]) expect(message).toMatch(/^F0 .* F7$/);
    }
  });
});

describe('a profile of an operator', () => {
  const mine = { name: 'Mine', source: 'The box', ports: ['Box*'], lamps: [] };

  it.each([
    ['{', 'This is no JSON: line 1: CloseBraceExpected.'],
    ['', 'This is no JSON: line 1: ValueExpected.'],
    [JSON.stringify({ ...mine, ports: [] }, undefined, 1), 'Line 4: ports: expected at least one name of a port.'],
    [
      JSON.stringify(
        { ...mine, lamps: [{ controls: 'note 1/5', lamp: { off: '90 n 00', onAir: '90 x 7F' } }] },
        undefined,
        1,
      ),
      'Line 12: lamps[0].lamp.onAir: expected bytes in hexadecimal with n for the number of the control, such as 90 n 7F.',
    ],
  ])('%s is refused, and the line is named', (text, problem) => {
    expect(readProfile(text)).toBe(problem);
  });

  const whole = 'expected whole MIDI messages: two bytes up to 7F after 80 to EF, one after C0 to DF, or F0 to F7';
  it.each([
    'F0 00 90 F7',
    'F0 00 20',
    '90 n 80',
    '20 n 00',
    '90',
    '90 n',
    'C0 n 00',
    '90 n text',
    'F7',
    's n',
    '90 n 7F 10',
  ])('sends no half messages: %s', (off) => {
    const lamps = [{ controls: 'note 1/5', lamp: { off, onAir: '90 n 7F' } }];
    expect(readProfile(JSON.stringify({ ...mine, lamps }))).toBe(`Line 1: lamps[0].lamp.off: ${whole}.`);
  });

  it.each(['90 n 7F', 's n 00', 'C0 n', '90 n 00 90 n+01 7F', 'F0 7D n-02 text F7', 'E1 lo hi'])(
    'sends whole messages: %s',
    (off) => {
      const lamps = [{ controls: 'note 1/5', lamp: { off, onAir: '90 n 7F' } }];
      expect(readProfile(JSON.stringify({ ...mine, lamps }))).toMatchObject({ name: 'Mine', lamps });
    },
  );

  it.each(['note 1/0-999', 'note 1/63-0', 'bend 1-99', 'bend 0-3'])(
    'has no controls that no device has: %s',
    (controls) => {
      const lamps = [{ controls, lamp: { off: '90 n 00', onAir: '90 n 7F' } }];
      const why = 'lamps[0].controls: expected the lower number first, and none above 127, or 16 for bend';
      expect(readProfile(JSON.stringify({ ...mine, lamps }))).toBe(`Line 1: ${why}.`);
    },
  );

  it('sends no color above 7F', () => {
    const name = { send: 'F0 n text F7', at: '00', every: 1 };
    const colors = { send: 'F0 text F7', onAir: 'FF', failed: '00', else: '00' };
    const displays = [{ of: ['note 1/0'], letters: 4, name, colors }];
    expect(readProfile(JSON.stringify({ ...mine, displays }))).toBe(
      'Line 1: displays[0].colors.onAir: expected a byte in hexadecimal up to 7F.',
    );
  });

  it('stands before those of the desk, is read whenever it changes, and stays through a mistake', () => {
    let on: FolderHandlers | undefined;
    const told: string[] = [];
    let changes = 0;
    const profiles = new Profiles({
      watchFolder: (_folder, handlers) => {
        on = handlers;
        return { close: () => told.push('closed') };
      },
      folder: '/shows/profiles',
      changed: () => (changes += 1),
      notice: (text) => told.push(text),
    });
    const file = (content: string): void =>
      on?.file({ name: 'mine.json', bytes: new TextEncoder().encode(content), digest: content });
    file(JSON.stringify({ ...mine, ports: ['APC mini mk2*'] }));
    expect([profiles.of('APC mini mk2 Control').name, changes]).toEqual(['Mine', 1]);
    file('{ "name": ');
    expect([profiles.of('APC mini mk2 Control').name, changes]).toEqual(['Mine', 1]);
    expect(told).toEqual([
      'The device profile mine.json: This is no JSON: line 1: ValueExpected. What was read of it before stays.',
    ]);
    // Of two for one device the name of the file decides, and not which was written first.
    const first = JSON.stringify({ ...mine, name: 'First', ports: ['APC*'] });
    on?.file({ name: 'first.json', bytes: new TextEncoder().encode(first), digest: first });
    expect([profiles.of('APC mini mk2 Control').name, changes]).toEqual(['First', 2]);
    on?.gone('first.json');
    expect([profiles.of('APC mini mk2 Control').name, changes]).toEqual(['Mine', 3]);
    on?.gone('mine.json');
    expect([profiles.of('APC mini mk2 Control').name, changes]).toEqual(['Akai APC mini mk2', 4]);
    on?.folder('/shows/profiles cannot be read: it is not there.');
    profiles.close();
    expect(told.slice(1)).toEqual(['closed']);
  });
});
