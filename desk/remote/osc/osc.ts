import { texts } from '../../../contract/texts/texts.ts';
import type { z } from 'zod';
import { OscChoice, type oscCalls, type oscMembers } from '../../../contract/desk-api/osc.ts';
import type { Calls } from '../../../contract/link/link.ts';
import type { Ground } from '../../ground.ts';
import type { OscServer } from '../../osc-ports.ts';
import { hostOf, Listening } from '../listening.ts';
import type { MayStay, RemoteClients } from '../remote-clients.ts';
import { OscInput, type PressedDesk } from './input.ts';
import { type OscRefusals, oscRefusals } from './refusals.ts';
import { OscTally, type ToldDesk } from './tally.ts';

const off: OscChoice = { reach: 'off', port: 8_931, tcp: 'slip', tally: [] };

export class Osc {
  readonly #ground: Ground;
  readonly #desk: PressedDesk & ToldDesk;
  readonly #refusals: OscRefusals;
  readonly #input: OscInput;
  readonly #listening: Listening<OscServer>;
  #choice: OscChoice;
  #tally: OscTally | undefined;
  #told = '';
  #heard = '';
  #ending: Promise<unknown> = Promise.resolve();

  constructor(ground: Ground, clients: RemoteClients, desk: PressedDesk & ToldDesk) {
    [this.#ground, this.#desk] = [ground, desk];
    const { clock, outside, screens, settings } = ground;
    this.#choice = settings.member('osc', OscChoice) ?? off;
    this.#refusals = oscRefusals(clock, outside.log, screens.changed);
    this.#input = new OscInput(clock, { clients, refusals: this.#refusals }, desk);
    this.#listening = new Listening(desk.knownError, screens.changed);
  }

  start(): void {
    void this.#serve();
  }

  get view(): z.infer<(typeof oscMembers)['osc']> {
    return { ...this.#choice, problem: this.#listening.problem, refused: this.#refusals.last() };
  }

  get problems(): string[] {
    const { problem } = this.#listening;
    return problem === '' ? [] : [texts.osc.problem(problem)];
  }

  readonly calls: Calls<{ calls: typeof oscCalls }> = {
    setOsc: async (change) => {
      this.#choice = OscChoice.parse({ ...this.#choice, ...change });
      this.#ground.settings.save('osc', this.#choice);
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
    else this.#ground.screens.changed();
    await this.#ending;
  }

  #tell(tally: readonly string[]): void {
    const { clock, outside } = this.#ground;
    this.#told = tally.join();
    this.#ending = Promise.all([this.#ending, this.#tally?.close()]);
    this.#tally =
      tally.length > 0 ? new OscTally(tally, { clock, sender: outside.osc.openSender() }, this.#desk) : undefined;
  }

  #listen(): Promise<void> {
    return this.#listening.serve(() => {
      const { reach, port, tcp } = this.#choice;
      if (reach === 'off') return undefined;
      const handlers = this.#input.handlers(tcp);
      return { port, open: () => this.#ground.outside.osc.listen({ host: hostOf(reach), port }, handlers) };
    });
  }
}
