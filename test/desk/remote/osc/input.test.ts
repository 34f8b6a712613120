import { texts } from '../../../../contract/texts/texts.ts';
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RemoteRight } from '../../../../contract/desk-api/remote.ts';
import { OverlayError } from '../../../../contract/errors.ts';
import type { Cause } from '../../../../desk/app/presses.ts';
import type { OscReceiver } from '../../../../desk/osc-ports.ts';
import { OscInput } from '../../../../desk/remote/osc/input.ts';
import { type OscArgument, type OscPacket } from '../../../../desk/remote/osc/packet.ts';
import { oscRefusals } from '../../../../desk/remote/osc/refusals.ts';
import type { NamedShow } from '../../../../desk/remote/show-names.ts';
import { RemoteClients } from '../../../../desk/remote/remote-clients.ts';
import { knownError, recordingLog } from '../../../kit/desk/recording-log.ts';
import { modelItem } from '../../../kit/desk/scripted-ports.ts';
import { ManualClock } from '../../../kit/manual-clock.ts';
import { slipFrame, timetagOf, writePacket } from '../../../kit/desk/osc-writer.ts';

const local = '127.0.0.1';
const field = (id: string, title: string) => ({ id, title, type: 'text' }) as never;
const show = {
  apps: [{ key: 'news', name: 'Evening News' }],
  model: [
    modelItem({ id: 'news/t', name: 'Lower Third', model: [field('f1', 'Headline'), field('f2', 'Score')] }),
    modelItem({ id: 'news/a', name: 'Twin' }),
    modelItem({ id: 'news/b', name: 'Twin' }),
  ],
  rundowns: [
    { id: 'r1', name: 'Show', groups: [{ id: 'g1', cues: ['c1'] }] },
    { id: 'r2', name: 'Late', groups: [{ id: 'g2', cues: ['c2'] }] },
  ],
  active: 'r1',
  cues: { c1: { number: '12' }, c2: { number: '12' } },
} as unknown as NamedShow;

type Given = string | number | boolean | OscArgument;

function message(address: string, ...given: Given[]): OscPacket {
  const argument = (one: Given): OscArgument => {
    if (typeof one === 'string') return { type: 's', value: one };
    if (typeof one === 'number') return { type: 'i', value: one };
    return typeof one === 'boolean' ? { type: one ? 'T' : 'F' } : one;
  };
  return { address, arguments: given.map(argument) };
}
const bundle = (timetag: bigint, ...elements: OscPacket[]): OscPacket => ({ timetag, elements });
const float = (value: number): OscArgument => ({ type: 'f', value });

/** The input of a desk that notes what it would carry out, and a client with this right. */
function opened(right: RemoteRight = 'fire', addresses: string[] = []) {
  const clock = new ManualClock();
  const log = recordingLog();
  const done: { action: unknown; cause: Cause }[] = [];
  const clients = new RemoteClients(
    [],
    { clock, randomBytes, newId: () => 'client 1' },
    {
      save: () => undefined,
      changed: () => undefined,
      revoked: (id, mayStay) => input.closeClient(id, mayStay),
    },
  );
  const refusals = oscRefusals(clock, log, () => undefined);
  const input: OscInput = new OscInput(
    clock,
    { clients, refusals },
    {
      knownError,
      show: () => show,
      carryOut: ({ action }, cause) => {
        if (action.do === 'undo') throw new OverlayError('undo-impossible');
        done.push({ action, cause });
        return [];
      },
    },
  );
  const { token } = clients.add({ name: 'Panel', right, addresses });
  return {
    clock,
    done,
    clients,
    token,
    datagram: (packet: OscPacket | Uint8Array, from = local) =>
      input.handlers('off').datagram(packet instanceof Uint8Array ? packet : writePacket(packet), from),
    /** Presses by a datagram with the token. */
    press: (address: string, ...given: Given[]) =>
      input.handlers('off').datagram(writePacket(message(address, token, ...given)), local),
    connect: (from = local) => {
      const state = { ended: false };
      const receiver = input.handlers('slip').connection?.({ address: from, end: () => void (state.ended = true) });
      return { state, receiver, send: (packet: OscPacket) => receiver?.receive(slipFrame(writePacket(packet))) };
    },
    actions: () => done.map(({ action }) => action),
    refused: () => log.records.map((record) => record.message.replace('Refused: ', '')),
    log,
  };
}

describe('a message', () => {
  const title = { subComposition: 'news/t' };
  const headline = { ...title, field: 'f1' };
  it.each<[string, Given[], object]>([
    ['/overlay/take', ['Lower Third', 'In'], { do: 'take', ...title, to: 'In', action: 'play' }],
    ['/overlay/take', ['news/t', 'Out 2', 'jump'], { do: 'take', ...title, to: 'Out2', action: 'jump' }],
    ['/overlay/toggle', ['t'], { do: 'toggle', ...title, action: 'play' }],
    ['/overlay/cue', ['Lower Third'], { do: 'cue', ...title, cued: true }],
    ['/overlay/cue', ['Lower Third', 1], { do: 'cue', ...title, cued: true }],
    ['/overlay/uncue', ['Lower Third', 1], { do: 'cue', ...title, cued: false }],
    ['/overlay/takeCued', [], { do: 'takeCued' }],
    ['/overlay/takeCued', [float(1)], { do: 'takeCued' }],
    ['/overlay/update', ['Lower Third'], { do: 'update', ...title }],
    ['/overlay/discard', ['Lower Third'], { do: 'discard', ...title }],
    ['/overlay/set', ['Lower Third', 'Headline', 'Rain'], { do: 'set', ...headline, value: 'Rain' }],
    ['/overlay/set', ['t', 'f1', float(0.1)], { do: 'set', ...headline, value: 0.1 }],
    ['/overlay/set', ['t', 'f1', true], { do: 'set', ...headline, value: true }],
    ['/overlay/set', ['t', 'f1', { type: 'N' }], { do: 'set', ...headline, value: null }],
    ['/overlay/set', ['t', 'f1', { type: 'h', value: 7n }], { do: 'set', ...headline, value: 7 }],
    ['/overlay/send', ['t', 'Score', 3], { do: 'set', ...title, field: 'f2', value: 3, send: true }],
    ['/overlay/step', ['t', 'Score', -1], { do: 'step', ...title, field: 'f2', by: -1 }],
    ['/overlay/fire', ['t', 'f1'], { do: 'fire', ...headline }],
    ['/overlay/time', ['t', 'f1', 'start'], { do: 'time', ...headline, command: 'start' }],
    ['/overlay/look', ['Opening'], { do: 'recallLook', look: 'Opening' }],
    ['/overlay/panic', [], { do: 'panic' }],
    ['/overlay/panic', ['Evening News', 1], { do: 'panic', app: 'news' }],
    ['/overlay/go', [], { do: 'go' }],
    ['/overlay/go/ahead', [float(2)], { do: 'go', ahead: 2 }],
    ['/overlay/go', ['Late', float(1)], { do: 'go', rundown: 'r2' }],
    ['/overlay/skip', [-1, 'Late'], { do: 'skip', by: -1, rundown: 'r2' }],
    ['/overlay/jumpTo', [float(12.5)], { do: 'jumpTo', number: '12.5' }],
    ['/overlay/rewind', ['r1'], { do: 'rewind', rundown: 'r1' }],
    ['/overlay/hold', ['Show', 1], { do: 'hold', hold: true, rundown: 'r1' }],
    ['/overlay/resume', [], { do: 'hold', hold: false }],
    ['/overlay/hold/toggle', [float(1)], { do: 'hold' }],
    ['/overlay/hold/switch', [0, 'Show'], { do: 'hold', hold: false, rundown: 'r1' }],
    ['/overlay/hold/switch', [true], { do: 'hold', hold: true }],
    ['/overlay/cue/fire', ['12'], { do: 'fireCue', cue: 'c1' }],
    ['/overlay/cue/fire', [12, 'Late'], { do: 'fireCue', cue: 'c2' }],
    ['/overlay/cue/update', ['c2'], { do: 'updateCue', cue: 'c2' }],
    ['/overlay/cue/end', ['12'], { do: 'endCue', cue: 'c1' }],
    ['/overlay/cue/next', ['12'], { do: 'setNext', cue: 'c1' }],
    ['/overlay/active', ['Late'], { do: 'makeActive', rundown: 'r2' }],
    ['/overlay/action', ['{"do":"fireMarked"}'], { do: 'fireMarked' }],
  ])('to %s with %o is carried out for its client', (address, given, action) => {
    const { press, done, refused } = opened();
    press(address, ...given);
    expect([done, refused()]).toEqual([[{ action, cause: { trigger: { kind: 'api', detail: 'Panel' }, age: 0 } }], []]);
  });

  it.each<[string, Given[]]>([
    ['/overlay/go', [float(0)]],
    ['/overlay/take', ['Lower Third', 'In', false]],
    ['/overlay/panic', [0]],
    // A momentary button must not undo at its release what it did when it went down.
    ['/overlay/hold', [0]],
    ['/overlay/cue', ['Lower Third', 0]],
  ])('to %s that tells that a button came up (%j) does nothing, and is not refused', (address, given) => {
    const { press, actions, refused } = opened();
    press(address, ...given);
    expect([actions(), refused()]).toEqual([[], []]);
  });

  it.each<[string, Given[], string]>([
    ['/overlay/nothing', [], texts.osc.nothingThere],
    ['/other/go', [], texts.osc.nothingThere],
    ['/overlay/*', [], texts.osc.pattern],
    ['/overlay/take', [], texts.osc.noText('the graphic')],
    ['/overlay/take', [7, 'In'], texts.osc.noText('the graphic')],
    ['/overlay/take', ['None', 'In'], texts.osc.none('graphic', 'None')],
    ['/overlay/take', ['Twin', 'In'], texts.osc.several('Twin', 'graphic')],
    ['/overlay/take', ['Lower Third', 'In', 'jump', 'now'], texts.osc.tooManyArguments],
    ['/overlay/hold/switch', [], texts.osc.noSwitch('the switch')],
    ['/overlay/skip', ['one'], texts.osc.noNumber('the count')],
    ['/overlay/set', ['t', 'f1'], texts.osc.noValue],
    ['/overlay/set', ['t', 'f1', float(Number.NaN)], texts.osc.wrongValue],
    ['/overlay/set', ['t', 'None', 1], texts.osc.none('field', 'None')],
    ['/overlay/cue/fire', ['99'], texts.osc.none('cue', '99')],
    ['/overlay/undo', ['take'], knownError(new OverlayError('undo-impossible')).message],
  ])('to %s with %j is refused, and says why', (address, given, reason) => {
    const { press, actions, refused } = opened();
    press(address, ...given);
    expect([actions(), refused()]).toEqual([[], [reason]]);
  });

  it.each<[string, Given[]]>([
    ['/overlay/take', ['Lower Third', 'Sideways']],
    ['/overlay/action', ['{"do":']],
    ['/overlay/action', ['{"do":"sing"}']],
  ])('to %s with %j is no action, and refused', (address, given) => {
    const { press, actions, refused } = opened();
    press(address, ...given);
    expect([actions(), refused()]).toEqual([[], [expect.stringContaining('expected')]]);
  });
});

describe('a client that sends datagrams', () => {
  it.each<[string, Given[], string]>([
    ['no token', [], texts.osc.firstIsNoToken],
    ['a wrong token', ['x'.repeat(43)], texts.remote.tokenWrong],
  ])('with %s is refused', (_, given, reason) => {
    const { datagram, actions, refused } = opened();
    datagram(message('/overlay/go', ...given));
    expect([actions(), refused()]).toEqual([[], [reason]]);
  });

  it('may come from its addresses only', () => {
    const { datagram, token, actions, refused } = opened('fire', ['192.0.2.0/24']);
    datagram(message('/overlay/go', token), '::ffff:192.0.2.7');
    datagram(message('/overlay/go', token), '198.51.100.7');
    expect([actions(), refused()]).toEqual([[{ do: 'go' }], [texts.remote.notFrom('Panel', '198.51.100.7')]]);
  });

  it('that may only watch presses nothing', () => {
    const { press, actions, refused } = opened('watch');
    press('/overlay/go');
    expect([actions(), refused()]).toEqual([[], [texts.remote.needsRight('Panel', 'watch', 'fire')]]);
  });

  it('triggers what is on its list and nothing else, and is told what is not', () => {
    const { clients, press, actions, refused } = opened();
    const only = { triggers: ['take' as const, 'fireCue' as const], targets: ['news/t', 'c1'] };
    clients.change({ id: 'client 1', name: 'Scores', right: 'fire', addresses: [], only });
    press('/overlay/take', 'Lower Third', 'In');
    press('/overlay/take', 'news/a', 'In');
    press('/overlay/go');
    press('/overlay/panic');
    expect(actions()).toEqual([{ do: 'take', subComposition: 'news/t', to: 'In', action: 'play' }]);
    expect(refused()).toEqual([
      expect.stringContaining(texts.remote.notOnList('Scores', 'take of news/a')),
      expect.stringContaining(texts.remote.notOnList('Scores', 'go')),
      expect.stringContaining(texts.remote.notOnList('Scores', 'panic')),
    ]);
  });

  it('has the limit that it has over HTTP', () => {
    const { press, actions, clock } = opened();
    for (let count = 0; count < 150; count += 1) press('/overlay/go');
    expect(actions()).toHaveLength(100);
    clock.jump(1_000);
    for (let count = 0; count < 80; count += 1) press('/overlay/go');
    expect(actions()).toHaveLength(150);
  });

  it('cannot be shut out by wrong tokens under its address, which anybody can write on a datagram', () => {
    const { datagram, clients, token, press, actions } = opened();
    for (let count = 0; count < 20; count += 1) datagram(message('/overlay/go', 'wrong'));
    press('/overlay/go');
    expect(actions()).toEqual([{ do: 'go' }]);
    expect(clients.admit({ token, address: local, right: 'fire' }).name).toBe('Panel');
  });

  it('cannot be shut out by packets of other addresses', () => {
    const { datagram, press, actions, refused } = opened();
    for (let count = 0; count < 3_000; count += 1) datagram(message('/a'), '198.51.100.7');
    press('/overlay/go');
    expect(actions()).toEqual([{ do: 'go' }]);
    // A flood neither fills the log nor is told forever.
    expect(refused()).toHaveLength(10);
  });

  it('is stopped before anything of its packets is read, once there are too many, and goes on over TCP', () => {
    const { datagram, connect, token, press, actions, clock } = opened();
    for (let count = 0; count < 1_000; count += 1) datagram(message('/a'));
    press('/overlay/go');
    expect(actions()).toEqual([]);
    connect().send(message('/overlay/go', token));
    expect(actions()).toHaveLength(1);
    clock.jump(1_000);
    press('/overlay/go');
    expect(actions()).toHaveLength(2);
  });

  it('is told in the log without its token, wherever that stands', () => {
    const { datagram, token, log } = opened();
    datagram(message(`/overlay/${token}/go`, token));
    datagram(message('/overlay/go', `${token} `));
    datagram(message('/overlay/take', token, 'None', 'In'));
    expect(log.records).toHaveLength(3);
    expect(JSON.stringify(log.records)).not.toContain(token);
  });
});

describe('a bundle', () => {
  const offsets = [
    ['just now', 0, true],
    ['1.9 s ago', -1_900, true],
    ['2 s ago', -2_000, false],
    ['an hour ago', -3_600_000, false],
    ['0.2 s from now', 200, true],
    ['5 s from now', 5_000, false],
  ] as const;
  it.each(offsets)('of %s: whether it is carried out, and its age with it', (_, offset, isDone) => {
    const { datagram, token, done, refused, clock } = opened();
    datagram(bundle(timetagOf(clock.now() + offset), message('/overlay/go', token)));
    expect(done.map(({ cause }) => Math.round(cause.age))).toEqual(isDone ? [Math.max(0, -offset)] : []);
    expect(refused()).toHaveLength(isDone ? 0 : 1);
  });

  it('that is refused says how late or early it is', () => {
    const { datagram, token, refused, clock } = opened();
    datagram(bundle(timetagOf(clock.now() - 3_000), message('/overlay/go', token)));
    datagram(bundle(timetagOf(clock.now() + 3_000), message('/overlay/go', token)));
    expect(refused()).toEqual([texts.osc.bundleOld('3.0'), texts.osc.bundleLater('3.0')]);
  });

  it('for immediately counts as now, with all that is in it', () => {
    const { datagram, token, actions } = opened();
    const go = message('/overlay/go', token);
    datagram(bundle(1n, go, bundle(1n, message('/overlay/takeCued', token)), go));
    expect(actions()).toEqual([{ do: 'go' }, { do: 'takeCued' }, { do: 'go' }]);
  });

  it('in a bundle that is late is late too', () => {
    const { datagram, token, actions, clock } = opened();
    datagram(bundle(timetagOf(clock.now() - 3_000), bundle(1n, message('/overlay/go', token))));
    expect(actions()).toEqual([]);
  });

  it.each([-3_000, 3_000])('that is %i ms off still panics, because that is better than none', (offset) => {
    const { datagram, token, actions, clock } = opened();
    datagram(bundle(timetagOf(clock.now() + offset), message('/overlay/panic', token)));
    expect(actions()).toEqual([{ do: 'panic' }]);
  });
});

describe('a TCP connection', () => {
  it('tells its token once', () => {
    const { connect, token, actions, refused } = opened();
    const { send } = connect();
    send(message('/overlay/token', token));
    send(message('/overlay/go'));
    send(message('/overlay/take', 'Lower Third', 'In'));
    expect([actions().length, refused()]).toEqual([2, []]);
  });

  it('may tell it with each message instead', () => {
    const { connect, token, actions } = opened();
    const { send } = connect();
    send(message('/overlay/go', token));
    expect(actions()).toEqual([{ do: 'go' }]);
  });

  it('ends with a wrong token, and what it sends then does nothing', () => {
    const { connect, token, actions, refused } = opened();
    const { send, state } = connect();
    send(message('/overlay/token', 'wrong'));
    send(message('/overlay/go', token));
    expect([state.ended, actions(), refused()]).toEqual([true, [], [texts.remote.tokenWrong]]);
  });

  it.each<[string, (clients: RemoteClients, id: string) => void]>([
    ['is removed', (clients, id) => clients.remove(id)],
    ['has a new token', (clients, id) => clients.replaceToken(id)],
    [
      'may not come from there any more',
      (clients, id) => clients.change({ id, name: 'Panel', right: 'fire', addresses: ['198.51.100.0/24'] }),
    ],
  ])('ends when its client %s', (_, change) => {
    const { connect, token, clients, actions } = opened('fire', ['192.0.2.0/24']);
    const { send, state } = connect('192.0.2.7');
    send(message('/overlay/token', token));
    change(clients, 'client 1');
    send(message('/overlay/go'));
    expect([state.ended, actions()]).toEqual([true, []]);
  });

  it('stays when its client is changed otherwise, and may trigger at once what that may by then', () => {
    const { connect, token, clients, actions, refused } = opened();
    const { send, state } = connect();
    send(message('/overlay/token', token));
    const only = { triggers: ['go' as const], targets: [] };
    clients.change({ id: 'client 1', name: 'Scores', right: 'fire', addresses: ['192.0.2.7'], only });
    send(message('/overlay/go'));
    send(message('/overlay/takeCued'));
    clients.change({ id: 'client 1', name: 'Scores', right: 'watch', addresses: [] });
    send(message('/overlay/go'));
    expect([state.ended, actions(), refused()]).toEqual([
      false,
      [{ do: 'go' }],
      [
        expect.stringContaining(texts.remote.notOnList('Scores', 'takeCued')),
        expect.stringContaining(texts.remote.needsRight('Scores', 'watch', 'fire')),
      ],
    ]);
  });

  it('is the only place for /overlay/token', () => {
    const { datagram, token, refused } = opened();
    datagram(message('/overlay/token', token));
    expect(refused()).toEqual([texts.osc.tokenFirst]);
  });

  it('ends where a packet that has begun does not end in time, also one that comes byte by byte', async () => {
    const { connect, token, refused, clock } = opened();
    const { send, state, receiver } = connect();
    send(message('/overlay/token', token));
    for (let count = 0; count < 6; count += 1) {
      receiver?.receive(Uint8Array.of(0x2f));
      await clock.pass(999);
    }
    expect([state.ended, refused()]).toEqual([true, [texts.osc.packetUnended]]);
  });

  it('stays as long as it is quiet, once its token was right', async () => {
    const { connect, token, actions, clock } = opened();
    const { send, state } = connect();
    send(message('/overlay/token', token));
    await clock.pass(3_600_000);
    send(message('/overlay/go'));
    expect([state.ended, actions()]).toEqual([false, [{ do: 'go' }]]);
  });

  it('stays where a packet that came in parts has ended in time', async () => {
    const { connect, token, actions, clock } = opened();
    const { state, receiver } = connect();
    const packets = [message('/overlay/token', token), message('/overlay/go')];
    const bytes = Buffer.concat(packets.map((packet) => slipFrame(writePacket(packet))));
    receiver?.receive(bytes.subarray(0, 7));
    await clock.pass(4_000);
    receiver?.receive(bytes.subarray(7, -3));
    await clock.pass(4_000);
    receiver?.receive(bytes.subarray(-3));
    await clock.pass(4_000);
    expect([state.ended, actions()]).toEqual([false, [{ do: 'go' }]]);
  });

  it('ends where it shows no token in time', async () => {
    const { connect, refused, clock } = opened();
    const { state } = connect();
    await clock.pass(10_000);
    expect([state.ended, refused()]).toEqual([true, [texts.osc.noToken]]);
  });

  it('is one of few of its address, and of all', () => {
    const { connect, refused } = opened();
    const ofOne = Array.from({ length: 20 }, () => connect('192.0.2.7')).filter(({ receiver }) => receiver);
    const others = Array.from({ length: 60 }, (_, at) => connect(`198.51.100.${at}`)).filter(
      ({ receiver }) => receiver,
    );
    expect([ofOne.length, others.length]).toEqual([16, 48]);
    expect(new Set(refused())).toEqual(new Set([texts.osc.tooManyConnections]));
    ofOne[0]?.receiver?.closed();
    expect(connect('192.0.2.7').receiver).toBeDefined();
  });
});

it('whatever comes, nothing is thrown, and nothing is carried out without a token', () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 64 }),
    fc
      .constantFrom('/overlay/go', '/overlay/panic', '#bundle')
      .chain((head) => fc.uint8Array({ maxLength: 40 }).map((rest) => Buffer.concat([Buffer.from(`${head}\0`), rest]))),
  );
  fc.assert(
    fc.property(fc.array(bytes, { maxLength: 8 }), (given) => {
      const { datagram, connect, actions } = opened();
      const tcp: OscReceiver | undefined = connect().receiver;
      expect(() => {
        for (const one of given) {
          datagram(one);
          tcp?.receive(one);
        }
      }).not.toThrow();
      expect(actions()).toEqual([]);
    }),
  );
});

describe('what an attack found', () => {
  it('a token that a TCP client goes on sending after it told it is in no log and on no screen', () => {
    const { connect, token, log } = opened();
    const { send } = connect();
    send(message('/overlay/token', token));
    send(message('/overlay/take', token, 'Lower Third', 'In'));
    expect(JSON.stringify(log.records)).not.toContain(token);
  });

  it('a TCP client may go on sending the token that it told', () => {
    const { connect, token, actions, refused } = opened();
    const { send } = connect();
    send(message('/overlay/token', token));
    send(message('/overlay/panic', token));
    expect([actions(), refused()]).toEqual([[{ do: 'panic' }], []]);
  });

  it('a token twice in a datagram is in no log', () => {
    const { token, press, log } = opened();
    press('/overlay/go', token);
    expect(JSON.stringify(log.records)).not.toContain(token);
  });

  it('every panic goes through although a fader of the same client sends 100 values a second', async () => {
    const { clock, press, actions } = opened();
    for (let ms = 0; ms < 3_000; ms += 10) {
      press('/overlay/send', 't', 'Score', ms);
      await clock.pass(10);
    }
    for (let at = 0; at < 20; at += 1) {
      for (let ms = 0; ms < 500 + at; ms += 5) {
        press('/overlay/send', 't', 'Score', ms);
        await clock.pass(5);
      }
      press('/overlay/panic');
    }
    expect(actions().filter((one) => (one as { do: string }).do === 'panic')).toHaveLength(20);
  });

  it('what comes after a wrong token in the same packet is not looked at', () => {
    const { datagram, refused, token, actions } = opened();
    datagram(
      bundle(1n, message('/overlay/go', 'wrong'), message('/overlay/go', 'wrong'), message('/overlay/go', token)),
    );
    expect([refused().length, actions()]).toEqual([1, []]);
  });
});
