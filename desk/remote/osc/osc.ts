import type { z } from 'zod';
import { OscChoice, type oscCalls, type oscMembers } from '../../../contract/desk-api/osc.ts';
import type { Calls } from '../../../contract/link/link.ts';
import type { OscSocketPorts, OscServer } from '../../osc-ports.ts';
import type { Settings } from '../../screens/settings.ts';
import { hostOf, Listening } from '../listening.ts';
import type { MayStay } from '../remote-clients.ts';
import { OscInput, type OscInputPorts } from './input.ts';
import { OscRefusals, type OscRefusalsPorts } from './refusals.ts';
import { OscTally, type OscTallyPorts } from './tally.ts';

const off: OscChoice = { reach: 'off', port: 8_931, tcp: 'slip', tally: [] };

export interface OscPorts
  extends Omit<OscInputPorts, 'refusals'>, Pick<OscRefusalsPorts, 'log'>, Pick<OscTallyPorts, 'watch' | 'sub'> {
  settings: Pick<Settings, 'member' | 'save'>;
  sockets: OscSocketPorts;
  changed(): void;
}

export class Osc {
  readonly #ports: OscPorts;
  readonly #refusals: OscRefusals;
  readonly #input: OscInput;
  readonly #listening: Listening<OscServer>;
  #choice: OscChoice;
  #tally: OscTally | undefined;
  #told = '';
  #heard = '';
  /** The final UNKNOWN tally, being sent. */
  #ending: Promise<unknown> = Promise.resolve();

  constructor(ports: OscPorts) {
    this.#ports = ports;
    this.#choice = ports.settings.member('osc', OscChoice) ?? off;
    this.#refusals = new OscRefusals(ports);
    this.#input = new OscInput({ ...ports, refusals: this.#refusals });
    this.#listening = new Listening(ports);
  }

  start(): void {
    void this.#serve();
  }

  get view(): z.infer<(typeof oscMembers)['osc']> {
    return { ...this.#choice, problem: this.#listening.problem, refused: this.#refusals.last };
  }

  get problems(): string[] {
    const { problem } = this.#listening;
    return problem === '' ? [] : [`OSC: ${problem}`];
  }

  readonly calls: Calls<{ calls: typeof oscCalls; events: Record<string, never> }> = {
    setOsc: async (choice) => {
      this.#choice = choice;
      this.#ports.settings.save('osc', choice);
      await this.#serve();
    },
  };

  closeClient(client: string, mayStay: MayStay): void {
    this.#input.closeClient(client, mayStay);
  }

  /** Resolves when all sockets are closed. */
  async close(): Promise<void> {
    this.#choice = { ...this.#choice, reach: 'off', tally: [] };
    await this.#serve();
  }

  /** Restarts only what has changed: a new tally destination must not drop connections. */
  async #serve(): Promise<void> {
    const { reach, port, tcp, tally } = this.#choice;
    if (tally.join() !== this.#told) this.#tell(tally);
    const wanted = `${reach} ${port} ${tcp}`;
    const isSame = wanted === this.#heard && this.#listening.problem === '';
    this.#heard = wanted;
    if (!isSame) await this.#listen();
    else this.#ports.changed();
    await this.#ending;
  }

  #tell(tally: readonly string[]): void {
    const { clock, watch, sub, sockets } = this.#ports;
    this.#told = tally.join();
    this.#ending = Promise.all([this.#ending, this.#tally?.close()]);
    const openSender = () => sockets.openSender();
    this.#tally = tally.length > 0 ? new OscTally(tally, { clock, watch, sub, openSender }) : undefined;
  }

  #listen(): Promise<void> {
    return this.#listening.serve(() => {
      const { reach, port, tcp } = this.#choice;
      if (reach === 'off') return undefined;
      const handlers = this.#input.handlers(tcp);
      return { port, open: () => this.#ports.sockets.listen({ host: hostOf(reach), port }, handlers) };
    });
  }
}
