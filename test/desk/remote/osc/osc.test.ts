import { texts } from '../../../../contract/texts/texts.ts';
import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { OscChoice } from '../../../../contract/desk-api/osc.ts';
import { type OscArgument, readPacket } from '../../../../desk/remote/osc/packet.ts';
import { type World, world } from '../../../kit/desk/world.ts';
import { flatShow, ids, smallShow } from '../../../kit/service/small-show.ts';
import { slipFrame, timetagOf, writePacket } from '../../../kit/desk/osc-writer.ts';

const off: OscChoice = { reach: 'off', port: 8_931, tcp: 'slip', tally: [] };
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

async function boundUdp(): Promise<{ socket: UdpSocket; port: number }> {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  ends.push(() => socket.close());
  return { socket, port: socket.address().port };
}

/** The clock of the desk goes on until this is so. */
async function passing(stage: World, isSo: () => boolean): Promise<void> {
  while (!isSo()) {
    await stage.clock.pass(20);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

let ports = 0;

/** A port for UDP and TCP. Systems give none below 32768 by themselves, so no other test has it. */
function nextPort(): number {
  ports += 1;
  return 10_000 + ((process.pid * 64 + ports) % 20_000);
}

/** A desk with a show that listens for OSC on a free port, with one client. */
async function opened(choice: Partial<OscChoice> = {}, composition = flatShow) {
  const stage = await world({ composition });
  ends.push(() => stage.screen.call('setOsc', off));
  const port = nextPort();
  await stage.screen.call('setOsc', { ...off, reach: 'machine', port, ...choice });
  const { token, id } = await stage.screen.call('addRemoteClient', { name: 'Panel', right: 'fire', addresses: [] });
  return { stage, port, token, client: id, until: (isSo: () => boolean) => passing(stage, isSo) };
}

const text = (value: string): OscArgument => ({ type: 's', value });
const written = (address: string, ...given: string[]) => writePacket({ address, arguments: given.map(text) });

async function tcpTo(port: number): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port });
  ends.push(() => socket.destroy());
  await once(socket, 'connect');
  return socket;
}

describe('OSC over real sockets', () => {
  it('takes a sub-composition by UDP, with the name of its client in the as-run log', async () => {
    const { stage, port, token, until } = await opened();
    const { socket } = await boundUdp();
    socket.send(written('/overlay/take', token, 'Title', 'In'), port, '127.0.0.1');
    await until(() => stage.tally(ids.title) === 'ON AIR');
    expect(stage.lines.at(-1)).toMatchObject({ trigger: { kind: 'api', detail: 'Panel' }, result: 'confirmed' });
  });

  it.each([
    ['slip', slipFrame],
    ['length', (packet: Uint8Array) => Buffer.concat([Uint8Array.of(0, 0, 0, packet.length), packet])],
  ] as const)(
    'takes it by TCP (%s), however the bytes arrive, and another client holds nothing up',
    async (tcp, frame) => {
      const { stage, port, token, until } = await opened({ tcp });
      const slow = await tcpTo(port);
      slow.write(frame(written('/overlay/token', token)).subarray(0, 7));
      const socket = await tcpTo(port);
      const bytes = Buffer.concat([
        frame(written('/overlay/token', token)),
        frame(written('/overlay/take', 'Title', 'In')),
      ]);
      for (const byte of bytes) socket.write(Uint8Array.of(byte));
      await until(() => stage.tally(ids.title) === 'ON AIR');
      expect(stage.lines.at(-1)?.trigger).toEqual({ kind: 'api', detail: 'Panel' });
    },
  );

  it('closes the connection of a client that is removed', async () => {
    const { stage, port, token, client, until } = await opened();
    const socket = await tcpTo(port);
    const closed = once(socket, 'close');
    socket.write(Buffer.concat([slipFrame(written('/overlay/token', token)), slipFrame(written('/overlay/nothing'))]));
    await until(() => stage.view.osc.refused !== null);
    await stage.screen.call('removeRemoteClient', { id: client });
    await closed;
    expect(stage.lines).toEqual([]);
  });

  it('tells on screen what it refused and why, and does nothing of it', async () => {
    const { stage, port, token, until } = await opened();
    const { socket } = await boundUdp();
    const take = { address: '/overlay/take', arguments: [token, 'Title', 'In'].map(text) };
    const sends = [
      [Uint8Array.of(1, 2, 3), texts.osc.notFour],
      [written('/overlay/take', 'wrong', 'Title', 'In'), texts.remote.tokenWrong],
      [
        writePacket({ timetag: timetagOf(stage.clock.now() - 60_000), elements: [take] }),
        'so nothing of it is carried out.',
      ],
      [
        writePacket({ timetag: timetagOf(stage.clock.now() + 60_000), elements: [take] }),
        'and the desk waits for no other clock.',
      ],
    ] as const;
    for (const [bytes, reason] of sends) {
      socket.send(bytes, port, '127.0.0.1');
      await until(() => stage.view.osc.refused?.text.endsWith(reason) ?? false);
    }
    expect([stage.tally(ids.title), stage.service.sent]).toEqual(['OUT', []]);
    expect(stage.view.osc.refused?.text).toContain('From 127.0.0.1: ');
  });

  it('says on screen that its port is taken, and listens once another is chosen', async () => {
    const { port } = await opened();
    const other = await opened({ reach: 'off' });
    await other.stage.screen.call('setOsc', { ...off, reach: 'machine', port });
    await other.stage.clock.pass(20);
    const problem = texts.remote.portUnusable(port, 'EADDRINUSE');
    expect(other.stage.view.osc.problem).toBe(problem);
    expect(other.stage.view.notices.map((notice) => notice.text)).toContain(`OSC: ${problem}`);
    await other.stage.screen.call('setOsc', { ...off, reach: 'machine', port: other.port });
    await other.stage.clock.pass(20);
    expect(other.stage.view.osc.problem).toBe('');
  });

  it('tells the tally by UDP: on air once confirmed, unknown when the service is lost, and when the desk stops', async () => {
    const { socket, port } = await boundUdp();
    const heard: string[] = [];
    socket.on('message', (bytes) => {
      const packet = readPacket(bytes);
      const [value] = 'address' in packet ? packet.arguments : [];
      if ('address' in packet && value && 'value' in value) heard.push(`${packet.address} ${String(value.value)}`);
    });
    const { stage, until } = await opened({ reach: 'off', tally: [`127.0.0.1:${port}`] });
    await until(() => heard.includes('/overlay/onair/Title 0'));
    await stage.do({ do: 'take', subComposition: stage.at(ids.title), to: 'In' });
    await until(() => heard.includes('/overlay/onair/Title 1'));
    expect(heard).toContain('/overlay/tally/Title ON AIR');
    heard.length = 0;
    stage.service.away = true;
    stage.service.disturb({ kind: 'cut' });
    await until(() => heard.includes('/overlay/onair/Title 0'));
    expect([heard.includes('/overlay/tally/Title UNKNOWN'), heard.includes('/overlay/tally/Title ON AIR')]).toEqual([
      true,
      false,
    ]);
    heard.length = 0;
    await stage.screen.call('setOsc', off);
    await until(() => heard.includes('/overlay/tally/Title UNKNOWN'));
  });

  it('tells that a graphic is hidden by that around it', async () => {
    const { socket, port } = await boundUdp();
    const heard: string[] = [];
    socket.on('message', (bytes) => heard.push(Buffer.from(bytes).toString('latin1')));
    const { stage, until } = await opened({ reach: 'off', tally: [`127.0.0.1:${port}`] }, smallShow);
    const has = (part: string): boolean =>
      heard.some((one) => one.startsWith('/overlay/tally/Home') && one.includes(part));
    await stage.do({ do: 'take', subComposition: stage.at(ids.home), to: 'In' });
    await until(() => has('HIDDEN'));
    expect(has('ON AIR')).toBe(false);
    await stage.do({ do: 'take', subComposition: stage.at(ids.score), to: 'In' });
    await until(() => has('ON AIR'));
  });

  it('keeps connections when the tally goes elsewhere, and the tally when it listens elsewhere', async () => {
    const tally = await boundUdp();
    const heard: string[] = [];
    tally.socket.on('message', (bytes) => heard.push(Buffer.from(bytes).toString('latin1')));
    const { stage, port, token, until } = await opened();
    const choice: OscChoice = { ...off, reach: 'machine', port };
    const socket = await tcpTo(port);
    socket.write(slipFrame(written('/overlay/token', token)));
    await until(() => stage.view.remote.clients.some(({ seen }) => seen !== null));
    await stage.screen.call('setOsc', { ...choice, tally: [`127.0.0.1:${tally.port}`] });
    await until(() => heard.some((one) => one.startsWith('/overlay/onair/Title')));
    socket.write(slipFrame(written('/overlay/take', 'Title', 'In')));
    await until(() => heard.some((one) => one.startsWith('/overlay/tally/Title') && one.includes('ON AIR')));
    await stage.clock.pass(1_000);
    await stage.screen.call('setOsc', { ...choice, tcp: 'off', tally: [`127.0.0.1:${tally.port}`] });
    await stage.do({ do: 'take', subComposition: stage.at(ids.title), to: 'Out' });
    const onAirAt = () =>
      heard.findLastIndex((one) => one.startsWith('/overlay/tally/Title') && one.includes('ON AIR'));
    const isOut = () =>
      heard.slice(onAirAt()).some((one) => one.startsWith('/overlay/tally/Title') && one.includes('OUT'));
    await until(() => onAirAt() >= 0 && isOut());
    expect(heard.filter((one) => one.includes('UNKNOWN'))).toEqual([]);
  });

  it('is kept for the next start, with the port and where the tally goes', async () => {
    const { stage, port } = await opened({ tcp: 'length', tally: ['127.0.0.1:9'] });
    const kept = stage.files.settings.written.at(-1) as { osc?: unknown };
    expect(kept.osc).toEqual({ reach: 'machine', port, tcp: 'length', tally: ['127.0.0.1:9'] });
  });

  it('listens and tells as it was chosen before, from the start', async () => {
    const tally = await boundUdp();
    const first = once(tally.socket, 'message');
    const { port } = await opened();
    const osc = { ...off, reach: 'machine', port, tally: [`127.0.0.1:${tally.port}`] };
    await ends.pop()?.();
    const stage = await world({ settings: { osc } });
    ends.push(() => stage.screen.call('setOsc', off));
    const [bytes] = (await first) as [Uint8Array];
    expect(readPacket(bytes)).toMatchObject({ address: expect.stringContaining('/overlay/tally/') as string });
    tally.socket.send(written('/overlay/go'), port, '127.0.0.1');
    await passing(stage, () => stage.view.osc.refused !== null);
    expect(stage.view.osc.refused?.text).toContain('no token');
  });

  it.each(['127.0.0.1', 'tally.local:9000', '127.0.0.1:0', '127.0.0.1:65536', '::1:9000', ''])(
    'sends no tally to %j, which is no address with a port',
    async (destination) => {
      const { stage } = await opened();
      await expect(stage.screen.call('setOsc', { ...off, tally: [destination] })).rejects.toThrow(
        'expected an address and a port',
      );
    },
  );
});
