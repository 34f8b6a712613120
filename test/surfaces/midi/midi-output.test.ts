import { describe, expect, it } from 'vitest';
import { ControllerBinding } from '../../../contract/desk-api/controller.ts';
import { genericProfile } from '../../../surfaces/profiles/device-profile.ts';
import { device, input, openedControllers as opened, output, take } from '../../kit/desk/opened-controllers.ts';

const noTaking = 'It does not take what is sent to it (x).';

describe('the output of a device', () => {
  it('that failed is opened again until it can be had, and shows everything then', async () => {
    const { clock, controllers, driver, plug, truth, lit } = opened();
    Object.assign(truth, { tally: 'ON AIR', onAir: 'yes' });
    plug();
    driver().on.says({ say: 'closed', port: 'out1', reason: noTaking });
    const troubles = (): string[] => controllers.view.devices.map(({ trouble }) => trouble);
    expect(troubles()).toEqual([noTaking]);
    driver().did.length = 0;
    truth.onAir = 'no';
    controllers.truthChanged();
    truth.onAir = 'yes';
    controllers.truthChanged();
    await clock.pass(1_999);
    expect(driver().did).toEqual([]);
    await clock.pass(1);
    expect(driver().did).toEqual([{ do: 'open', port: 'out1' }]);
    driver().on.says({ say: 'refused', port: 'out1', reason: 'It is taken.' });
    expect(troubles()).toEqual(['It is taken.']);
    await clock.pass(2_000);
    expect(driver().did).toHaveLength(2);
    driver().on.says({ say: 'opened', port: 'out1' });
    expect([lit(), troubles()]).toEqual([['144 36 127'], ['']]);
  });

  it('that is gone is opened no more', async () => {
    const { clock, driver, plug } = opened();
    plug();
    driver().on.says({ say: 'closed', port: 'out1', reason: noTaking });
    driver().on.says({ say: 'ports', ports: [input], trouble: null });
    driver().did.length = 0;
    await clock.pass(60_000);
    expect(driver().did.filter((one) => 'port' in one && one.port === 'out1')).toEqual([]);
  });

  it('has its own trouble, which an input that works does not take away', () => {
    const { controllers, driver, plug } = opened();
    plug();
    const troubles = (): string[] => controllers.view.devices.map(({ trouble }) => trouble);
    driver().on.says({ say: 'closed', port: 'out1', reason: noTaking });
    driver().on.says({ say: 'opened', port: 'in1' });
    expect(troubles()).toEqual([noTaking]);
    driver().on.says({ say: 'closed', port: 'in1', reason: 'It is gone.' });
    expect(troubles()).toEqual([`${noTaking} It is gone.`]);
    driver().on.says({ say: 'opened', port: 'out1' });
    expect(troubles()).toEqual(['It is gone.']);
  });

  it('is lit anew when the driver has made it dark, because the desk hung', async () => {
    const { clock, controllers, driver, plug, truth, lit, last } = opened();
    Object.assign(truth, { tally: 'ON AIR', onAir: 'yes' });
    plug();
    controllers.map(ControllerBinding.parse({ device, control: 'note 1/60', action: take }));
    // Whatever is lit can be made dark.
    expect(last()).toEqual(['144 36 0', '144 60 0']);
    await clock.pass(10);
    driver().did.length = 0;
    driver().on.says({ say: 'opened', port: 'out1' });
    expect(lit().toSorted()).toEqual(['144 36 127', '144 60 127']);
    expect(last()).toEqual(['144 36 0', '144 60 0']);
  });

  it('is never sent anything before the driver knows how to make it dark', () => {
    const { driver, plug, truth } = opened();
    Object.assign(truth, { tally: 'ON AIR', onAir: 'yes' });
    plug();
    const told = driver()
      .did.map((one) => one.do)
      .filter((how) => how.startsWith('send'));
    expect(told).toEqual(['sendLast', 'send']);
  });

  it('takes what is sent to it in its own time, and holds up no press', async () => {
    const { clock, controllers, driver, plug, play, pressed, lit } = opened();
    const name = 'X-Touch INT';
    controllers.map(ControllerBinding.parse({ device: name, control: 'note 1/24', action: take }));
    plug([input, output].map((port) => ({ ...port, name })));
    controllers.testLamps(name);
    play([0x90, 24, 127]);
    expect([pressed, lit().length]).toEqual([['note 1/24'], 8]);
    await clock.pass(50);
    expect(lit().length).toBe(58);
    await clock.pass(1_000);
    driver().did.length = 0;
    await clock.pass(949);
    expect(lit()).toEqual([]);
  });
});

it('a profile that says which output belongs to an input makes one device of two', () => {
  const { controllers, driver, profiles, profilesChanged } = opened();
  const ports = [
    { ...input, name: 'Box Out' },
    { ...output, name: 'Box In' },
  ];
  driver().on.says({ say: 'ports', ports, trouble: null });
  const devices = (): string[][] => controllers.view.devices.map(({ name, profile }) => [name, profile]);
  expect(devices()).toEqual([
    ['Box Out', 'MIDI controller'],
    ['Box In', 'MIDI controller'],
  ]);
  profiles.set('Box Out', { ...genericProfile, name: 'Box', ports: [{ in: 'Box Out', out: 'Box In' }] });
  profilesChanged();
  expect(devices()).toEqual([['Box Out', 'Box']]);
  controllers.testLamps('Box Out');
  expect(driver().did.at(-1)).toEqual({ do: 'open', port: 'out1' });
});

it('the picture of a device shows what its lamps can show, and none of a device that nothing can be sent to', () => {
  const { controllers, driver, plug, truth } = opened();
  const name = 'X-Touch INT';
  controllers.map(ControllerBinding.parse({ device: name, control: 'note 1/24', action: take }));
  const ports = [input, output].map((port) => ({ ...port, name }));
  plug(ports);
  const shown = (): unknown => controllers.picture(name).find(({ control }) => control === 'note 1/24')?.state;
  expect(shown()).toBe('off');
  Object.assign(truth, { tally: 'FAILED', onAir: 'yes' });
  expect(shown()).toBe('failedOnAir');
  driver().on.says({ say: 'closed', port: 'out1', reason: noTaking });
  expect(shown()).toBe('off');
});
