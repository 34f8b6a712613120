import { describe, expect, it } from 'vitest';
import type { DriverDoes } from '../../../contract/devices/driver.ts';
import { hasProfile } from '../../../surfaces/profiles/device-profile.ts';
import type { DriverKeeper } from '../../../surfaces/drivers.ts';
import { MidiSurface } from '../../../surfaces/midi/midi-surface.ts';
import { ownProfiles, readProfile } from '../../../desk/controls/profiles.ts';
import type { Face } from '../../../surfaces/surface.ts';
import { wholeMessages } from '../../../devices/midi/port-list.ts';
import { ManualClock } from '../../kit/manual-clock.ts';

/** A device with this name, its output open, and what it was sent as hexadecimal since the last look. */
function device(name: string) {
  const clock = new ManualClock();
  const sent: string[] = [];
  const last: string[] = [];
  // How fast it is sent is of no matter here.
  const profile = { ...ownProfiles.find((one) => hasProfile(one, name))!, pace: 16_000 };
  const tell = (message: DriverDoes): void => {
    const hex = (bytes: readonly number[]): string => bytes.map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
    if (message.do === 'send') sent.push(hex(message.bytes));
    if (message.do === 'sendLast') last.splice(0, last.length, ...wholeMessages(message.bytes).map(hex));
  };
  const driver = { clock, do: tell } as unknown as DriverKeeper;
  const surface = new MidiSurface({ plain: name, place: undefined, input: 'in', output: 'out' }, profile, driver);
  surface.mapped(new Set(['note 1/0']));
  surface.opened('out');
  sent.length = 0;
  const show = (faces: Record<string, Face>): string[] => {
    clock.jump(10);
    surface.show(new Map(Object.entries(faces)));
    return sent.splice(0);
  };
  const play = (...bytes: number[]): unknown[] => surface.read(bytes, clock.monotonic());
  return { clock, surface, show, play, last, sent: () => sent.splice(0) };
}

const letters = (text: string): string =>
  Array.from(text, (letter) => letter.charCodeAt(0).toString(16).padStart(2, '0')).join(' ');

describe('a motor fader', () => {
  it('goes to the confirmed value, and only when that is another one', () => {
    const { show } = device('X-Touch INT');
    expect(show({ 'bend 1': { position: 0.5 }, 'bend 9': { position: 1 } })).toEqual(['e0 00 40', 'e8 7f 7f']);
    expect(show({ 'bend 1': { position: 0.5 }, 'bend 9': { position: 0 } })).toEqual(['e8 00 00']);
  });

  it('stays where it is while a hand is on it, and while an edit waits', () => {
    const { show, play, sent } = device('X-Touch INT');
    show({ 'bend 1': { position: 0 } });
    expect(play(0x90, 104, 127)).toEqual([]);
    expect(show({ 'bend 1': { position: 0.5 } })).toEqual([]);
    play(0xe0, 0, 32);
    expect(show({ 'bend 1': {} })).toEqual([]);
    play(0x90, 104, 0);
    expect(sent()).toEqual([]);
    expect(show({ 'bend 1': { position: 0 } })).toEqual(['e0 00 00']);
  });

  it('goes to the value when the hand is taken off', () => {
    const { show, play, sent } = device('X-Touch INT');
    show({ 'bend 1': { position: 0 } });
    play(0x90, 104, 127, 0xe0, 0, 32);
    show({ 'bend 1': { position: 1 } });
    play(0x90, 104, 0);
    expect(sent()).toEqual(['e0 7f 7f']);
  });

  it('that cannot tell whether a hand is on it moves a second after it was moved last', async () => {
    const { clock, show, play, sent } = device('BCF2000');
    show({ 'bend 1': { position: 0 } });
    play(0xe0, 0, 32);
    expect(show({ 'bend 1': { position: 1 } })).toEqual([]);
    await clock.pass(500);
    play(0xe0, 0, 33);
    await clock.pass(999);
    expect(sent()).toEqual([]);
    await clock.pass(1);
    expect(sent()).toEqual(['e0 7f 7f']);
  });

  it('is not taken for a button when it is touched, also while somebody learns', () => {
    const { surface, play } = device('X-Touch INT');
    const learned: unknown[] = [];
    surface.learn(new Set(), (one) => learned.push(one));
    play(0x90, 104, 127, 0x90, 94, 127);
    expect(learned).toEqual([{ control: 'note 1/94', use: 'button', raw: '90 5E 7F' }]);
  });
});

describe('a ring', () => {
  it('shows the confirmed value, stays there while an edit waits, and goes out on a page without it', () => {
    const { show } = device('X-Touch INT');
    expect(show({ 'cc 1/16': { position: 0 }, 'cc 1/17': { position: 1 } })).toEqual(['b0 30 21', 'b0 31 2b']);
    expect(show({ 'cc 1/16': {}, 'cc 1/17': { position: 0.5 } })).toEqual(['b0 31 26']);
    expect(show({})).toEqual(['b0 30 00', 'b0 31 00']);
  });

  it('of a knob with ends is at its value, which the knob goes on from', () => {
    const { show } = device('X-TOUCH MINI');
    expect(show({ 'cc 11/2': { position: 1 } })).toEqual(['ba 02 7f']);
  });
});

describe('the displays above faders', () => {
  const upper = (at: number, text: string): string =>
    `f0 00 00 66 14 12 ${(at * 7).toString(16).padStart(2, '0')} ${letters(text.padEnd(7))} f7`;
  const lower = (at: number, text: string): string =>
    `f0 00 00 66 14 12 ${(0x38 + at * 7).toString(16)} ${letters(text.padEnd(7))} f7`;

  it('show name and tally of what is mapped there, in red on air, and are empty at the end', () => {
    const { show, last } = device('X-Touch INT');
    const title: Face = { state: 'cued', name: 'Übersicht 1', word: 'CUED' };
    const first = show({ 'note 1/24': title });
    expect(first).toHaveLength(1 + 8 + 8 + 1);
    expect(first).toContain(upper(0, 'Ubersic'));
    expect(first).toContain(lower(0, 'CUED'));
    expect(first).toContain(upper(1, ''));
    expect(first.at(-1)).toBe('f0 00 00 66 14 72 07 07 07 07 07 07 07 07 f7');
    const onAir = show({ 'note 1/24': { ...title, state: 'onAir', word: 'ON AIR' } });
    // The lamp is lit already: CUED begins with light.
    expect(onAir).toEqual([lower(0, 'ON AIR'), 'f0 00 00 66 14 72 01 07 07 07 07 07 07 07 f7']);
    const failed = show({ 'note 1/24': { ...title, state: 'failedOnAir', word: 'FAILED' } });
    expect(failed).toEqual([lower(0, 'FAILED')]);
    expect(last).toContain(upper(0, ''));
  });

  it('leave out emoji, and show what a control does whose name is nothing else', () => {
    const { show } = device('X-Touch INT');
    const shown = show({
      'note 1/24': { state: 'out', name: '⚽ Goal', does: 'In' },
      'note 1/25': { state: 'out', name: '🔥', does: 'Out' },
    });
    expect(shown).toContain(upper(0, 'Goal'));
    expect(shown).toContain(upper(1, 'Out'));
  });

  it('are left alone while nothing with a name is mapped', () => {
    const { show, last } = device('X-Touch INT');
    expect(show({ 'note 1/24': { state: 'out' } })).toEqual([]);
    expect(last.filter((one) => one.startsWith('f0'))).toEqual([]);
  });
});

describe('the brightness', () => {
  it('is that of the device until somebody chooses one, and sent again when the device is plugged in', () => {
    const { clock, surface, sent } = device('Launchpad X LPX MIDI In');
    clock.jump(10);
    expect(sent().filter((one) => one.includes(' 0c 08 '))).toEqual([]);
    surface.brightness?.(0.5);
    expect(sent()).toEqual(['f0 00 20 29 02 0c 08 40 f7']);
    surface.opened('out');
    expect(sent()).toContain('f0 00 20 29 02 0c 08 40 f7');
  });

  it('cannot be changed of a device whose profile has none', () => {
    expect(device('X-Touch INT').surface.brightness).toBeUndefined();
  });
});

it('a profile with a motor that names no controls is refused with its line', () => {
  const motors = [{ controls: 'fader 1', send: 's lo hi' }];
  const text = JSON.stringify(
    { name: 'Mine', source: [{ document: 'x', pages: '1' }], ports: ['Box*'], lamps: [], motors },
    undefined,
    1,
  );
  expect(readProfile(text)).toBe(
    'Line 15: motors[0].controls: expected controls such as note 1/0-63, cc 1/91 or bend 1-8.',
  );
});
