import { texts } from '../../../contract/texts/texts.ts';
import { describe, expect, it } from 'vitest';
import { ControllerBinding } from '../../../contract/desk-api/controller.ts';
import type { ManualClock } from '../../kit/manual-clock.ts';
import { device, input, openedControllers as opened, take } from '../../kit/desk/opened-controllers.ts';

describe('MIDI controllers', () => {
  it('leave the output of a device to other programs until something on it is mapped', () => {
    const { controllers, driver, plug } = opened();
    const other = { name: 'Synth', direction: 'out' as const, id: 'out9' };
    plug([{ ...input, id: 'in9', name: 'Synth' }, other]);
    const open = () => driver().did.flatMap((one) => (one.do === 'open' ? [one.port] : []));
    expect(open()).toEqual(['in9']);
    controllers.map(ControllerBinding.parse({ device: 'Synth', control: 'note 1/1', action: take }));
    expect(open()).toEqual(['in9', 'out9']);
  });

  it('start a driver that died again, later each time, and at once again after it was well', async () => {
    const { clock, drivers, driver, controllers, plug } = opened();
    for (const [wait, count] of [
      [500, 2],
      [1_000, 3],
      [2_000, 4],
      [5_000, 5],
      [5_000, 6],
    ] as const) {
      driver().on.ended('It was killed.');
      expect(controllers.view.trouble).toContain('It was killed.');
      await clock.pass(wait - 1);
      expect(drivers.length).toBe(count - 1);
      await clock.pass(1);
      expect(drivers.length).toBe(count);
    }
    plug();
    driver().on.ended('It was killed.');
    await clock.pass(500);
    expect(drivers.length).toBe(7);
  });

  it.each<[string, (clock: ManualClock) => void]>([
    ['whose clock stands still meanwhile', (clock) => clock.sleep(600_000)],
    ['whose clock goes on meanwhile', (clock) => clock.jump(600_000)],
  ])('are opened anew, and their lamps all sent anew, after a sleep of a machine %s', async (_, sleep) => {
    const { clock, drivers, driver, controllers, panels, plug, play, pressed, truth, lit } = opened();
    Object.assign(truth, { onAir: 'yes', tally: 'ON AIR' });
    plug();
    await clock.pass(60_000);
    const sent = lit();
    // The pad of what is on air is lit.
    expect([drivers.length, sent.includes('144 36 127')]).toEqual([1, true]);
    sleep(clock);
    await clock.pass(1_000);
    expect(drivers.map(({ stopped }) => stopped)).toEqual([true]);
    driver().on.ended('The driver ended.');
    expect(controllers.view).toMatchObject({
      trouble: texts.controls.midiDriverEnded(
        `${texts.threads.machineSlept} ${texts.controls.panelDriverEnded(texts.threads.machineSlept)}`,
      ),
      devices: [],
    });
    await clock.pass(500);
    expect(drivers.length).toBe(2);
    plug();
    panels.on.says({ say: 'ports', ports: [], trouble: null });
    await clock.pass(1_000);
    expect([lit(), controllers.view.trouble, pressed]).toEqual([sent, null, []]);
    play([0x90, 36, 1]);
    await clock.pass(60_000);
    expect([pressed, drivers.length]).toEqual([['note 1/36'], 2]);
  });

  it.each([
    ['nanoKONTROL2 1 SLIDER/KNOB', 'KORG KONTROL Editor'],
    ['MIDIIN2 (LPX MIDI)', 'Novation Components, Ableton Live'],
    ['Box', 'the software of its maker'],
  ])(
    'that another program has: %s says that it may be %s, and is tried again until it can be had',
    async (name, own) => {
      const { driver, drivers, controllers, clock } = opened();
      const reason = `"${name}" cannot be opened; another program may have it (MidiInWinMM::openPort: error).`;
      driver().on.says({ say: 'ports', ports: [{ ...input, name }], trouble: null });
      driver().on.says({ say: 'refused', port: 'in1', reason, taken: true });
      const troubles = (): string[] => controllers.view.devices.map(({ trouble }) => trouble);
      expect(troubles()).toEqual([
        `${reason} Close what may have it, such as ${own}, an audio workstation, Companion or a page in a browser that uses MIDI; it is tried again every two seconds.`,
      ]);
      const tries = (): unknown[] => driver().did.splice(0);
      tries();
      await clock.pass(2_000);
      expect(tries()).toEqual([{ do: 'open', port: 'in1' }]);
      driver().on.says({ say: 'refused', port: 'in1', reason, taken: true });
      await clock.pass(2_000);
      expect(tries()).toEqual([{ do: 'open', port: 'in1' }]);
      driver().on.says({ say: 'opened', port: 'in1' });
      expect(troubles()).toEqual(['']);
      await clock.pass(10_000);
      expect(tries()).toEqual([]);

      // One that was pulled out meanwhile is not.
      driver().on.says({ say: 'refused', port: 'in1', reason, taken: true });
      driver().on.says({ say: 'ports', ports: [], trouble: null });
      await clock.pass(10_000);
      expect([tries(), drivers.length]).toEqual([[], 1]);
    },
  );

  it('say what is wrong: no MIDI, or a port that cannot be opened; and which control was pressed last', () => {
    const { driver, controllers, plug, play } = opened();
    driver().on.says({ say: 'ports', ports: [], trouble: 'This machine has no MIDI system.' });
    expect(controllers.view).toEqual({
      learning: false,
      testing: null,
      trouble: 'This machine has no MIDI system.',
      devices: [],
      waiting: [],
    });
    driver().on.says({ say: 'ports', ports: [input], trouble: null });
    driver().on.says({ say: 'refused', port: 'in1', reason: 'The ports change too fast.' });
    expect(controllers.view.devices).toEqual([
      {
        name: device,
        could: [],
        profile: 'MIDI controller',
        trouble: 'The ports change too fast.',
        last: null,
        page: 1,
        pages: 1,
        fine: false,
        brightness: null,
        asleep: false,
      },
    ]);
    plug([input]);
    play([0x90, 99, 1]);
    expect(controllers.view).toEqual({
      learning: false,
      testing: null,
      trouble: null,
      waiting: [],
      devices: [
        {
          name: device,
          could: [],
          profile: 'MIDI controller',
          trouble: '',
          last: 'note 1/99',
          page: 1,
          pages: 1,
          fine: false,
          brightness: null,
          asleep: false,
        },
      ],
    });
  });
});
