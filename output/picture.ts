import type { Snapshot } from '../contract/service-api/live-channel.ts';
import type { NewsFrame } from './live-link.ts';
import { MissingMedia } from './missing-media.ts';
import { Show } from './show.ts';
import type { Stage } from './stage.ts';

/** How long (ms from its arrival) a frame waits for pictures to load, so that they come together with the words. */
const patience = 150;

/** A frame that waits for its turn, and until when it may hold up those after it. */
interface Arrived {
  frame: NewsFrame;
  until: number;
}

/** What has to be there before a frame can be shown, and the showing of it. */
interface Prepared {
  fetching: Promise<unknown>[];
  show: () => void;
}

/** What the picture stands in, and what it tells. */
export interface PictureOptions {
  stage: Stage;
  document: Document;
  /** The service's clock, milliseconds since the epoch. */
  now: () => number;
  /** The absolute address of something that a scene names; throws where it is none that may be loaded. */
  address: (source: string) => string;
  /** Told the revision of each frame when it is in the picture. */
  onShown: (revision: number) => void;
}

/**
 * What is shown, from the frames that came: each is applied as a whole, between two animation frames, in order. What
 * cannot be shown is reported, and the picture stays as it is.
 */
export class Picture {
  readonly #options: PictureOptions;
  #waiting: Arrived[] = [];
  #busy = false;
  #show: Show | undefined;
  #missing: MissingMedia | undefined;
  #composition = '';

  constructor(options: PictureOptions) {
    this.#options = options;
  }

  /** The media of the show that cannot be had: the last good ones stay in the picture. */
  get missing(): MissingMedia['list'] {
    return this.#missing?.list ?? [];
  }

  /** Shows a frame: at once, or after the pictures that it brings are decoded, but not much later than it came. */
  receive(frame: NewsFrame): void {
    this.#waiting.push({ frame, until: performance.now() + patience });
    if (!this.#busy) this.#drain();
  }

  /** Takes everything out of the page. */
  leave(): void {
    this.#waiting = [];
    this.#show?.leave();
    this.#show = undefined;
  }

  #drain(): void {
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      const { frame, until } = next;
      const prepared = this.#attempt(frame, () => this.#prepare(frame));
      if (!prepared) continue;
      const show = (): void => {
        this.#attempt(frame, prepared.show);
        this.#options.onShown(frame.revision);
      };
      if (prepared.fetching.length === 0) {
        show();
        continue;
      }
      this.#busy = true;
      void settled(prepared.fetching, until - performance.now()).then(() => {
        this.#busy = false;
        show();
        this.#drain();
      });
      return;
    }
  }

  #prepare(frame: NewsFrame): Prepared {
    if (frame.type === 'change') {
      const show = this.#show;
      if (!show) throw new Error('a change came before the first snapshot');
      return { fetching: show.prepare(frame.changes), show: () => show.apply(frame.changes) };
    }
    const written = frame.composition && JSON.stringify(frame.composition);
    return this.#show && (written === undefined || written === this.#composition)
      ? this.#agree(this.#show, frame)
      : this.#replace(frame, written ?? '');
  }

  #agree(show: Show, { control }: Snapshot): Prepared {
    return { fetching: show.prepare(asChanges(control)), show: () => show.agreeWith(control, 'fire') };
  }

  /** Another show: it is set up behind the one that is seen, and takes its place when it is complete. */
  #replace({ composition, control }: Snapshot, written: string): Prepared {
    if (!composition) throw new Error('the first snapshot brought no composition');
    const { stage, ...around } = this.#options;
    const missing = new MissingMedia();
    const show = new Show(composition, { ...around, missing, report: say });
    return {
      fetching: show.prepare(asChanges(control)),
      show: () => {
        stage.mount(show.node, composition.stage, () => show.agreeWith(control, 'know'));
        this.#show?.leave();
        this.#show = show;
        this.#missing = missing;
        this.#composition = written;
      },
    };
  }

  #attempt<T>(frame: NewsFrame, step: () => T): T | undefined {
    try {
      return step();
    } catch (error) {
      console.error(`on air: the ${frame.type} of revision ${frame.revision} cannot be shown:`, error);
      return undefined;
    }
  }
}

function say(problem: string, error: unknown): void {
  console.error(`on air: ${problem}:`, error);
}

function asChanges(control: Snapshot['control']): { id: string; payload: Snapshot['control'][number]['payload'] }[] {
  return control.map(({ subCompositionId, payload }) => ({ id: subCompositionId, payload }));
}

/** Resolves when all are settled, or after `limit` ms. */
function settled(promises: Promise<unknown>[], limit: number): Promise<unknown> {
  const late = new Promise((resolve) => setTimeout(resolve, Math.max(0, limit)));
  return Promise.race([Promise.all(promises), late]);
}
