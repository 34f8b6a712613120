import { type ChildProcess, fork, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type Server } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, vi } from 'vitest';
import { patience } from '../../../build/test-patience.ts';
import { root } from '../../../build/set-up.js';
import type { DeviceSends, DeviceTells } from './device-program.ts';
import { jackAddon } from './jack-addon.ts';

const program = fileURLToPath(new URL('./device-program.ts', import.meta.url));
const register = new URL('./jack-register.ts', import.meta.url);

/**
 * The name of the server. JACK remembers eight servers, also those that were killed, so each copy of the project always takes the
 * same name.
 */
const name = `overlay-desk-${createHash('sha256').update(root).digest('hex').slice(0, 8)}`;
const socket = `/dev/shm/jack_${name}_${String(process.getuid?.())}_0`;

/** The server ends with this process, however that ends. */
const untilStdinCloses = 'jackd "$@" & read -r _; kill $!; wait';
const serverFlags = ['-n', name, '-r', '--no-mlock', '-p', '64', '-d', 'dummy', '-p', '256'];

/** The MIDI system of a test: a JACK server without sound. It may lose messages when the machine is busy. */
export interface Jack {
  /** The flags with which Node loads RtMidi for JACK. */
  flags: string[];
  /** Starts devices of these names, in a process of their own. */
  plugIn(...names: string[]): Promise<Devices>;
  close(): Promise<void>;
}

/** Starts a JACK server. Gives the reason if there can be none here. */
export async function startJack(): Promise<Jack | { missing: string }> {
  const addon = await jackAddon();
  if ('missing' in addon) return addon;
  const turn = await ownTurn();
  const server = spawn('sh', ['-c', untilStdinCloses, 'sh', ...serverFlags], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  await vi.waitUntil(isListening, { timeout: patience.wait, interval: 100 });
  const url = new URL(register);
  url.searchParams.set('addon', addon.file);
  url.searchParams.set('server', name);
  const flags = ['--import', url.href];
  return {
    flags,
    async plugIn(...names) {
      const devices = new Devices(fork(program, names, { execArgv: flags, stdio: ['ignore', 2, 'ignore', 'ipc'] }));
      await expect.poll(() => devices.told).toContainEqual({ ready: true });
      return devices;
    },
    async close() {
      server.stdin.end();
      if (server.exitCode === null) await once(server, 'exit');
      turn.close();
    },
  };
}

/** One test file has the server at a time. Its turn ends with its process, however that ends: nobody else has a socket of this name. */
async function ownTurn(): Promise<Server> {
  for (;;) {
    const turn = createServer();
    const isOwn = await new Promise<boolean>((resolve) => {
      turn.once('error', () => resolve(false)).listen(`\0${name}`, () => resolve(true));
    });
    if (isOwn) return turn;
    await pause(200);
  }
}

function isListening(): Promise<boolean> {
  return new Promise((resolve) => {
    const tried = connect(socket, () => {
      tried.destroy();
      resolve(true);
    }).once('error', () => resolve(false));
  });
}

/** Devices that are plugged in. */
export class Devices {
  readonly told: DeviceTells[] = [];
  readonly #child: ChildProcess;

  constructor(child: ChildProcess) {
    this.#child = child;
    child.on('message', (message: DeviceTells) => this.told.push(message));
  }

  play(device: string, bytes: number[]): void {
    this.#child.send({ device, bytes } satisfies DeviceSends);
  }

  /** The messages that a device received. */
  received(device: string): number[][] {
    return this.told.flatMap((told) => ('received' in told && told.device === device ? [told.received] : []));
  }

  /** Ends them in order, which a server gets over faster. */
  async leave(): Promise<void> {
    if (this.#child.connected) this.#child.disconnect();
    await this.#exited();
  }

  async #exited(): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) await once(this.#child, 'exit');
  }

  /** Pulls them out, with no chance to say good-bye. */
  async unplug(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#exited();
  }
}
