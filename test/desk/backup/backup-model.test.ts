import fc from 'fast-check';
import { describe, it } from 'vitest';
import type { AnimationState } from '../../../contract/model/animation-state.ts';
import type { OperationItem, Request } from '../../../desk/app/operation.ts';
import { BackupStage, pairSettings, picture } from '../../kit/desk/backup-stage.ts';
import { steps, type Step, taken, texts, wordField } from '../../kit/desk/fault-steps.ts';
import { playedShow } from '../../kit/desk/played-show.ts';
import { playAgainst, type Played, same, unlike } from '../../kit/play-against.ts';
import { runs } from '../../kit/runs.ts';
import type { SentUpdate } from '../../kit/service/faulty-wire.ts';
import type { ScriptedService } from '../../kit/service/scripted-service.ts';
import { ids } from '../../kit/service/small-show.ts';

const sequences = runs(10_000);
const times = [0, 1, 5, 17, 50, 200, 700, 1_600, 2_100];
/** Milliseconds: a service that is only asked tells its clock in answers, to the second. */
const clocksKnownTo = 1_100;
const delays = [0, 1, 40, 300, 1_900, 2_500];

/** What an operator presses, what others do, what fails on either side, and going over and back in between. */
type Event = Step | { do: 'move'; to: 'main' | 'backup'; panic: boolean } | { do: 'flap'; app: number; times: number };

const events: fc.Arbitrary<Event[]> = fc
  .tuple(
    steps({ times, delays }),
    fc.array(
      fc.tuple(
        fc.nat(30),
        fc.oneof(
          fc.record({
            do: fc.constant('move' as const),
            to: fc.constantFrom('main' as const, 'backup' as const),
            panic: fc.boolean(),
          }),
          fc.record({ do: fc.constant('flap' as const), app: fc.nat(1), times: fc.integer({ min: 1, max: 4 }) }),
        ),
      ),
      { maxLength: 5 },
    ),
  )
  .map(([asked, more]) => {
    const all: Event[] = asked.filter((step) => step.do !== 'clock' && step.do !== 'channel');
    for (const [at, event] of more) all.splice(at, 0, event);
    return all;
  });

describe('whatever is pressed and whatever fails', () => {
  it(`main and backup keep their rules (${sequences} sequences)`, async () => {
    // The backup's service offers the live channel.
    const hasLive = fc.tuple(fc.boolean(), fc.constant(true));
    const after = fc.constantFrom(null, 0, 300);
    await playAgainst(
      { given: fc.record({ hasLive, after, started: fc.boolean() }), open: (given) => BackupPlay.open(given) },
      { any: events, numRuns: sequences },
      { after: (play, one) => play.look(one), atRest: (play) => play.lookAtRest() },
    );
  });
});

/** Plays events. */
class BackupPlay implements Played<Event> {
  readonly #stage: BackupStage;
  #number = 0;
  /** What the main had been sent, and which of the two was in use, before the last event. */
  #before = { sent: 0, inUse: '' };
  /** Whether an operator has acted on the app, or the desk may by itself: nothing is sent before. */
  #acted: boolean;

  private constructor(stage: BackupStage, acted: boolean) {
    this.#stage = stage;
    this.#acted = acted;
  }

  /** `started`: the desk has started with the pair in its settings; otherwise an operator has just made it. */
  static async open({
    hasLive,
    after,
    started,
  }: {
    hasLive: [main: boolean, backup: boolean];
    after: number | null;
    started: boolean;
  }): Promise<BackupPlay> {
    const kept = started ? { settings: [pairSettings({ after })] } : { after };
    const stage = await BackupStage.open({ hasLive, ahead: 60_000, show: playedShow, ...kept });
    if (started) await stage.clock.pass(100);
    return new BackupPlay(stage, !started || after !== null);
  }

  async step(one: Event): Promise<void> {
    const { main, backup, clock, view } = this.#stage;
    this.#before = { sent: main.sent.length, inUse: view.inUse };
    const service = 'app' in one && one.app === 1 ? backup : main;
    switch (one.do) {
      case 'value': {
        const [id, field] = texts[one.field] ?? ['', ''];
        return void (await this.#press({ [field]: `word ${++this.#number}` }, { id }));
      }
      case 'take':
        return this.#take(one.at, one.to, one.words);
      case 'look':
        for (const { at, to, words } of one.takes) await this.#take(at, to, words);
        return;
      case 'fire':
        return this.#send({ id: ids.title, commands: { flash: 'execute' } }, 'command');
      case 'time':
        return this.#send({ id: ids.title, commands: { timer: { command: 'play' } } }, 'command');
      case 'panic':
        this.#acted = true;
        return void this.#stage.app.panic(this.#stage.nextPress());
      case 'elsewhere':
        return void service.show.apply([{ subCompositionId: taken[one.at] ?? '', state: one.to }]);
      case 'pass':
        return clock.pass(one.milliseconds);
      case 'update fault':
        return void service.updateFaults.push(one.fault);
      case 'read fault':
        return void service.readFaults.push(one.fault);
      case 'live fault':
        return service.disturb(one.fault);
      case 'away':
        return this.#away(service, one.milliseconds);
      case 'flap':
        for (let at = 0; at < one.times; at++) await this.#away(service, 60);
        return;
      case 'move':
        return this.#move(one.to, one.panic);
      case 'clock':
      case 'channel':
        return;
    }
  }

  /** `panic`: while it goes over or back. */
  async #move(to: 'main' | 'backup', panic: boolean): Promise<void> {
    this.#acted ||= panic || to === 'backup';
    const moving = this.#stage.move(to);
    if (panic) this.#stage.app.panic(this.#stage.nextPress());
    await moving;
  }

  async #away(service: ScriptedService, milliseconds: number): Promise<void> {
    service.away = true;
    await this.#stage.clock.pass(milliseconds);
    service.away = false;
    await this.#stage.clock.pass(60);
  }

  #take(at: number, state: AnimationState, words: boolean): Promise<void> {
    const id = taken[at] ?? '';
    const field = words ? wordField[id] : undefined;
    return this.#press(field === undefined ? undefined : { [field]: `word ${++this.#number}` }, { id, state });
  }

  async #press(
    payload: Record<string, unknown> | undefined,
    to: { id: string; state?: AnimationState },
  ): Promise<void> {
    const { id, state } = to;
    return this.#send({ id, ...(payload && { payload }), ...(state && { state }) }, state ? 'take' : 'values');
  }

  async #send(item: OperationItem, kind: Request['kind']): Promise<void> {
    const sent = await this.#stage.press([item], kind);
    this.#acted ||= sent;
  }

  /** While the backup is in use nothing goes to the main, but what brings it to the picture of the backup, and panics. */
  #onlyOneIsOperated(one: Event): string[] {
    const { sent, inUse } = this.#before;
    const stays = one.do !== 'move' && one.do !== 'panic';
    const stayed = inUse === 'backup' && this.#stage.view.inUse === 'backup' && stays;
    // A panic for which the main had no quota is sent there again.
    const more = this.#stage.main.sent.slice(sent).filter((one) => !isPanic(one));
    return stayed ? unlike('What the main was sent while it was given up', more, []) : [];
  }

  #nothingIsSentUnasked(): string[] {
    const { main, backup, view } = this.#stage;
    if (this.#acted) return [];
    return [
      ...unlike('What was sent before anybody acted', [...main.sent, ...backup.sent], []),
      ...unlike('The backup is told to be kept the same', view.waits, true),
    ];
  }

  look(after: Event): string[] {
    return [...this.#onlyOneIsOperated(after), ...this.#nothingIsSentUnasked()];
  }

  /** Everything works again, and has had time enough. */
  async rest(): Promise<void> {
    const { main, backup, clock } = this.#stage;
    for (const service of [main, backup]) {
      service.updateFaults.length = service.readFaults.length = 0;
      service.away = false;
      service.disturb({ kind: 'slow', delay: 0 });
    }
    await clock.pass(5_000);
    // What nobody has operated since the start an operator repairs.
    if (this.#stage.view.waits) await this.#stage.desk.calls.repairBackup({ app: 'main' });
    // What a panic could not take out an operator takes out when all works again.
    if ([...this.#stage.app.panickedNotOut].length > 0) this.#stage.app.panic(this.#stage.nextPress());
    // A service that is only asked, and said that it is asked too often, is left alone for a minute.
    for (let at = 0; at < 150 && !this.#isQuiet; at++) await clock.pass(1_000);
    await clock.pass(1_500);
  }

  get #isQuiet(): boolean {
    const { view, app, main, backup } = this.#stage;
    const shows = view.inUse === 'main' ? main.show : backup.show;
    // What was acknowledged is not compared before it was read, and drift is told of what was read.
    const read = shows
      .control()
      .every((item) => same(app.state.confirmed.get(item.subCompositionId)?.payload, item.payload));
    if (app.state.connection.status !== 'live' || !read || !same(...this.#shownAndTrue)) return false;
    // A panic that is under way is shown only when it was read.
    if ([...app.panickedNotOut].length > 0) return false;
    const isSame = same(picture(main), picture(backup));
    // A main that is only asked is read seldom while it stands by.
    if (view.inUse === 'backup') return view.state === 'drift' || (view.state === 'same' && isSame);
    return view.state === 'same' && isSame;
  }

  get #shownAndTrue(): [unknown, unknown] {
    const { view, app, main, backup } = this.#stage;
    const shown = [...app.state.confirmed.ids].map((id) => [id, app.state.confirmed.get(id)?.state]);
    const { show } = view.inUse === 'main' ? main : backup;
    return [shown, show.control().map((item) => [item.subCompositionId, item.state])];
  }

  lookAtRest(): string[] {
    const { view, main, backup, ended } = this.#stage;
    const broken = unlike('The app shows another picture than that of the one in use', ...this.#shownAndTrue);
    const [one, other] = [picture(main), picture(backup)];
    if (view.inUse === 'main') {
      broken.push(...unlike('The backup is not the main', one, other));
      const isTimed = Math.abs(elapsed(main) - elapsed(backup)) <= clocksKnownTo;
      broken.push(...unlike('The timer of the backup is right', isTimed, true));
    }
    const state = same(one, other) ? 'same' : 'drift';
    if (state === 'drift' || view.inUse === 'main')
      broken.push(...unlike('The drift is told wrong', view.state, state));
    const open = ended.filter(({ operation }) => operation.action === 'Mirror');
    return [...broken, ...unlike('The log holds what nobody asked', open.length, 0)];
  }
}

function isPanic({ items }: SentUpdate): boolean {
  return items.every(({ state, action }) => state === 'Out' && action === 'jump');
}

/** Milliseconds that the timer of the show has run; 0 where it does not run. */
function elapsed({ show }: ScriptedService): number {
  const timer = show.control().find(({ subCompositionId }) => subCompositionId === ids.title)?.payload.timer;
  return typeof timer === 'object' && 'isRunning' in timer && timer.isRunning
    ? show.now() - timer.UTC + timer.value
    : 0;
}
