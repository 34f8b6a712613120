import { texts } from '../../contract/texts/texts.ts';
import type { OutputView } from '../../contract/desk-api/desk-api.ts';
import type { SnapshotOutput } from '../../contract/service-api/live-channel.ts';
import type { OutputPage } from '../../contract/service-api/output-page.ts';

/** An output drops frames if it lost this many within this time (ms). */
const dropping = { frames: 5, within: 10_000 };
/** Milliseconds until an output without the newest change counts as behind. Reports take a while. */
const behindAfter = 3_000;

interface Remembered {
  /** The dropped-frame counts within the observed time, and the last count before. */
  counts: { at: number; dropped: number }[];
  behindSince: number | undefined;
}

interface OutputsReport {
  now: number;
  told: number;
  revision: number;
  outputs?: readonly SnapshotOutput[] | undefined;
}

export class Outputs {
  /** Null until the service reports them. */
  list: OutputView[] | null = null;
  /** When the service last reported its pages (ms since the epoch by its clock). */
  told = 0;
  /** The pages of main and backup draw a standby hidden, which is all that is expected of them. */
  isStandby = false;
  readonly #remembered = new Map<number, Remembered>();

  lose(): void {
    this.list = null;
    this.#remembered.clear();
  }

  /**
   * Adopts a report that came at `now` (monotonic ms) and was made at `told` (ms since the epoch by the service's
   * clock), with the show at `revision`. `outputs` lists the app's outputs if reported.
   */
  update(pages: readonly OutputPage[], { now, told, revision, outputs = [] }: OutputsReport): void {
    this.told = told;
    const present = new Set(pages.map(({ id }) => id));
    for (const id of this.#remembered.keys()) if (!present.has(id)) this.#remembered.delete(id);
    const numbers = new Map<string, number>();
    this.list = pages.map((page) => {
      const name = nameOf(page, outputs);
      const number = (numbers.get(name) ?? 0) + 1;
      numbers.set(name, number);
      return { ...page, name: `${name} ${number}`, ...this.#judge(page, { now, revision }) };
    });
  }

  /** Describes problems for the operator. `loaded`: whether there is a show to draw; `usersOf`: the fields with a value. */
  problems(loaded: boolean, usersOf: (value: string) => string[], told: readonly SnapshotOutput[] = []): string[] {
    if (this.list === null || !loaded) return [];
    const outputs = this.list.filter(isDrawn);
    return [
      ...this.list.flatMap(({ name, engine }) => (engine?.tooOld ? [texts.outputs.tooOld(name, engine.name)] : [])),
      ...(outputs.length === 0 ? [texts.outputs.none] : undrawn(outputs, told)),
      ...(!this.isStandby && outputs.length > 0 && outputs.every(({ hidden }) => hidden)
        ? [texts.outputs.otherSide]
        : []),
      // Screens show the first ones whole.
      ...seenFaults(this.list, usersOf),
      ...outputs.filter((one) => one.behind).map(({ name }) => texts.outputs.behind(name)),
      ...outputs.filter((one) => one.dropping).map(({ name }) => texts.outputs.dropsFrames(name)),
    ];
  }

  /** The output pages that have not drawn the frame asked for after `since` (ms by the service's clock). */
  undrawnSince(since: number): string[] {
    const outputs = this.list?.filter(isDrawn) ?? [];
    return outputs.flatMap(({ name, drew }) => ((drew ?? -Infinity) >= since ? [] : [name]));
  }

  #judge(
    page: OutputPage,
    { now, revision }: { now: number; revision: number },
  ): { dropping: boolean; behind: boolean } {
    const { counts, behindSince } = this.#remembered.get(page.id) ?? { counts: [], behindSince: undefined };
    const all = [...counts, { at: now, dropped: page.dropped }];
    const first = all.findLastIndex(({ at }) => at < now - dropping.within);
    const kept = all.slice(Math.max(0, first));
    const since = page.revision < revision ? (behindSince ?? now) : undefined;
    this.#remembered.set(page.id, { counts: kept, behindSince: since });
    return {
      dropping: page.dropped - (kept[0]?.dropped ?? 0) >= dropping.frames,
      behind: since !== undefined && now - since >= behindAfter,
    };
  }
}

const isDrawn = ({ role, engine }: OutputView): boolean => role === 'output' && engine?.tooOld !== true;

/** With several outputs, a page has the name of its output. */
function nameOf({ role, output }: OutputPage, told: readonly SnapshotOutput[]): string {
  const own = told.length > 1 && role === 'output' ? told.find(({ id }) => id === output)?.name : undefined;
  return own ?? texts.outputs.pages[role];
}

function undrawn(pages: readonly OutputView[], told: readonly SnapshotOutput[]): string[] {
  const drawn = new Set(pages.map(({ output }) => output));
  const open = told.filter(({ id, root }) => root !== null && !drawn.has(id));
  return open.map(({ name }) => texts.outputs.noPage(name));
}

/** Lists each missing source and each failure once, under the first page that reports it. Skips previews: not on air. */
function seenFaults(list: readonly OutputView[], usersOf: (value: string) => string[]): string[] {
  const inOrder = [...list].sort((a, b) => Number(b.role === 'output') - Number(a.role === 'output'));
  const faults = new Map<string, string>();
  for (const { role, name, missing, failures = [] } of inOrder) {
    if (role === 'preview') continue;
    for (const { source, reason } of missing) {
      const missed = [source, ...usersOf(source)].join(', ');
      if (!faults.has(source)) faults.set(source, texts.outputs.misses(name, missed, reason));
    }
    for (const { problem } of failures)
      if (!faults.has(problem)) faults.set(problem, texts.outputs.fails(name, problem));
  }
  return [...faults.values()];
}
