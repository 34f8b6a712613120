import { texts } from '../../../contract/texts/texts.ts';
import { describe, expect, it } from 'vitest';
import { ControllerBinding } from '../../../contract/desk-api/controller.ts';
import type { PortInfo } from '../../../contract/devices/driver.ts';
import type { Face } from '../../../surfaces/surface.ts';
import { face, mapped, name, openedPanels, twin, xl, xlKeys } from '../../kit/desk/opened-panels.ts';
import { settled } from '../../kit/manual-clock.ts';

const keys: PortInfo = { id: 'c', name: 'XK-24 HID', direction: 'both', usb: { vendor: 0x05f3, product: 1029 } };

describe('panels', () => {
  it('tell their model and serial number, and where they are plugged in', () => {
    const { plug, names, driver, surfaces } = openedPanels();
    plug(xl, twin, { ...keys, place: 'usb-1' }, { ...keys, id: 'd' });
    expect(names()).toEqual([
      [name, 'Stream Deck XL', ''],
      ['Stream Deck XL CL2', 'Stream Deck XL', ''],
      ['X-keys XK-24', 'X-keys XK-24', ''],
      ['X-keys XK-24', 'X-keys XK-24', ''],
    ]);
    expect(surfaces().map(({ place }) => place)).toEqual([undefined, undefined, 'usb-1', undefined]);
    expect(driver().did).toEqual(['a', 'b', 'c', 'd'].map((port) => ({ do: 'open', port })));
  });

  it('go on when another one is pulled out, and are opened anew when they come back', () => {
    const { plug, surfaces, driver } = openedPanels();
    const [left, right] = [keys, { ...keys, id: 'right' }];
    plug(left, right);
    const [, stays] = surfaces();
    driver().did.length = 0;
    plug(right);
    expect(surfaces()).toEqual([stays]);
    plug(right, { ...left, id: 'left again' });
    expect(surfaces()[0]).toBe(stays);
    expect(driver().did).toEqual([{ do: 'open', port: 'left again' }]);
  });

  it('have controls whose names can be mapped', () => {
    const { plug, surface } = openedPanels();
    const plus = { ...xl, id: 'p', serial: 'P1', usb: { vendor: 0x0fd9, product: 0x0084 } };
    const jog = { ...keys, id: 'j', usb: { vendor: 0x05f3, product: 1062 } };
    plug(xl, plus, jog);
    for (const one of [name, 'Stream Deck + P1', 'X-keys XK-12 Jog-Shuttle']) {
      const { controls } = surface(one);
      expect(controls.length).toBeGreaterThan(8);
      for (const { name: control, kind } of controls) {
        const action = kind === 'encoder' ? { do: 'step', subComposition: 'a/b', field: 'c', by: 1 } : { do: 'go' };
        expect(ControllerBinding.safeParse({ device: one, control, action }).error?.message).toBe(undefined);
      }
    }
  });

  it('of a model that nobody knows are shown, with why they do nothing', () => {
    const { plug, names, driver } = openedPanels();
    plug({ ...xl, id: 'z', name: 'Stream Deck 9000', usb: { vendor: 0x0fd9, product: 9 } });
    const trouble = texts.controls.unknownModel;
    expect(names()).toEqual([['Stream Deck 9000 CL1', texts.controls.unknownPanel, trouble]]);
    expect(driver().did).toEqual([]);
  });

  it('that another program has are tried again until they can be had', async () => {
    const { driver, clock, names } = openedPanels();
    driver().on.says({ say: 'ports', ports: [xl], trouble: null });
    driver().on.says({ say: 'refused', port: 'a', reason: 'Another program has it.' });
    expect(names()).toEqual([[name, 'Stream Deck XL', 'Another program has it.']]);
    driver().did.splice(0);
    await clock.pass(2_000);
    expect(driver().did).toEqual([{ do: 'open', port: 'a' }]);
    driver().on.says({ say: 'opened', port: 'a' });
    expect(names()).toEqual([[name, 'Stream Deck XL', '']]);
  });

  it.each([xl, keys])(
    'that take nothing say so until they take something, however often they are opened: $name',
    async (panel) => {
      const { driver, surfaces, stalls } = openedPanels();
      const reason = texts.drivers.takesNothing('Broken pipe');
      const trouble = (): string | undefined => surfaces()[0]?.trouble;
      const open = (id: string): void => {
        driver().on.says({ say: 'ports', ports: [{ ...panel, id }], trouble: null });
        surfaces()[0]!.mapped(mapped);
        driver().on.says({ say: 'opened', port: id });
      };
      open('1');
      await settled();
      expect(trouble()).toBe('');
      for (const id of ['1', '2', '3']) {
        driver().on.says({ say: 'closed', port: id, reason });
        const next = String(Number(id) + 1);
        stalls.add(next);
        open(next);
        await settled();
        expect(trouble()).toBe(reason);
      }
      driver().on.says({ say: 'written', port: '4' });
      expect(trouble()).toBe('');
    },
  );

  it('go with their driver, and come back with the next one, whole', async () => {
    const { plug, surface, drivers, driver, clock, names, written } = openedPanels();
    plug(xl);
    surface(name).mapped(mapped);
    surface(name).show(new Map([['key 1', face('onAir')]]));
    await settled();
    written('a');
    driver().on.ended('The driver ended with SIGSEGV.');
    expect(names()).toEqual([]);
    await clock.pass(500);
    expect(drivers.length).toBe(2);
    plug({ ...xl, id: 'b' });
    surface(name).show(new Map([['key 1', face('onAir')]]));
    surface(name).mapped(mapped);
    await settled();
    await settled();
    expect(written('b').length).toBe(33);
  });
});

describe('the presses of panels', () => {
  it('come with their control and their time, each once', () => {
    const { plug, play, events, clock } = openedPanels();
    plug(xl, keys);
    clock.jump(1_000);
    play('a', ...xlKeys(3));
    play('a', ...xlKeys(3));
    play('a', ...xlKeys());
    play('c', 0, 0, 1, 0, 0, 0);
    const at = clock.monotonic();
    expect(events).toEqual([
      { on: name, control: 'key 3', kind: 'down', at },
      { on: name, control: 'key 3', kind: 'up', at },
      { on: 'X-keys XK-24', control: 'key 1', kind: 'down', at },
    ]);
  });

  it('are none of keys that were held while it was plugged in', () => {
    const { plug, play, events } = openedPanels();
    plug(xl);
    play('a', ...xlKeys(3, 9));
    play('a', ...xlKeys(9));
    play('a', ...xlKeys());
    expect(events).toEqual([]);
    play('a', ...xlKeys(9));
    expect(events.map(({ control, kind }) => [control, kind])).toEqual([['key 9', 'down']]);
  });

  it('that are held are lost with the cable', () => {
    const { plug, play, driver, lost, names } = openedPanels();
    plug(xl);
    play('a', ...xlKeys(3));
    driver().on.says({ say: 'closed', port: 'a', reason: 'It does not answer any more.' });
    expect([lost, names()]).toEqual([[name], [[name, 'Stream Deck XL', 'It does not answer any more.']]]);
  });
});

describe('the keys of a Stream Deck', () => {
  it('are not touched while nothing on it is mapped', async () => {
    const { plug, surface, orders, written } = openedPanels();
    plug(xl);
    surface(name).mapped(new Set());
    surface(name).show(new Map());
    await settled();
    expect([orders, written('a')]).toEqual([[], []]);
  });

  it('are drawn whole when it is mapped, and then as they change', async () => {
    const { plug, surface, orders, written } = openedPanels();
    plug(xl);
    surface(name).show(new Map([['key 1', face('out')]]));
    surface(name).mapped(mapped);
    await settled();
    await settled();
    expect(written('a')).toEqual(['feature 0308640000', ...Array.from({ length: 32 }, (_, key) => `key ${key + 1}`)]);
    orders.splice(0);
    surface(name).show(new Map([['key 1', face('onAir')]]));
    surface(name).show(new Map([['key 1', face('onAir')]]));
    await settled();
    expect(orders.map(({ control, picture }) => [control, picture])).toEqual([
      ['key 1', { kind: 'face', state: 'onAir', name: 'Title', left: undefined, position: undefined }],
    ]);
  });

  it('leave out emoji, and show what a key does whose name is nothing else', async () => {
    const { plug, surface, orders } = openedPanels();
    plug(xl);
    surface(name).mapped(mapped);
    surface(name).show(new Map([['key 1', { ...face('out', '⚽ Goal'), does: 'In' }]]));
    await settled();
    surface(name).show(new Map([['key 1', { ...face('out', '🔥'), does: 'In' }]]));
    await settled();
    const names = orders.flatMap(({ control, picture }) =>
      control === 'key 1' && picture.kind === 'face' ? picture.name : [],
    );
    expect(names).toEqual(['Goal', 'In']);
  });

  it('show the newest after it took nothing for some time, which it says, and which holds up no other', async () => {
    const { plug, surface, stalls, orders, written, names, driver, clock } = openedPanels();
    plug(xl, twin);
    for (const one of [name, 'Stream Deck XL CL2']) {
      surface(one).mapped(mapped);
      surface(one).show(new Map([['key 1', face('out')]]));
    }
    await settled();
    await settled();
    written('a');
    orders.splice(0);
    stalls.add('a');
    for (const state of ['requested', 'onAir', 'failed', 'onAir', 'cued'] as const) {
      for (const one of [name, 'Stream Deck XL CL2'])
        surface(one).show(
          new Map([
            ['key 1', face(state)],
            ['key 2', face(state)],
          ]),
        );
      await settled();
    }
    const shown = orders.flatMap(({ picture }) => (picture.kind === 'face' ? [picture.state] : []));
    // Two of the first, and all ten of the other.
    expect(shown.length).toBe(12);
    await clock.pass(3_000);
    expect(names().map(([, , trouble]) => trouble)).toEqual([texts.controls.refusesData, '']);
    stalls.clear();
    orders.splice(0);
    for (const _ of [1, 2]) driver().on.says({ say: 'written', port: 'a' });
    await settled();
    expect(orders.map(({ control, picture }) => [control, picture.kind === 'face' && picture.state])).toEqual([
      ['key 1', 'cued'],
      ['key 2', 'cued'],
    ]);
    expect(names()[0]?.[2]).toBe('');
  });

  it('count down to what happens by itself, and stand still while that is on hold', async () => {
    const { plug, surface, orders, clock, kind } = openedPanels();
    plug(xl);
    const deck = surface(name);
    deck.mapped(mapped);
    for (let turn = 0; turn < 40; turn += 1) await settled();
    const shown = (): (number | undefined)[] =>
      orders.splice(0).map(({ picture }) => (picture.kind === 'face' ? picture.left : undefined));
    shown();
    const at = clock.now() + 2_400;
    deck.show(
      new Map([
        ['key 1', { ...face('onAir'), due: { what: 'out', at, left: null } }],
        ['key 2', face('out')],
      ]),
    );
    await settled();
    expect(shown()).toEqual([3, undefined]);
    await clock.pass(399);
    expect(shown()).toEqual([]);
    await clock.pass(1);
    expect(shown()).toEqual([2]);
    await clock.pass(10_000);
    expect(shown()).toEqual([1, 0]);
    deck.show(new Map([['key 1', { ...face('onAir'), due: { what: 'out', at: null, left: 61_500 } }]]));
    await settled();
    expect(shown()).toEqual([62, undefined]);
    await clock.pass(10_000);
    expect(shown()).toEqual([]);
    // Nothing counts on a panel that is closed, and it does again once that is open.
    deck.show(new Map([['key 1', { ...face('onAir'), due: { what: 'out', at: clock.now() + 5_000, left: null } }]]));
    await settled();
    plug({ ...xl, id: 'gone' });
    shown();
    await clock.pass(2_000);
    expect(shown()).toEqual([]);
    void kind.close();
  });

  it('take turns on a device that is slow: one that changes all the time keeps no other one from showing what is on air', async () => {
    const { plug, surface, stalls, orders, driver } = openedPanels();
    plug(xl);
    surface(name).mapped(mapped);
    surface(name).show(new Map());
    for (let turn = 0; turn < 40; turn += 1) await settled();
    stalls.add('a');
    orders.splice(0);
    const shows = (left: number): void => {
      const due = { what: 'out' as const, at: null, left: 1_000 * left };
      const counting = ['key 1', 'key 2', 'key 3'].map((key) => [key, { ...face('cued'), due }] as const);
      surface(name).show(new Map([...counting, ['key 32', face('onAir')]]));
    };
    for (let left = 20; left > 10; left -= 1) {
      shows(left);
      await settled();
      driver().on.says({ say: 'written', port: 'a' });
      await settled();
    }
    expect(orders.slice(0, 8).map(({ control }) => control)).toEqual([
      'key 1',
      'key 2',
      'key 3',
      'key 32',
      'key 1',
      'key 2',
      'key 3',
      'key 1',
    ]);
  });

  it('say why they cannot be drawn, and are drawn when they can', async () => {
    const { plug, surface, drawing, names, orders, clock } = openedPanels();
    plug(xl);
    drawing.fails = 'The thread that draws has ended.';
    surface(name).mapped(mapped);
    await settled();
    expect(names()[0]?.[2]).toBe(texts.controls.notDrawn('The thread that draws has ended.'));
    await clock.pass(1_000);
    drawing.fails = undefined;
    orders.splice(0);
    await clock.pass(1_000);
    await settled();
    await settled();
    expect(new Set(orders.map(({ control }) => control)).size).toBe(32);
    expect(names()[0]?.[2]).toBe('');
  });

  it('are all lit in a lamp test, and then as before', async () => {
    const { plug, surface, orders, written } = openedPanels();
    plug(xl);
    surface(name).testLamps(true);
    await settled();
    await settled();
    expect(orders.map(({ picture }) => picture.kind)).toEqual(Array(32).fill('test'));
    written('a');
    surface(name).testLamps(false);
    await settled();
    // Nothing on it is mapped, so it is left to its own logo.
    expect(written('a')).toEqual(['feature 0302000000']);
  });

  it('get another brightness', async () => {
    const { plug, surface, written } = openedPanels();
    plug(xl);
    surface(name).mapped(mapped);
    await settled();
    await settled();
    written('a');
    surface(name).brightness?.(0.25);
    expect(written('a')).toEqual(['feature 0308190000']);
  });

  it('go back to the logo of the maker when the desk ends, hangs or dies, unless nothing is mapped', async () => {
    const { plug, surface, last, kind, driver } = openedPanels();
    plug(xl, keys);
    expect([last('a'), last('c')]).toEqual([undefined, undefined]);
    surface(name).mapped(mapped);
    expect([last('a'), last('c')]).toEqual([['feature 0308640000', 'feature 0302000000'], undefined]);
    surface(name).brightness?.(0.25);
    expect(last('a')).toEqual(['feature 0308190000', 'feature 0302000000']);
    await settled();
    surface(name).mapped(new Set());
    expect(last('a')).toEqual([]);
    surface('X-keys XK-24').mapped(mapped);
    expect(last('c')?.length).toBeGreaterThan(0);
    void kind.close();
    expect(driver().stopped).toBe(true);
  });

  it('are drawn anew when the driver has taken them to the logo, because the desk hung', async () => {
    const { plug, surface, written, driver } = openedPanels();
    plug(xl);
    surface(name).mapped(mapped);
    for (let turn = 0; turn < 40; turn += 1) await settled();
    const first = written('a');
    driver().on.says({ say: 'opened', port: 'a' });
    for (let turn = 0; turn < 40; turn += 1) await settled();
    expect(written('a')).toEqual(first);
  });
});

describe('the lights of X-keys', () => {
  const xkeys = 'X-keys XK-24';

  it('are sent as differences: red without blinking is on air', () => {
    const { plug, surface, driver } = openedPanels();
    plug(keys);
    surface(xkeys).mapped(mapped);
    driver().did.splice(0);
    const sent = (): number[][] =>
      driver()
        .did.splice(0)
        .flatMap((one) => (one.do === 'write' ? one.reports.map(({ bytes }) => [...bytes.subarray(1, 4)]) : []));
    const rows: [Face['state'], number, number][] = [
      ['out', 1, 0],
      ['cued', 2, 0],
      ['requested', 2, 2],
      ['requestedOnAir', 2, 1],
      ['onAir', 0, 1],
      ['failed', 0, 2],
      ['failedOnAir', 1, 1],
      ['unknown', 1, 2],
      ['off', 0, 0],
    ];
    for (const [state, blue, red] of rows) {
      surface(xkeys).show(new Map([['key 2', face(state)]]));
      expect([state, sent()]).toEqual([
        state,
        [
          [181, 8, blue],
          [181, 40, red],
        ],
      ]);
      surface(xkeys).show(new Map([['key 2', face(state)]]));
      expect(sent()).toEqual([]);
    }
  });

  it('are dark before the first state and at the end, and untouched while nothing is mapped', () => {
    const { plug, surface, driver, last } = openedPanels();
    plug(keys);
    surface(xkeys).show(new Map());
    const written = () =>
      driver()
        .did.splice(0)
        .filter((one) => one.do === 'write');
    expect(written()).toEqual([]);
    surface(xkeys).mapped(mapped);
    expect(last('c')?.map((report) => report.slice(9, 11))).toEqual(['b6', 'b6']);
    const hello = written().flatMap(({ reports }) => reports.map(({ bytes }) => bytes[1]));
    expect(hello).toEqual([177, 180, 182, 182, 187]);
  });
});
