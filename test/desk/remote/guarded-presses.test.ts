import { createSocket } from 'node:dgram';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type WatchingScreen, watchDesk } from '../../kit/desk/watching-screen.ts';
import { writePacket } from '../../kit/desk/osc-writer.ts';
import { world } from '../../kit/desk/world.ts';
import { freePort } from '../../kit/free-port.ts';
import { ids } from '../../kit/service/small-show.ts';

/** Every kind of press that reaches a guarded cue, and the hand that it is of. */
const kinds = {
  'a button of Screen 2': 'Screen 2',
  'a key of Screen 2': 'Screen 2',
  'a button of Screen 3': 'Screen 3',
  'a key of Screen 3': 'Screen 3',
  'a pad': 'Pads',
  'an HTTP client': 'Panel',
  'an OSC client': 'Deck',
} as const;
type Kind = keyof typeof kinds;
const all = Object.keys(kinds) as Kind[];
const pairs = all.flatMap((first) => all.map((second) => ({ first, second })));

async function openStage() {
  const stage = await world({ midi: {} });
  const [cue = ''] = await stage.addAside({ number: '1', guarded: true, steps: [stage.takes(ids.title)] });
  const action = { do: 'fireCue', cue } as const;
  const other = await watchDesk(stage.desk);
  stage.says({ say: 'ports', ports: [{ id: 'in1', name: 'Pads', direction: 'in' }], trouble: null });
  await stage.screen.call('mapControl', { device: 'Pads', control: 'note 1/1', action });
  await stage.screen.call('mapKeys', { keys: [{ key: 'F9', action }] });
  const [httpPort, oscPort] = [await freePort(), await freePort()];
  await stage.screen.call('setRemote', { on: true, reach: 'machine', port: httpPort });
  await stage.screen.call('setOsc', { reach: 'machine', port: oscPort, tcp: 'slip', tally: [] });
  const client = (name: string) => stage.screen.call('addRemoteClient', { name, right: 'fire', addresses: [] });
  const [panel, deck] = [await client('Panel'), await client('Deck')];
  const udp = createSocket('udp4');
  const passUntil = async (isSo: () => boolean): Promise<void> => {
    while (!isSo()) {
      await stage.clock.pass(20);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const byHttp = async (): Promise<void> => {
    let isAnswered = false;
    const headers = { authorization: `Bearer ${panel.token}` };
    const body = JSON.stringify({ action });
    void fetch(`http://127.0.0.1:${httpPort}/api/actions`, { method: 'POST', headers, body }).then(() => {
      isAnswered = true;
    });
    await passUntil(() => isAnswered);
  };
  const byOsc = async (): Promise<void> => {
    const refusedAt = stage.view.osc.refused?.at;
    const given = [deck.token, '1'].map((value) => ({ type: 's' as const, value }));
    udp.send(writePacket({ address: '/overlay/cue/fire', arguments: given }), oscPort, '127.0.0.1');
    await passUntil(() => stage.view.osc.refused?.at !== refusedAt || stage.tally(ids.title) === 'ON AIR');
  };
  const pressed = ({ screen }: Pick<WatchingScreen, 'screen'>) => ({
    button: () => screen.call('do', { action }),
    key: () => screen.call('key', { key: 'F9', repeat: false }),
  });
  const [two, three] = [pressed(stage), pressed(other)];
  const pad = (): void =>
    stage.says({ say: 'bytes', port: 'in1', bytes: [0x90, 1, 1, 0x80, 1, 0], at: stage.clock.monotonic() });
  const presses: Record<Kind, () => unknown> = {
    'a button of Screen 2': two.button,
    'a key of Screen 2': two.key,
    'a button of Screen 3': three.button,
    'a key of Screen 3': three.key,
    'a pad': pad,
    'an HTTP client': byHttp,
    'an OSC client': byOsc,
  };
  return {
    stage,
    cue,
    press: async (kind: Kind): Promise<void> => {
      await Promise.resolve(presses[kind]()).catch(() => undefined);
      await stage.clock.pass(300);
    },
    /** Everything is Out, and nothing is armed. */
    rest: async (): Promise<void> => {
      await stage.do({ do: 'take', subComposition: stage.at(ids.title), to: 'Out', action: 'jump' });
      await stage.clock.pass(3_500);
    },
    close: async (): Promise<void> => {
      udp.close();
      await stage.screen.call('setOsc', { reach: 'off', port: oscPort, tcp: 'slip', tally: [] });
      await stage.screen.call('setRemote', { on: false, reach: 'machine', port: httpPort });
    },
  };
}

describe('a guarded cue that one hand armed', () => {
  let opened: Awaited<ReturnType<typeof openStage>>;
  beforeAll(async () => void (opened = await openStage()));
  afterAll(() => opened.close());

  it.each(pairs)('by $first, then pressed by $second, fires only for the same hand', async ({ first, second }) => {
    const { stage, cue, press, rest } = opened;
    await rest();
    await press(first);
    expect([stage.cue(cue).state, stage.tally(ids.title)]).toEqual(['ARMED', 'OUT']);
    await press(second);
    expect(stage.tally(ids.title)).toBe(kinds[first] === kinds[second] ? 'ON AIR' : 'OUT');
    if (kinds[first] !== kinds[second]) {
      await press(first);
      expect(stage.tally(ids.title)).toBe('ON AIR');
    }
  });
});
