import { errorIn } from '../../contract/errors.ts';
import type { Composition, SubComposition } from '../../scene/schema/composition.ts';
import type { PreviewAnswer, PreviewItem, PreviewRequest } from '../../contract/service-api/preview-page.ts';
import type { Change } from '../../contract/service-api/live-channel.ts';
import type { UpdateFrame } from '../live/live-link.ts';
import type { PageService } from '../live/page-service.ts';
import { capture } from './capture.ts';
import { FollowedShow } from './followed-show.ts';
import { DrawnComposition } from '../show/show.ts';
import { type ShowFailures, showFailures } from '../page/show-failures.ts';
import type { DrawnStage } from '../page/stage.ts';

/** The longest wait for media (ms) before a preview is drawn without them; they follow. What is next must be seen soon. */
const patience = { drawing: 4_000, next: 1_000 } as const;

type Drawing = Omit<Extract<PreviewRequest, { type: 'show' }>, 'type' | 'hold'>;
type AfterRequest = Extract<PreviewRequest, { type: 'after' }>;

/**
 * Draws the embedding page's requests (`contract/service-api/preview-page.ts`) and answers them. It listens to no other
 * page, and requests can only draw.
 */
export class Preview {
  readonly #stage: DrawnStage;
  readonly #service: PageService;
  readonly #onControlled: () => void;
  #requests: PreviewRequest[] = [];
  #busy = false;
  controlled = false;
  #show: DrawnComposition | undefined;
  #drawn: Composition | undefined;
  #written = '';
  #failures: ShowFailures = this.#newFailures();
  readonly #followed = new FollowedShow();
  /** The view that the embedding page requests of the followed show. */
  #after: AfterRequest | undefined;

  /** `onControlled`: called at the first request. */
  constructor(stage: DrawnStage, service: PageService, onControlled: () => void) {
    this.#stage = stage;
    this.#service = service;
    this.#onControlled = onControlled;
    addEventListener('message', (event) => {
      if (event.source === parent) this.#receive(event.data as PreviewRequest);
    });
    this.#answer({ type: 'ready' });
  }

  follow(frame: UpdateFrame): void {
    this.#followed.receive(frame);
    if (this.#after) this.#receive(this.#after);
  }

  /** A page opened from a file has no origin to name. The answers contain only data from that page. */
  #answer(answer: PreviewAnswer): void {
    parent.postMessage(answer, '*');
  }

  #receive(request: PreviewRequest): void {
    // A newer request to draw replaces a waiting one.
    if (request.type !== 'capture') this.#requests = this.#requests.filter(({ type }) => type === 'capture');
    this.#after = request.type === 'after' ? request : request.type === 'show' ? undefined : this.#after;
    this.#requests.push(request);
    if (!this.#busy) void this.#drain();
  }

  async #drain(): Promise<void> {
    this.#busy = true;
    for (let next = this.#requests.shift(); next; next = this.#requests.shift()) {
      try {
        this.#answer(await this.#carryOut(next));
      } catch (error) {
        this.#answer({ type: 'failed', reason: errorIn(error).message });
      }
    }
    this.#busy = false;
  }

  async #carryOut(request: PreviewRequest): Promise<PreviewAnswer> {
    switch (request.type) {
      case 'show':
        await this.#draw(request);
        if (request.hold) this.#show?.hold(request.hold.id, request.hold.line, request.hold.time);
        return this.#shown();
      case 'after':
        return this.#drawAfter(request);
      case 'capture':
        return { type: 'picture', png: await this.#capture(request.width) };
      default:
        throw new Error(`a preview cannot "${String((request as { type: unknown }).type)}"`);
    }
  }

  /** A changed composition keeps the states of the previous one, so that authors keep seeing their work. */
  async #draw({ composition, items, action }: Drawing, most: number = patience.drawing): Promise<void> {
    // A followed show's composition is the same object until another one arrives.
    const written = composition === this.#drawn ? this.#written : JSON.stringify(composition);
    const changes = changesOf(composition, items);
    const before = this.#show;
    const show = before && written === this.#written ? before : this.#createShow(composition);
    await Promise.race([Promise.all(show.prepare(changes)), new Promise((resolve) => setTimeout(resolve, most))]);
    if (show !== before) {
      this.#stage.mount(show.node, composition.stage, () => {
        const states = before?.states;
        show.apply(
          changes.map((change) => ({ ...change, state: states?.get(change.id) ?? 'Out1', action: 'jump' })),
          false,
        );
      });
      if (this.controlled) before?.dispose();
      else this.#onControlled();
    }
    this.controlled = true;
    [this.#show, this.#drawn, this.#written] = [show, composition, written];
    show.apply(
      changes.map((change) => ({ ...change, action })),
      action === 'play',
    );
  }

  async #drawAfter(request: AfterRequest): Promise<PreviewAnswer> {
    const { changes, at } = request;
    const { composition } = this.#followed;
    if (!composition) throw new Error('the page follows no show');
    const items = this.#followed.after(changes);
    const draw = (drawn: PreviewItem[], action: Drawing['action']): Promise<void> =>
      this.#draw({ composition, items: drawn, action }, patience.next);
    if (at === 'play') {
      await draw(this.#followed.now, 'jump');
      await draw(items, 'play');
      // It plays once, whatever happens on air afterwards.
      if (this.#after === request) this.#after = { ...request, at: 'end' };
    } else {
      await draw(items, 'jump');
      // In place of a mask that fails stays that on air, and not that of a preview before this one.
      if (this.#show?.media.missing.length) {
        await draw(this.#followed.now, 'jump');
        await draw(items, 'jump');
      }
    }
    return this.#shown(this.#hold(request));
  }

  /** Holds the changes at their time. Returns their duration (ms). */
  #hold({ changes, at }: AfterRequest): number {
    const show = this.#show;
    const lengths = this.#followed
      .holds(changes, typeof at === 'number' ? at : 0)
      .map(({ id, line, time, backwards }) => {
        const length = show?.lengthOf(id, line) ?? 0;
        if (typeof at === 'number' && time < length) show?.hold(id, line, backwards ? length - time : time);
        return length;
      });
    return Math.max(0, ...lengths);
  }

  #shown(length?: number): PreviewAnswer {
    return { type: 'shown', problems: this.#problems, ...(length !== undefined && { length }) };
  }

  get #problems(): string[] {
    const missing = (this.#show?.media.missing ?? []).map(({ source, reason }) => `${source}: ${reason}`);
    return [...this.#failures.list.map(({ problem }) => problem), ...missing];
  }

  #createShow(composition: Composition): DrawnComposition {
    this.#failures = this.#newFailures();
    return new DrawnComposition(composition, this.#service, this.#failures);
  }

  /** A graphic of another maker loads, or fails, long after it was drawn. */
  #newFailures(): ShowFailures {
    const tell = (): void => {
      if (!this.#busy && failures === this.#failures) this.#answer({ type: 'problems', problems: this.#problems });
    };
    const failures: ShowFailures = showFailures(tell, tell);
    return failures;
  }

  #capture(width: number): Promise<string> {
    const show = this.#show;
    const fonts = show?.fonts.own.map((font) => ({ ...font, address: show.media.address(font.source) })) ?? [];
    return capture(this.#stage, fonts, width);
  }
}

/** Every sub-composition below the root. Those without an item are Out with default values. */
function changesOf({ root }: Composition, items: readonly PreviewItem[]): (Change & { state: PreviewItem['state'] })[] {
  const named = new Map(items.map((item) => [item.id, item]));
  const below = (sub: SubComposition): SubComposition[] => [sub, ...sub.subcompositions.flatMap(below)];
  return below(root).map(({ id, fields }) => {
    const item = named.get(id);
    const defaults = Object.fromEntries(fields.map((field) => [field.id, field.defaultValue]));
    return { id, payload: { ...defaults, ...item?.payload }, state: item?.state ?? 'Out1' };
  });
}
