import type { OutputView } from '../../contract/desk-api/desk-api.ts';
import type { OutputPage, PageRole } from '../../contract/service-api/output-page.ts';

/** An output drops frames where it lost at least so many in the time (ms) that is looked back on. */
const dropping = { frames: 5, within: 10_000 };
/** A report takes its time: an output that does not show the newest change for longer than this (ms) is behind. */
const behindAfter = 3_000;

/** What is remembered of a page from report to report. */
interface Remembered {
  /** The counts of dropped frames that are not older than is looked back on, and the last one before. */
  counts: { at: number; dropped: number }[];
  behindSince: number | undefined;
}

/** The pages that draw the show, as the service last told of them. */
export class Outputs {
  /** Null as long as nobody told. */
  list: OutputView[] | null = null;
  readonly #remembered = new Map<number, Remembered>();

  /** Nobody tells of them any more. */
  lose(): void {
    this.list = null;
    this.#remembered.clear();
  }

  /** Take over what was told at `now` (ms that never jump), when the show was at `revision`. */
  update(pages: readonly OutputPage[], { now, revision }: { now: number; revision: number }): void {
    const present = new Set(pages.map(({ id }) => id));
    for (const id of this.#remembered.keys()) if (!present.has(id)) this.#remembered.delete(id);
    const numbers = new Map<PageRole, number>();
    this.list = pages.map((page) => {
      const number = (numbers.get(page.role) ?? 0) + 1;
      numbers.set(page.role, number);
      return { ...page, name: `${names[page.role]} ${number}`, ...this.#judge(page, { now, revision }) };
    });
  }

  /** What the operator must know of them, in words. `loaded`: whether there is a show to be seen. */
  problems(loaded: boolean): string[] {
    if (this.list === null || !loaded) return [];
    const outputs = this.list.filter(({ role }) => role === 'output');
    return [
      ...(outputs.length === 0 ? ['No output shows this show.'] : []),
      ...outputs.filter((one) => one.dropping).map(({ name }) => `${name} drops frames.`),
      ...outputs.filter((one) => one.behind).map(({ name }) => `${name} does not show the newest change.`),
      ...missing(this.list),
    ];
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

const names: Record<PageRole, string> = { output: 'Output', monitor: 'Program picture', preview: 'Preview' };

/** Each that cannot be had once, as the first page tells that misses it; what is only previewed is no concern of the show. */
function missing(list: readonly OutputView[]): string[] {
  const inOrder = [...list].sort((a, b) => Number(b.role === 'output') - Number(a.role === 'output'));
  const bySource = new Map<string, string>();
  for (const { role, name, missing: sources } of inOrder) {
    if (role === 'preview') continue;
    for (const { source, reason } of sources) {
      if (!bySource.has(source)) bySource.set(source, `${name} misses ${source}: ${reason}`);
    }
  }
  return [...bySource.values()];
}
