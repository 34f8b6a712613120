import type { z } from 'zod';
import { OscChoice, type oscCalls, type oscMembers } from '../../../contract/desk-api/osc.ts';
import type { Calls } from '../../../contract/link/link.ts';
import type { OscPorts as OscSockets, OscServer } from '../../osc-ports.ts';
import type { Settings } from '../../screens/settings.ts';
import { hostOf, Listening } from '../listening.ts';
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

  /** A client may do less than before, or is gone. */
  closeClient(client: string): void {
    this.#input.closeClient(client);
  }

  /** Ends everything. Resolves when no socket is left. */
  async close(): Promise<void> {
    this.#choice = { ...this.#choice, reach: 'off', tally: [] };
    await this.#serve();
  }

  async #serve(): Promise<void> {
    const { clock, watch, sub, sockets } = this.#ports;
    const ended = this.#tally?.close();
    this.#ending = Promise.all([this.#ending, ended]);
    const { tally } = this.#choice;
    const openSender = () => sockets.openSender();
    this.#tally = tally.length > 0 ? new OscTally(tally, { clock, watch, sub, openSender }) : undefined;
    await this.#listening.serve(() => {
      const { reach, port, tcp } = this.#choice;
      if (reach === 'off') return undefined;
      return { port, open: () => sockets.listen({ host: hostOf(reach), port }, this.#input.handlers(tcp)) };
    });
    await this.#ending;
  }
}
