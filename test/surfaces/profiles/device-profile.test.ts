import { texts } from '../../../contract/texts/texts.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type DeviceProfile, genericProfile, hasProfile, lookOf } from '../../../surfaces/profiles/device-profile.ts';
import { expand, messageBytes } from '../../../surfaces/profiles/profile-messages.ts';
import { rhythms } from '../../../surfaces/midi/rhythm.ts';
import { ownProfiles, Profiles, readProfile } from '../../../desk/controls/profiles.ts';
import { LampState } from '../../../contract/desk-api/controller.ts';
import type { FolderHandlers, WatchFolder } from '../../../desk/live-data/data-ports.ts';

const hex = (bytes: readonly number[]): string => bytes.map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
/** What the lamp of a control is sent for each state, in hexadecimal, with the rhythm of what blinks; '' if it has none. */
function sent(profile: DeviceProfile, control: string): string[] {
  return LampState.options.map((state) => {
    const look = lookOf(profile, { control, state });
    return look ? `${hex(look.bytes)}${look.rhythm ? ` ${look.rhythm.of}` : ''}` : '';
  });
}
const named = (name: string): DeviceProfile => ownProfiles.find((one) => one.name === name) ?? genericProfile;
/** Dark, and lit in one color. */
const oneColor = (dark: string, lit: string): string[] => [
  dark,
  dark,
  `${lit} cued`,
  `${lit} requested`,
  lit,
  `${lit} requestedOnAir`,
  `${lit} failed`,
  `${lit} failedOnAir`,
  `${lit} unknown`,
];
const beatStep = (color: string): string => `f0 00 20 6b 7f 42 02 00 10 70 ${color} f7`;

/** A lamp of each profile, and what it is sent for each state. */
const lit: [string, string, string[]][] = [
  [
    'Akai APC mini mk2',
    'note 1/10',
    ['96 0a 00', '96 0a 01', '96 0a 15', '99 0a 09', '96 0a 05', '99 0a 05', '9d 0a 35', '9d 0a 05', '9d 0a 2d'],
  ],
  ['Akai APC mini mk2', 'note 1/100', oneColor('90 64 00', '90 64 01')],
  // Green only, and green beside its pads is CUED.
  ['Akai APC mini mk2', 'note 1/112', LampState.options.map(() => '')],
  [
    'Akai APC40 mkII',
    'note 1/39',
    [
      '90 27 00',
      '90 27 01',
      '90 27 15',
      '90 27 00 99 27 09',
      '90 27 05',
      '90 27 05 99 27 00',
      '90 27 00 9d 27 35',
      '90 27 05 9d 27 00',
      '90 27 00 9d 27 2d',
    ],
  ],
  ['Akai APC40 mkII', 'note 3/48', oneColor('92 30 00', '92 30 7f')],
  ['Akai APC40 mkII', 'note 8/51', oneColor('97 33 00', '97 33 7f')],
  ['Akai APC40 mkII', 'note 2/52', oneColor('91 34 00', '91 34 01')],
  ['Akai APC40 mkII', 'note 1/80', oneColor('90 50 00', '90 50 7f')],
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
    'Novation Launchpad Mini MK3',
    'note 1/11',
    ['90 0b 00', '90 0b 01', '90 0b 15', '92 0b 09', '90 0b 05', '92 0b 05', '92 0b 35', '92 0b 39', '92 0b 2d'],
  ],
  ['Behringer X-Touch Mini', 'note 11/9', oneColor('9a 01 00', '9a 01 01')],
  ['Behringer X-Touch', 'note 1/94', oneColor('90 5e 00', '90 5e 7f')],
  ['Behringer BCF2000', 'note 1/24', oneColor('90 18 00', '90 18 7f')],
  ['Korg nanoKONTROL2', 'cc 16/41', oneColor('bf 29 00', 'bf 29 7f')],
  [
    'Arturia BeatStep',
    'note 1/36',
    [
      beatStep('00'),
      beatStep('00'),
      beatStep('10'),
      `${beatStep('11')} requested`,
      beatStep('01'),
      `${beatStep('01')} requestedOnAir`,
      `${beatStep('11')} failed`,
      `${beatStep('01')} failedOnAir`,
      `${beatStep('10')} unknown`,
    ],
  ],
  ['MIDI controller', 'note 16/127', oneColor('9f 7f 00', '9f 7f 7f')],
  ['Novation Launchpad X', 'note 2/11', LampState.options.map(() => '')],
];

describe('the profiles of devices', () => {
  it('are all that are in the folder', () => {
    const folder = new URL('../../../surfaces/profiles/', import.meta.url);
    const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
    const names = files.map(
      (file) => (JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as { name: string }).name,
    );
    expect(ownProfiles.map(({ name }) => name).sort()).toEqual(names.sort());
  });

  it.each(lit)('%s lights %s by these bytes', (name, control, bytes) => {
    expect(sent(named(name), control)).toEqual(bytes);
  });

  it.each([...ownProfiles, genericProfile].map((profile) => [profile.name, profile] as const))(
    '%s shows no two states alike on any of its lamps, and what is on air without a break or with short gaps',
    (_name, profile) => {
      for (const control of profile.lamps.flatMap(({ controls, also }) => [controls, ...also]).flatMap(expand)) {
        const [, ...looks] = sent(profile, control);
        expect(looks.filter((look, at) => looks.indexOf(look) !== at)).toEqual([]);
        expect(lookOf(profile, { control, state: 'onAir' })?.rhythm).toBeUndefined();
      }
    },
  );

  it('have rhythms by which what is on air is lit most of the time, and anything else at most half of it', () => {
    const lit = Object.entries(rhythms).map(([state, rhythm]) => {
      const share = rhythm.replaceAll('.', '').length / rhythm.length;
      return [state, share > 0.7 ? 'lit' : share <= 0.5 ? 'dark' : 'neither', rhythm[0], rhythm.length];
    });
    expect(lit).toEqual([
      ['cued', 'dark', '#', 12],
      ['requested', 'dark', '#', 12],
      ['requestedOnAir', 'lit', '#', 12],

      ['failed', 'dark', '#', 12],
      ['failedOnAir', 'lit', '#', 12],
      ['unknown', 'dark', '#', 12],
    ]);
    expect(new Set(Object.values(rhythms)).size).toBe(6);
  });

  it.each([
    [0, '90'],
    [0.1, '91'],
    [0.5, '93'],
    [1, '96'],
  ])('with levels of brightness choose that of %d by the status byte', (brightness, status) => {
    const profile = named('Akai APC mini mk2');
    expect(hex(lookOf(profile, { control: 'note 1/0', state: 'onAir', brightness })!.bytes)).toBe(`${status} 00 05`);
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

  it('each have bytes here, and a row in the guide that says what to do before they are used', () => {
    const guide = readFileSync(new URL('../../../docs/operators/controllers.md', import.meta.url), 'utf8');
    const rows = [...guide.matchAll(/^\| (.+?) +\|/gm)].map(([, first]) => first);
    const all = ownProfiles.map(({ name }) => name).toSorted();
    expect([...new Set(lit.map(([name]) => name))].filter((name) => name !== genericProfile.name).toSorted()).toEqual(
      all,
    );
    expect(all.filter((name) => !rows.includes(name))).toEqual([]);
  });

  it('name the documents of their makers, and say what they have from elsewhere', () => {
    for (const profile of ownProfiles) {
      expect(profile.source.filter(({ document }) => document.length <= 10)).toEqual([]);
      // What nobody looked up has no page.
      for (const { pages, secondHand } of profile.source) expect(pages ?? secondHand).toBeTruthy();
    }
  });

  it.each([
    ['Akai APC40 mkII', ['f0 47 7f 29 60 00 04 42 01 00 00 f7', 'f0 47 7f 29 60 00 04 40 01 00 00 f7']],
    ['Korg nanoKONTROL2', ['f0 42 40 00 01 13 00 00 00 01 f7', 'f0 42 40 00 01 13 00 00 00 00 f7']],
    ['Behringer X-Touch Mini', ['ca 00', undefined]],
  ])('%s is put into its mode, and out of it again', (name, [hello, goodbye]) => {
    const profile = named(name);
    const [first, last] = [profile.hello[0], profile.goodbye[0]].map((one) => one && hex(messageBytes(one)));
    expect([first, last]).toEqual([hello, goodbye]);
  });
});

describe('a profile of an operator', () => {
  const mine = { name: 'Mine', source: [{ document: 'The box', pages: '1' }], ports: ['Box*'], lamps: [] };

  it.each([
    ['{', texts.data.noJson('line 1: a } is missing')],
    ['', texts.data.noJson('line 1: a value is missing')],
    [JSON.stringify({ ...mine, ports: [] }, undefined, 1), 'Line 9: ports: expected at least one name of a port.'],
    [
      JSON.stringify(
        { ...mine, lamps: [{ controls: 'note 1/5', lamp: { off: '90 n 00', onAir: '90 x 7F' } }] },
        undefined,
        1,
      ),
      'Line 17: lamps[0].lamp.onAir: expected bytes in hexadecimal with n for the number of the control, such as 90 n 7F.',
    ],
  ])('%s is refused, and the line is named', (text, problem) => {
    expect(readProfile(text)).toBe(problem);
  });

  const lamp = { off: '90 n 00', onAir: '90 n 7F' };
  it.each<[string, object, string]>([
    [
      'lights what failed as what is on air',
      { lamps: [{ controls: 'note 1/5', lamp: { ...lamp, failed: '90 n 7F' } }] },
      'lamps[0].lamp.failed: expected something else than for onAir',
    ],
    [
      'lights what is on air as what is cued',
      { lamps: [{ controls: 'note 1/5', lamp: { ...lamp, cued: '90 n 01', requestedOnAir: '90 n 01' } }] },
      'lamps[0].lamp.requestedOnAir: expected something else than for cued',
    ],
    [
      'has lamps by brightness and no brightness',
      { lamps: [{ controls: 'note 1/5', lamp: { ...lamp, onAir: 'b n 7F' } }] },
      'lamps[0].lamp: expected brightness to say what b stands for',
    ],
    [
      'has a source without a place',
      { source: [{ document: 'The box' }] },
      'source[0]: expected pages, section or secondHand',
    ],
    [
      'has a port that is no name',
      { ports: [{ in: 'Box Out' }] },
      'ports[0]: expected the name of a port, or those of an input and an output, such as { "in": "Box Out", "out": "Box In" }',
    ],
  ])('that %s is refused', (_what, wrong, why) => {
    expect(readProfile(JSON.stringify({ ...mine, ...wrong }))).toBe(`Line 1: ${why}.`);
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

  it.each(['90 n 00', 's n 00', 'C0 n', '90 n 00 90 n+01 7F', 'F0 7D n-02 text F7', 'E1 lo hi'])(
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
    const watchFolder: WatchFolder = (_folder, handlers) => {
      on = handlers;
      return { close: () => void told.push('closed') };
    };
    const profiles = new Profiles(watchFolder, '/shows/profiles', {
      changed: () => void (changes += 1),
      notice: (text) => void told.push(text),
    });
    const file = (content: string): void =>
      on?.file({ name: 'mine.json', bytes: new TextEncoder().encode(content), digest: content });
    file(JSON.stringify({ ...mine, ports: ['APC mini mk2*'] }));
    expect([profiles.of('APC mini mk2 Control').name, changes]).toEqual(['Mine', 1]);
    file('{ "name": ');
    expect([profiles.of('APC mini mk2 Control').name, changes]).toEqual(['Mine', 1]);
    expect(told).toEqual([
      texts.profiles.stays(texts.profiles.problem('mine.json', texts.data.noJson('line 1: a value is missing'))),
    ]);
    // Of two for one device the name of the file decides, and not which was written first.
    const first = JSON.stringify({ ...mine, name: 'First', ports: ['APC*'] });
    on?.file({ name: 'first.json', bytes: new TextEncoder().encode(first), digest: first });
    expect([profiles.of('APC mini mk2 Control').name, changes]).toEqual(['First', 2]);
    on?.gone('first.json');
    expect([profiles.of('APC mini mk2 Control').name, changes]).toEqual(['Mine', 3]);
    on?.gone('mine.json');
    expect([profiles.of('APC mini mk2 Control').name, changes]).toEqual(['Akai APC mini mk2', 4]);
    on?.folder(texts.ingest.folder('/shows/profiles', texts.reading.missing));
    profiles.close();
    expect(told.slice(1)).toEqual(['closed']);
  });
});
