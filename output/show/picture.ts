import type { Snapshot } from '../../contract/service-api/live-channel.ts';
import type { MissingMedia, PageFailure } from '../../contract/service-api/output-page.ts';
import type { UpdateFrame } from '../live/live-link.ts';
import { showFailures, type ShowFailures } from '../page/show-failures.ts';
import type { ShowMedia } from '../page/show-media.ts';
import type { PageService } from '../live/page-service.ts';
import { DrawnComposition } from './show.ts';
import type { DrawnStage } from '../page/stage.ts';

/** The longest wait for media (ms after arrival), so that pictures appear together with their words. */
const patience = 150;

interface PreparedFrame {
  fetching: Promise<unknown>[];
  show: () => void;
}

/**
 * The picture, made from the live channel's frames. Each frame is applied whole between two animation frames, in order.
 * A frame that cannot be shown is reported, and the picture stays.
 */
export class Picture {
  readonly #stage: DrawnStage;
  readonly #service: PageService;
  readonly #onShown: (revision: number) => void;
  readonly #failures: ShowFailures;
  /** `until`: the latest time (ms) to which it may delay later frames. */
  #waiting: { frame: UpdateFrame; until: number }[] = [];
  #loading = false;
  #show: DrawnComposition | undefined;
  /** Stays after the end, so that missing media are still reported. */
  #media: ShowMedia | undefined;
  #composition = '';
  #disposed = false;

  /** @param on `shown`: called with each revision once it is in the picture */
  constructor(stage: DrawnStage, service: PageService, on: { shown: (revision: number) => void; failure: () => void }) {
    this.#stage = stage;
    this.#service = service;
    this.#onShown = on.shown;
    this.#failures = showFailures((problem, error) => {
      console.error(`on air: ${problem}:`, error);
      on.failure();
    });
  }

  get missing(): MissingMedia[] {
    return this.#media?.missing ?? [];
  }

  get failures(): PageFailure[] {
    return this.#failures.list;
  }

  /** Shows a frame at once or after its pictures are decoded, but never much after its arrival. */
  receive(frame: UpdateFrame): void {
    this.#waiting.push({ frame, until: performance.now() + patience });
    if (!this.#loading) this.#drain();
  }

  /** Removes everything for good, including frames that wait for media. */
  dispose(): void {
    this.#disposed = true;
    this.#waiting = [];
    this.#show?.dispose();
    this.#show = undefined;
  }

  #drain(): void {
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      const { frame, until } = next;
      const prepared = this.#guard(frame, () => this.#prepare(frame));
      if (!prepared) continue;
      const show = (): void => {
        if (this.#disposed) return;
        this.#failures.remove(frame.type);
        this.#guard(frame, prepared.show);
        this.#onShown(frame.revision);
      };
      if (prepared.fetching.length === 0) {
        show();
        continue;
      }
      this.#loading = true;
      void settled(prepared.fetching, until - performance.now()).then(() => {
        this.#loading = false;
        show();
        this.#drain();
      });
      return;
    }
  }

  #prepare(frame: UpdateFrame): PreparedFrame {
    if (frame.type === 'change') {
      const show = this.#show;
      if (!show) throw new Error('a change came before the first snapshot');
      return { fetching: show.prepare(frame.changes), show: () => show.apply(frame.changes) };
    }
    const written = frame.composition && JSON.stringify(frame.composition);
    const [show, { control }] = [this.#show, frame];
    if (!show || (written !== undefined && written !== this.#composition)) {
      return this.#revise(frame, written ?? '') ?? this.#replace(frame, written ?? '');
    }
    return { fetching: show.prepare(asChanges(control)), show: () => show.reconcile(control, 'fire') };
  }

  /** Changes only what differs, so that the rest of the picture goes on; undefined if everything is drawn anew. */
  #revise({ composition, control }: Snapshot, written: string): PreparedFrame | undefined {
    const show = this.#show;
    const revised = composition && show?.revised(composition);
    if (!show || !revised) return undefined;
    const values = new Map(control.map(({ subCompositionId, payload }) => [subCompositionId, payload]));
    const media = revised.created.flatMap((view) => view.prepare(values.get(view.id) ?? {}) ?? []);
    return {
      fetching: [...show.prepare(asChanges(control)), ...media],
      show: () => {
        revised.adopt();
        this.#composition = written;
        show.reconcile(control, 'ignore');
      },
    };
  }

  /** Builds a new show behind the visible one and swaps them when complete. */
  #replace({ composition, control }: Snapshot, written: string): PreparedFrame {
    if (!composition) throw new Error('the first snapshot brought no composition');
    const show = new DrawnComposition(composition, this.#service, this.#failures);
    return {
      fetching: show.prepare(asChanges(control)),
      show: () => {
        this.#stage.mount(show.node, composition.stage, () => show.reconcile(control, 'ignore'));
        this.#show?.dispose();
        this.#show = show;
        this.#media = show.media;
        this.#composition = written;
      },
    };
  }

  #guard<T>(frame: UpdateFrame, step: () => T): T | undefined {
    try {
      return step();
    } catch (error) {
      const problem = `the ${frame.type} of revision ${frame.revision} cannot be shown`;
      this.#failures.add(frame.type, { problem }, error);
      return undefined;
    }
  }
}

function asChanges(control: Snapshot['control']): { id: string; payload: Snapshot['control'][number]['payload'] }[] {
  return control.map(({ subCompositionId, payload }) => ({ id: subCompositionId, payload }));
}

/** Resolves when all promises are settled, or after `limit` ms. */
function settled(promises: Promise<unknown>[], limit: number): Promise<unknown> {
  const late = new Promise((resolve) => setTimeout(resolve, Math.max(0, limit)));
  return Promise.race([Promise.all(promises), late]);
}
