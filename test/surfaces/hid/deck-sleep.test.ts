import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DriverDoes, PortInfo } from '../../../contract/devices/driver.ts';
import type { Surface } from '../../../surfaces/surface.ts';
import { face, mapped, name, openedPanels, twin, xl, xlKeys } from '../../kit/desk/opened-panels.ts';
import { settled } from '../../kit/manual-clock.ts';
import { playAgainst, unlike } from '../../kit/play-against.ts';
import { runs } from '../../kit/runs.ts';

const minutes = 60_000;

describe('a Stream Deck that nobody presses', () => {
  const goesDark = 'feature 0308000000';
  const isLit = 'feature 0308640000';
  const showsLogo = 'feature 0302000000';

  /** Decks of which something is mapped, long enough after they were lit to be read. `told` is what happened since the last time. */
  async function lit(...ports: PortInfo[]) {
    const one = openedPanels();
    one.plug(...ports);
    for (const surface of one.surfaces()) {
      surface.mapped(mapped);
      surface.show(new Map([['key 1', face('out')]]));
    }
    await settled();
    await settled();
    await one.clock.pass(500);
    for (const { id } of ports) one.written(id);
    return { ...one, told: () => one.events.splice(0).map(({ control, kind }) => `${control} ${kind}`) };
  }
  async function asleep(...others: PortInfo[]) {
    const one = await lit(xl, ...others);
    await one.clock.pass(30 * minutes - 500);
    expect([one.written('a'), one.surface(name).isAsleep]).toEqual([[goesDark], true]);
    return one;
  }

  it('goes dark after half an hour, and the press that wakes it fires nothing, nor its release', async () => {
    const { play, told, written, clock, surface } = await asleep();
    play('a', ...xlKeys(1));
    expect([written('a'), surface(name).isAsleep]).toEqual([[isLit], false]);
    // It is held until long after its key can be read.
    await clock.pass(2_000);
    play('a', ...xlKeys());
    expect(told()).toEqual([]);
    play('a', ...xlKeys(1));
    play('a', ...xlKeys());
    expect(told()).toEqual(['key 1 down', 'key 1 up']);
  });

  it('fires nothing by a second press either, before anybody can have read it', async () => {
    const { play, told, clock } = await asleep();
    for (const wait of [0, 250, 249, 1]) {
      await clock.pass(wait);
      play('a', ...xlKeys(1));
      play('a', ...xlKeys());
    }
    expect(told()).toEqual(['key 1 down', 'key 1 up']);
  });

  it('is lit and heard again when its last key is unmapped: it can be mapped anew by pressing a key', async () => {
    const { surface, written, play, told } = await asleep();
    surface(name).mapped(new Set());
    expect([written('a'), surface(name).isAsleep]).toEqual([[isLit, showsLogo], false]);
    play('a', ...xlKeys(1));
    expect(told()).toEqual(['key 1 down']);
  });

  it('wakes when something on it is on air, and fires nothing by a press that was meant to wake it', async () => {
    const { surface, written, play, told, clock } = await asleep();
    surface(name).show(new Map([['key 1', face('onAir')]]));
    await settled();
    expect([written('a'), surface(name).isAsleep]).toEqual([[isLit, 'key 1'], false]);
    await clock.pass(50);
    play('a', ...xlKeys(1));
    await clock.pass(1_000);
    play('a', ...xlKeys());
    expect(told()).toEqual([]);
    play('a', ...xlKeys(1));
    expect(told()).toEqual(['key 1 down']);
  });

  it('goes by when a press was made, and not by when it comes', async () => {
    const { surface, playLate, told, clock } = await asleep();
    const slept = clock.monotonic();
    clock.jump(100);
    surface(name).show(new Map([['key 1', face('onAir')]]));
    const woke = clock.monotonic();
    // The desk was busy until long after it had lit the panel.
    clock.jump(1_000);
    const counted = [slept - 1, slept, woke - 50, woke, woke + 499, woke + 500].filter((at) => {
      playLate('a', at, xlKeys(1));
      playLate('a', at, xlKeys());
      return told().length === 2;
    });
    expect(counted).toEqual([slept - 1, woke + 500]);
  });

  it('counts a press that was made before it went dark, and wakes by it', async () => {
    const { surface, playLate, told, clock, written } = await asleep();
    playLate('a', clock.monotonic() - 1, xlKeys(1));
    expect([told(), written('a'), surface(name).isAsleep]).toEqual([['key 1 down'], [isLit], false]);
  });

  it('stays lit while something on it is on air', async () => {
    const { plug, surface, clock, written } = openedPanels();
    plug(xl);
    surface(name).mapped(mapped);
    surface(name).show(new Map([['key 1', face('onAir')]]));
    await settled();
    await settled();
    written('a');
    await clock.pass(300 * minutes);
    expect(written('a')).toEqual([]);
  });

  it('is awake when it is plugged in again, and fires nothing before anybody can have read it', async () => {
    const { driver, plug, surface, play, told, clock } = await asleep();
    driver().on.says({ say: 'closed', port: 'a', reason: 'It does not answer any more.' });
    expect(surface(name).isAsleep).toBe(false);
    plug({ ...xl, id: 'd' });
    surface(name).mapped(mapped);
    await clock.pass(499);
    play('d', ...xlKeys(1));
    play('d', ...xlKeys());
    expect([told(), surface(name).isAsleep]).toEqual([[], false]);
    await clock.pass(1);
    play('d', ...xlKeys(1));
    expect(told()).toEqual(['key 1 down']);
  });

  it('fires nothing that was pressed before something was mapped to it, or just then', async () => {
    const { plug, surface, clock, play, playLate, events } = openedPanels();
    plug(xl);
    await clock.pass(1_000);
    surface(name).mapped(mapped);
    playLate('a', clock.monotonic() - 10, xlKeys(1));
    playLate('a', clock.monotonic() - 5, xlKeys());
    await clock.pass(499);
    play('a', ...xlKeys(1));
    play('a', ...xlKeys());
    expect(events).toEqual([]);
  });

  it('shows the names of its keys in a lamp test, and fires nothing before they show what they do', async () => {
    const { surface, play, told, clock, written } = await asleep();
    surface(name).testLamps(true);
    expect([written('a')[0], surface(name).isAsleep]).toEqual([isLit, false]);
    await clock.pass(2_000);
    play('a', ...xlKeys(1));
    play('a', ...xlKeys());
    surface(name).testLamps(false);
    await clock.pass(499);
    play('a', ...xlKeys(1));
    play('a', ...xlKeys());
    expect(told()).toEqual([]);
    await clock.pass(1);
    play('a', ...xlKeys(1));
    expect(told()).toEqual(['key 1 down']);
  });

  it('counts presses in a lamp test that found it lit, which does not go dark meanwhile', async () => {
    const { surface, play, told, clock, written } = await lit(xl);
    await clock.pass(30 * minutes - 501);
    surface(name).testLamps(true);
    await clock.pass(1_000);
    expect(written('a')).not.toContain(goesDark);
    play('a', ...xlKeys(1));
    surface(name).testLamps(false);
    play('a', ...xlKeys());
    expect(told()).toEqual(['key 1 down', 'key 1 up']);
  });

  it('shows how bright it is made', async () => {
    const { surface, written, play, told, clock } = await asleep();
    surface(name).brightness?.(0.25);
    expect([written('a'), surface(name).isAsleep]).toEqual([['feature 0308190000'], false]);
    play('a', ...xlKeys(1));
    play('a', ...xlKeys());
    expect(told()).toEqual([]);
    await clock.pass(30 * minutes);
    expect(written('a')).toEqual([goesDark]);
  });

  it('sleeps and wakes by itself, whatever another one does', async () => {
    const { surfaces, play, told, written } = await asleep(twin);
    const sleep = (): unknown[] => surfaces().map(({ isAsleep }) => isAsleep);
    expect(sleep()).toEqual([true, true]);
    play('a', ...xlKeys(1));
    expect(sleep()).toEqual([false, true]);
    written('a');
    play('b', ...xlKeys(1));
    expect([told(), written('b')]).toEqual([[], [isLit]]);
  });

  it('changes nothing by a knob that is turned before anybody can have read what that does', async () => {
    const plus: PortInfo = { ...xl, usb: { vendor: 0x0fd9, product: 0x0084 } };
    const { play, told, clock, surfaces } = await lit(plus);
    await clock.pass(30 * minutes);
    expect(surfaces()[0]!.isAsleep).toBe(true);
    for (const wait of [0, 499, 1]) {
      await clock.pass(wait);
      play('a', 1, 3, 5, 0, 1, 1, 0, 0, 0);
    }
    expect(told()).toEqual(['encoder 1 turned']);
  });

  it('never sleeps if it is a pedal, which shows nothing', async () => {
    const { plug, surfaces, clock, written, play, events } = openedPanels();
    plug({ ...xl, usb: { vendor: 0x0fd9, product: 0x0086 } });
    surfaces()[0]!.mapped(mapped);
    play('a', 1, 0, 3, 0, 0, 1, 0);
    play('a', 1, 0, 3, 0, 0, 0, 0);
    await clock.pass(60 * minutes);
    play('a', 1, 0, 3, 0, 1, 0, 0);
    expect([written('a'), surfaces()[0]!.isAsleep]).toEqual([[], false]);
    expect(events.map(({ control, kind }) => `${control} ${kind}`)).toEqual(['key 2 down', 'key 2 up', 'key 1 down']);
  });
});

/*
 * A panel is pressed, mapped, tested, made brighter and plugged in anew in any way, and its show goes on air and off it. Whether it is dark
 * is read from what it was sent last. However that goes, a press counts where its key could be read for half a second, and nowhere else.
 */
describe('whatever happens to a Stream Deck', () => {
  const times = [1, 49, 250, 499, 500, 2_000, 30 * minutes - 501, 30 * minutes - 1, 30 * minutes];
  const others = [
    'release',
    'onAir',
    'out',
    'map',
    'unmap',
    'test',
    'tested',
    'dim',
    'wake',
    'replug',
    'hang',
  ] as const;
  const step = fc.oneof(
    { weight: 2, arbitrary: fc.record({ do: fc.constant('pass' as const), of: fc.constantFrom(...times) }) },
    // How long its report is on its way (ms).
    { weight: 2, arbitrary: fc.record({ do: fc.constant('press' as const), of: fc.constantFrom(0, 20, 120) }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constantFrom(...others), of: fc.constant(0) }) },
  );

  /** A panel and what is known of it, without the surface: `steps` do something to both. `counts` is what the last step should have told. */
  function watched() {
    const panel = openedPanels((message) => sent(message));
    const { clock, driver, play, playLate, plug } = panel;
    const surface = (): Surface => panel.surface(name);
    const is = { port: 'a', mapped: false, tested: false, down: false, fired: false, dark: false, onAir: false };
    let counts: string[] = [];
    let brightness = 1;
    let lastAt = -Infinity;
    /** When the panel began to show what its keys do, or no longer did. */
    const changes: { at: number; shows: boolean }[] = [];
    const shows = (what: boolean): void => void changes.push({ at: clock.monotonic(), shows: what });
    const isReadable = (at: number): boolean => {
      const last = changes.findLast((change) => change.at <= at);
      return last?.shows === true && at - last.at >= 500;
    };
    const show = (isOnAir: boolean): void => {
      is.onAir = isOnAir;
      surface().show(new Map([['key 1', face(isOnAir ? 'onAir' : 'out')]]));
    };
    /** It shows everything anew. */
    const begin = (): void => {
      is.dark = false;
      lastAt = clock.monotonic();
      shows(is.mapped && !is.tested);
    };
    const steps: Record<(typeof others)[number] | 'pass' | 'press', (of: number) => unknown> = {
      pass: (of) => (is.tested && of > 2_000 ? undefined : clock.pass(of)),
      press(of) {
        if (is.down) return;
        lastAt = Math.max(lastAt, clock.monotonic() - of);
        Object.assign(is, { down: true, fired: !is.mapped || isReadable(lastAt) });
        counts = is.fired ? ['down'] : [];
        playLate(is.port, lastAt, xlKeys(1));
      },
      release() {
        if (!is.down) return;
        is.down = false;
        lastAt = clock.monotonic();
        counts = is.fired ? ['up'] : [];
        play(is.port, ...xlKeys());
      },
      onAir: () => show(true),
      out: () => show(false),
      map() {
        if (is.mapped) return;
        is.mapped = true;
        surface().mapped(mapped);
        begin();
      },
      unmap() {
        if (!is.mapped) return;
        is.mapped = false;
        surface().mapped(new Set());
        begin();
      },
      test: () => surface().testLamps((is.tested = true)),
      tested() {
        if (!is.tested) return;
        surface().testLamps((is.tested = false));
        if (is.mapped && changes.at(-1)?.shows === false) shows(true);
      },
      dim: () => surface().brightness?.((brightness = 1.5 - brightness)),
      wake: () => surface().wake?.(),
      replug() {
        if (is.tested) return;
        driver().on.says({ say: 'closed', port: is.port, reason: 'It is not there any more.' });
        plug({ ...xl, id: (is.port += 'a') });
        if (is.mapped) surface().mapped(mapped);
        Object.assign(is, { down: false, onAir: false });
        begin();
      },
      hang() {
        if (is.down) return;
        driver().on.says({ say: 'opened', port: is.port });
        begin();
      },
    };
    /** Looks at what the panel is sent. */
    function sent(message: DriverDoes): void {
      if (message.do !== 'write' || message.port !== is.port) return;
      const bright = message.reports.findLast(({ kind, bytes }) => kind === 'feature' && bytes[1] === 8)?.bytes[2];
      if (bright === undefined) return;
      if ((bright === 0) !== is.dark) shows(bright > 0 && !is.tested);
      is.dark = bright === 0;
    }
    plug(xl);
    return {
      async step({ do: what, of }: { do: keyof typeof steps; of: number }): Promise<void> {
        counts = [];
        await steps[what](of);
      },
      broken(): string[] {
        const told = panel.events.splice(0).map(({ kind }) => kind);
        const stands = [surface().isAsleep, is.dark && is.mapped && is.onAir];
        return [...unlike('What was told', told, counts), ...unlike('It sleeps, on air', stands, [is.dark, false])];
      },
    };
  }

  it('counts what could be read', async () => {
    const any = fc.array(step, { maxLength: 60 }).map((all) => [{ do: 'map', of: 0 } as const, ...all]);
    await playAgainst(
      { given: fc.constant(undefined), open: watched },
      { any, numRuns: runs(5_000, 300) },
      { after: (panel) => panel.broken() },
    );
  });
});
