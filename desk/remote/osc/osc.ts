import type { z } from 'zod';
import { OscChoice, type oscCalls, type oscMembers } from '../../../contract/desk-api/osc.ts';
import type { Calls } from '../../../contract/link/link.ts';
import type { OscPorts as OscSockets, OscServer } from '../../osc-ports.ts';
import type { Settings } from '../../screens/settings.ts';
import { hostOf, Listening } from '../listening.ts';
import type { MayStay } from '../remote-clients.ts';
import { OscInput, type OscInputPorts } from './input.ts';
import { Refusals, type RefusalsPorts } from './refusals.ts';
import { OscTally, type OscTallyPorts } from './tally.ts';

const off: OscChoice = { reach: 'off', port: 8_931, tcp: 'slip', tally: [] };

export interface OscPorts
  extends Omit<OscInputPorts, 'refusals'>, Pick<RefusalsPorts, 'log'>, Pick<OscTallyPorts, 'watch' | 'sub'> {
  settings: Pick<Settings, 'member' | 'save'>;
  sockets: OscSockets;
  changed(): void;
}

/** Control by OSC: whether it is on, what comes in, and where the tally goes. */
export class Osc {
  readonly #ports: OscPorts;
  readonly #refusals: Refusals;
  readonly #input: OscInput;
  readonly #listening: Listening<OscServer>;
  #choice: OscChoice;
  #tally: OscTally | undefined;
  /** Where the tally goes, and how it listens, as it was served last. */
  #told = '';
  #heard = '';
  /** Tells that nothing is known any more, on its way. */
  #ending: Promise<unknown> = Promise.resolve();

  constructor(ports: OscPorts) {
    this.#ports = ports;
    this.#choice = ports.settings.member('osc', OscChoice) ?? off;
    this.#refusals = new Refusals(ports);
    this.#input = new OscInput({ ...ports, refusals: this.#refusals });
    this.#listening = new Listening(ports);
  }

  /** Begins to listen and to tell, as it was chosen before the desk started. */
  start(): void {
    void this.#serve();
  }

  get view(): z.infer<(typeof oscMembers)['osc']> {
    return { ...this.#choice, problem: this.#listening.problem, refused: this.#refusals.last };
  }

  /** Why it does not listen, in a sentence for the operator; none if it does. */
  get problems(): string[] {
    const { problem } = this.#listening;
    return problem === '' ? [] : [`OSC: ${problem}`];
  }

  readonly calls: Calls<{ calls: typeof oscCalls; events: Record<string, never> }> = {
    setOsc: async (choice) => {
      this.#choice = choice;
      this.#ports.settings.save('osc', choice);
      await this.#serve();
      return null;
    },
  };

  /** Ends the connections of a client, but those that may stay. */
  closeClient(client: string, mayStay: MayStay): void {
    this.#input.closeClient(client, mayStay);
  }

  /** Ends everything. Resolves when no socket is left. */
  async close(): Promise<void> {
    this.#choice = { ...this.#choice, reach: 'off', tally: [] };
    await this.#serve();
  }

  /** Serves as it was chosen last. What is as it was before goes on: nobody loses a connection because the tally has a new receiver. */
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
