import { describe, expect, it } from 'vitest';
import { ControllerBinding } from '../../../contract/desk-api/controller.ts';
import { device, openedControllers as opened, take } from '../../kit/desk/opened-controllers.ts';

describe('MIDI controllers', () => {
  it('learn the next control that is pressed, which fires nothing, and wait for it no longer than 15 seconds', async () => {
    const { clock, controllers, plug, play, pressed } = opened();
    plug();
    const first = controllers.learn();
    const second = controllers.learn();
    expect([await first, controllers.view.learning]).toEqual([null, true]);
    play([0x90, 36, 1, 0x80, 36, 0]);
    expect([await second, controllers.view.learning, pressed]).toEqual([
      { device, control: 'note 1/36', use: 'button', raw: '90 24 01' },
      false,
      [],
    ]);
    play([0x90, 36, 1]);
    expect(pressed).toEqual(['note 1/36']);
    const late = controllers.learn();
    await clock.pass(15_000);
    expect([await late, controllers.view.learning]).toEqual([null, false]);
  });

  it('do at once what they are mapped to anew, with its lamp, and keep it', async () => {
    const { clock, controllers, kept, plug, play, pressed, truth, lit } = opened();
    truth.onAir = 'yes';
    plug();
    const mapped = ControllerBinding.parse({ device, control: 'note 1/60', action: take });
    controllers.map(mapped);
    play([0x90, 60, 1]);
    expect([pressed, lit()]).toEqual([['note 1/60'], ['144 36 127', '144 60 127']]);
    // A control that is down while the mapping changes does not fire.
    play([0x90, 37, 1]);
    controllers.map(ControllerBinding.parse({ device, control: 'note 1/60', action: { do: 'undo', what: 'take' } }));
    controllers.unmap({ device, control: 'note 1/36' });
    play([0x90, 36, 1]);
    await clock.pass(600);
    expect([pressed, lit().slice(2)]).toEqual([['note 1/60'], ['144 60 0', '144 36 0']]);
    expect(kept.at(-1)).toEqual(controllers.bindings);
    expect(kept.at(-1)?.map(({ control, action }) => `${control} ${action.do}`)).toEqual([
      ...['note 1/37 go', 'cc 1/7 undo', 'note 1/38 go', 'note 1/60 undo'],
    ]);
  });

  it('are given no press that could never count, and keep what they did', () => {
    const { controllers, kept, plug } = opened();
    plug();
    const before = controllers.bindings;
    const long = (where: { control: string; page?: number }) =>
      ControllerBinding.parse({ device, press: 'long', action: take, ...where });
    const problem = 'BeatStep note 1/37 has a guard, so it can do nothing else when it is held.';
    expect(() => controllers.map(long({ control: 'note 1/37' }))).toThrow(problem);
    // Also where the guard counts on one page only.
    const guarded = ControllerBinding.parse({
      ...{ device, control: 'note 1/36', page: 2, action: take },
      guard: { kind: 'arm' },
    });
    controllers.map(guarded);
    expect(() => controllers.map(long({ control: 'note 1/36' }))).toThrow('note 1/36 has a guard');
    const onPage = long({ control: 'note 1/36', page: 1 });
    controllers.map(onPage);
    expect(controllers.bindings).toEqual([...before, guarded, onPage]);
    expect(kept.at(-1)).toEqual(controllers.bindings);
  });

  it('do a panic at once, whatever else they do when they are held', async () => {
    const { clock, controllers, plug, play, actions } = opened();
    plug();
    const control = { device, control: 'note 1/70' };
    controllers.become([
      ControllerBinding.parse({ ...control, action: { do: 'panic' } }),
      ControllerBinding.parse({ ...control, press: 'long', action: take }),
    ]);
    play([0x90, 70, 1]);
    expect(actions.map(({ do: does }) => does)).toEqual(['panic']);
    await clock.pass(2_000);
    expect(actions).toHaveLength(1);
  });
});
