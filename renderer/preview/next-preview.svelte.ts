import { addressOf } from '../../contract/model/address.ts';
import type { StoredState } from '../../contract/model/animation-state.ts';
import { cueName } from '../../contract/desk-api/cue.ts';
import type { WrittenAction } from '../../contract/actions/actions.ts';
import type { Previewed } from '../../contract/desk-api/action-outcome.ts';
import type { PreviewAnswer, PreviewRequest } from '../../contract/service-api/preview-page.ts';
import type { CueList } from '../cues/cue-list.svelte.ts';
import type { DeskClient } from '../state/desk.svelte.ts';
import { knownError } from '../state/known-error.ts';
import type { Pages } from '../state/pages.svelte.ts';
import type { Selection } from '../state/selection.svelte.ts';
import { texts } from '../texts/texts.ts';

const words = texts.preview;

/** Changes within this time (ms) cause one question. */
const askedAfter = 80;

export interface Previewable {
  /** `Take In Lower Third`. */
  words: string;
  action: WrittenAction;
  /** Why it is not what a key, pad or OSC fires next. */
  aside?: 'notActive' | 'notNext';
}

/** The preview of the button under the pointer, else of the chosen cue on request, else of the next press on the page. */
export class NextPreview {
  readonly #desk: DeskClient;
  readonly #selection: Selection;
  readonly #shownPages: Pages;
  readonly #cueList: CueList;
  shown = $state(true);
  /** What the button under the pointer shows by now: its press may leave nothing to show. */
  #pointed = $state.raw<() => Previewable | undefined>();
  #previewed = $state.raw<Previewed>([]);
  #problem = $state('');
  /** By app instance, the duration of the press (ms). */
  #lengths = $state.raw<Readonly<Record<string, number>>>({});
  #at = $state<PreviewAt>('end');
  readonly #pages = new Map<string, (request: PreviewRequest) => void>();
  /** The only app instance to show, of several that the press changes; empty for all. */
  #picked = $state('');
  /** What was next when the chosen cue was asked for. The request ends as soon as anything else is next. */
  #insteadOf = $state<string>();
  #words = '';
  #asked = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(selection: Selection, pages: Pages, cueList: CueList) {
    this.#desk = selection.desk;
    this.#selection = selection;
    this.#shownPages = pages;
    this.#cueList = cueList;
  }

  get of(): Previewable | undefined {
    return this.#pointed?.() ?? this.#byPage;
  }
  /** Why there is no picture, in a sentence; empty if there is one. */
  get problem(): string {
    return this.#problem;
  }
  /** In ms. */
  get length(): number {
    return Math.max(0, ...this.pictures.map((app) => this.#lengths[app] ?? 0));
  }
  get at(): PreviewAt {
    return this.#at;
  }
  get apps(): string[] {
    return this.#previewed.map(({ app }) => app);
  }
  /** The app instances with pictures: the picked one, else all that the press changes, else the selected one. */
  get pictures(): string[] {
    const { apps } = this;
    if (apps.includes(this.#picked)) return [this.#picked];
    if (apps.length > 0) return apps;
    const selected = this.#selection.app?.key;
    return selected === undefined ? [] : [selected];
  }

  /** The handlers that preview a button while the pointer is on it; none for a press without a picture. */
  pointing(at: () => Previewable | undefined) {
    const [point, leave] = [() => this.#point(at), () => this.#point(undefined)];
    return { onpointerenter: point, onfocus: point, onpointerleave: leave, onblur: leave };
  }

  #point(at: (() => Previewable | undefined) | undefined): void {
    this.#pointed = at;
    this.#at = 'end';
  }

  /** Shows the picture this many ms after the press, at its end, or plays it. */
  goTo(at: PreviewAt): void {
    this.#at = at;
    this.#send();
    if (at === 'play') this.#at = 'end';
  }

  pick(app: string): void {
    this.#picked = app;
    this.#send();
  }

  /** The changes of the press in an app instance, where it has no picture: `Title In, Ticker with new values`. */
  inWords(app: string): string {
    return this.#changesOf(app)
      .map(
        ({ id, state }) =>
          `${this.#desk.node(addressOf(app, id))?.name ?? id} ${state ? texts.common[stateWords[state]] : words.newValues}`,
      )
      .join(', ');
  }

  /** Undefined when the frame goes. */
  attach(app: string, post: ((request: PreviewRequest) => void) | undefined): void {
    if (post) this.#pages.set(app, post);
    else this.#pages.delete(app);
  }

  hear(app: string, answer: PreviewAnswer): void {
    if (answer.type === 'ready') this.#sendTo(app);
    if (answer.type === 'shown') this.#lengths = { ...this.#lengths, [app]: answer.length ?? 0 };
  }

  /** Everything that the picture depends on. An effect reads it, and then asks anew. */
  get cause(): unknown {
    const [desk, cueList] = [this.#desk, this.#cueList];
    const subs = this.#cuedOrSelected.map((id) => [desk.sub(id)?.staged, desk.sub(id)?.state]);
    const next = cueList.rundown && desk.positions[cueList.rundown.id];
    const cues = [next?.next?.cue, cueList.anchor].map((id) => desk.cues.get(id ?? ''));
    return [this.of, subs, next, cues, desk.apps.map(({ onAir, trusted }) => [onAir, trusted]), desk.asRun[0]?.at];
  }

  ask(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#askNow(), askedAfter);
  }

  async #askNow(): Promise<void> {
    const { of } = this;
    const asked = (this.#asked += 1);
    let [previewed, problem]: [Previewed, string] = [[], ''];
    try {
      if (of) previewed = await this.#desk.call('preview', { action: of.action });
    } catch (thrown) {
      problem = knownError(thrown).message;
    }
    if (asked !== this.#asked) return;
    [this.#previewed, this.#problem] = [previewed, problem];
    // A pick ends with its press.
    if (of?.words !== this.#words) [this.#picked, this.#words] = ['', of?.words ?? ''];
    this.#send();
  }

  #send(): void {
    for (const app of this.#pages.keys()) this.#sendTo(app);
  }

  #sendTo(app: string): void {
    this.#pages.get(app)?.({ type: 'after', changes: this.#changesOf(app), at: this.#at });
  }

  #changesOf(app: string): Previewed[number]['changes'] {
    return this.#previewed.find((one) => one.app === app)?.changes ?? [];
  }

  get #cuedOrSelected(): string[] {
    const [desk, selection] = [this.#desk, this.#selection];
    const cued = desk.cued;
    return cued.length > 0 ? cued.map(({ id }) => id) : selection.node ? [selection.node.id] : [];
  }

  get #byPage(): Previewable | undefined {
    if (this.#shownPages.facts.selects !== 'cue') return this.#onShow;
    return (this.showsChosen ? this.#chosen : undefined) ?? this.#next;
  }

  get showsChosen(): boolean {
    return this.#insteadOf !== undefined && this.#insteadOf === this.#nextKey;
  }

  /** Next stays where it is. */
  showChosen(shows: boolean): void {
    this.#insteadOf = shows ? this.#nextKey : undefined;
    if (shows) this.shown = true;
  }

  get #nextKey(): string {
    const { rundown } = this.#cueList;
    return JSON.stringify([rundown?.id, rundown && this.#desk.positions[rundown.id]?.next]);
  }

  get #chosen(): Previewable | undefined {
    const cue = this.#desk.cues.get(this.#cueList.anchor ?? '');
    return cue && { words: cueName(cue), action: { do: 'fireCue', cue: cue.id }, aside: 'notNext' };
  }

  get #next(): Previewable | undefined {
    const [desk, cueList] = [this.#desk, this.#cueList];
    const { rundown } = cueList;
    const next = rundown && desk.positions[rundown.id]?.next;
    const cue = next && desk.cues.get(next.cue);
    if (!cue) return undefined;
    const aside = !cueList.isActive;
    return {
      words: words.go(cueName(cue), aside ? rundown.name : undefined),
      action: { do: 'go', rundown: rundown.id },
      ...(aside && { aside: 'notActive' }),
    };
  }

  /** Take Cued; else for the selection: In, or its edits if it is In, or Out if it has no edits. */
  get #onShow(): Previewable | undefined {
    const [desk, selection] = [this.#desk, this.#selection];
    const cued = desk.cued;
    if (cued.length > 0) return { words: texts.take.takeCuedCount(cued.length), action: { do: 'takeCued' } };
    const { node } = selection;
    const view = node && desk.sub(node.id);
    if (!node || !view || node.state === undefined) return undefined;
    const { id: subComposition } = node;
    const of = (command: string): string => texts.common.of(command, desk.nameOf(subComposition));
    if (view.state !== 'In') return { words: of(texts.take.takeIn), action: { do: 'take', subComposition, to: 'In' } };
    if (Object.keys(view.staged).length > 0) {
      return { words: of(texts.take.update), action: { do: 'update', subComposition } };
    }
    return { words: of(texts.take.takeOut), action: { do: 'take', subComposition, to: 'Out' } };
  }
}

const stateWords = { In: 'in', Out1: 'out', Out2: 'out2' } as const satisfies Record<StoredState, string>;

/** A point in the animation: at rest, playing, or this many ms after the press. */
export type PreviewAt = Extract<PreviewRequest, { type: 'after' }>['at'];
