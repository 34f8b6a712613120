import { addressOf } from '../../contract/model/address.ts';
import type { StoredState } from '../../contract/model/animation-state.ts';
import { cueName } from '../../contract/desk-api/cue.ts';
import type { WrittenAction } from '../../contract/actions/actions.ts';
import type { Previewed } from '../../contract/desk-api/preview.ts';
import type { PreviewAnswer, PreviewRequest } from '../../contract/service-api/preview-page.ts';
import type { CueList } from '../cues/cue-list.svelte.ts';
import type { DeskClient } from '../state/desk.svelte.ts';
import { knownError } from '../state/known-error.ts';
import type { Pages } from '../state/pages.svelte.ts';
import type { Selection } from '../state/selection.svelte.ts';
import { texts } from '../texts/texts.ts';

const words = texts.preview;

/** Milliseconds in which several changes are asked about once. */
const askedAfter = 80;

export interface NextPreviewPorts {
  desk: DeskClient;
  selection: Selection;
  pages: Pages;
  cueList: CueList;
  after(milliseconds: number, run: () => void): () => void;
}

/** A press whose picture can be looked at before it is pressed. */
export interface Previewable {
  /** What operators call it: `Take In Lower Third`. */
  words: string;
  action: WrittenAction;
  /** It goes in a rundown that is not active: no key, no pad and no OSC does it. */
  aside?: boolean;
}

/** What the next press will make: the button that is pointed at, else what comes next on the page. */
export class NextPreview {
  readonly #ports: NextPreviewPorts;
  /** Whether the picture is shown beside the program. */
  shown = $state(true);
  #pointed = $state.raw<Previewable>();
  #previewed = $state.raw<Previewed>([]);
  #problem = $state('');
  /** By app instance, milliseconds that the press takes to play there. */
  #lengths = $state.raw<Readonly<Record<string, number>>>({});
  #at = $state<PreviewAt>('end');
  /** By app instance, the page in its frame. */
  readonly #pages = new Map<string, (request: PreviewRequest) => void>();
  /** The app instance that the operator looks at alone, where the press changes several; empty for none. */
  #picked = $state('');
  /** The press whose pictures are shown. */
  #words = '';
  #asked = 0;
  #callOff: () => void = () => {};

  constructor(ports: NextPreviewPorts) {
    this.#ports = ports;
  }

  /** The press that is shown; undefined for none. */
  get of(): Previewable | undefined {
    return this.#pointed ?? this.#byPage;
  }
  /** Why there is nothing to see, in a sentence; empty if there is. */
  get problem(): string {
    return this.#problem;
  }
  /** Milliseconds that the press takes to play. */
  get length(): number {
    return Math.max(0, ...this.pictures.map((app) => this.#lengths[app] ?? 0));
  }
  /** Where in its animation the picture stands. */
  get at(): PreviewAt {
    return this.#at;
  }
  /** The app instances that the press changes. */
  get apps(): string[] {
    return this.#previewed.map(({ app }) => app);
  }
  /** The app instances whose pictures are shown: the one that the operator looks at, else all that the press changes, else the selected one. */
  get pictures(): string[] {
    const { apps } = this;
    if (apps.includes(this.#picked)) return [this.#picked];
    if (apps.length > 0) return apps;
    const selected = this.#ports.selection.app?.key;
    return selected === undefined ? [] : [selected];
  }

  /** What a button listens to, so that its press is shown while somebody points at it; nothing for a press without a picture. */
  pointing(at: Previewable | undefined) {
    if (!at) return {};
    const [point, leave] = [() => this.#point(at), () => this.#point(undefined)];
    return { onpointerenter: point, onfocus: point, onpointerleave: leave, onblur: leave };
  }

  #point(at: Previewable | undefined): void {
    this.#pointed = at;
    this.#at = 'end';
  }

  /** Shows the picture at so many ms after the press, at its end, or plays it. */
  goTo(at: PreviewAt): void {
    this.#at = at;
    this.#send();
    // Once it has played, it is at its end.
    if (at === 'play') this.#at = 'end';
  }

  /** Shows what the press changes in one app instance alone; of all again, if that is empty. */
  pick(app: string): void {
    this.#picked = app;
    this.#send();
  }

  /** What the press changes in an app instance, for where there is no picture of it: `Title In, Ticker with new values`. */
  inWords(app: string): string {
    const { desk } = this.#ports;
    return this.#changesOf(app)
      .map(
        ({ id, state }) =>
          `${desk.node(addressOf(app, id))?.name ?? id} ${state ? stateWords[state] : words.newValues}`,
      )
      .join(', ');
  }

  /** The page in the frame of an app instance; undefined when the frame goes. */
  attach(app: string, post: ((request: PreviewRequest) => void) | undefined): void {
    if (post) this.#pages.set(app, post);
    else this.#pages.delete(app);
  }

  /** What the page of an app instance says. */
  hear(app: string, answer: PreviewAnswer): void {
    if (answer.type === 'ready') this.#sendTo(app);
    if (answer.type === 'shown') this.#lengths = { ...this.#lengths, [app]: answer.length ?? 0 };
  }

  /** Everything that the picture depends on; an effect reads it, and then asks anew. */
  get cause(): unknown {
    const { desk, cueList } = this.#ports;
    const subs = this.#cuedOrSelected.map((id) => [desk.sub(id)?.staged, desk.sub(id)?.state]);
    const next = cueList.rundown && desk.positions[cueList.rundown.id];
    const cue = next?.next && desk.cues.get(next.next.cue);
    return [this.of, subs, next, cue, desk.apps.map(({ onAir, trusted }) => [onAir, trusted]), desk.asRun[0]?.at];
  }

  /** Asks the desk what the press would change, soon. */
  ask(): void {
    this.#callOff();
    this.#callOff = this.#ports.after(askedAfter, () => void this.#askNow());
  }

  async #askNow(): Promise<void> {
    const { of } = this;
    const asked = (this.#asked += 1);
    let [previewed, problem]: [Previewed, string] = [[], ''];
    try {
      if (of) previewed = await this.#ports.desk.call('preview', { action: of.action });
    } catch (thrown) {
      problem = knownError(thrown).message;
    }
    // Another question was asked meanwhile.
    if (asked !== this.#asked) return;
    [this.#previewed, this.#problem] = [previewed, problem];
    // What was picked of another press hides nothing of this one.
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
    const { desk, selection } = this.#ports;
    const cued = desk.cued;
    return cued.length > 0 ? cued.map(({ id }) => id) : selection.node ? [selection.node.id] : [];
  }

  get #byPage(): Previewable | undefined {
    const { pages } = this.#ports;
    return pages.facts.selects === 'cue' ? this.#next : this.#onShow;
  }

  /** The next cue of the rundown. */
  get #next(): Previewable | undefined {
    const { desk, cueList } = this.#ports;
    const { rundown } = cueList;
    const next = rundown && desk.positions[rundown.id]?.next;
    const cue = next && desk.cues.get(next.cue);
    if (!cue) return undefined;
    const aside = !cueList.isActive;
    return {
      words: words.go(cueName(cue), aside ? rundown.name : undefined),
      action: { do: 'go', rundown: rundown.id },
      aside,
    };
  }

  /** Everything cued; else the selected sub-composition In, or its edits where it is In, or Out where it has none. */
  get #onShow(): Previewable | undefined {
    const { desk, selection } = this.#ports;
    const cued = desk.cued;
    if (cued.length > 0) return { words: words.takeCued(cued.length), action: { do: 'takeCued' } };
    const { node } = selection;
    const view = node && desk.sub(node.id);
    if (!node || !view || node.state === undefined) return undefined;
    const subComposition = node.id;
    if (view.state !== 'In')
      return { words: words.takeIn(node.name), action: { do: 'take', subComposition, to: 'In' } };
    if (Object.keys(view.staged).length > 0) {
      return { words: words.update(node.name), action: { do: 'update', subComposition } };
    }
    return { words: words.takeOut(node.name), action: { do: 'take', subComposition, to: 'Out' } };
  }
}

const { in: inWord, out, out2 } = texts.common;
const stateWords: Readonly<Record<StoredState, string>> = { In: inWord, Out1: out, Out2: out2 };

/** Where in an animation a picture stands: when all is at rest, playing, or so many ms after the press. */
export type PreviewAt = Extract<PreviewRequest, { type: 'after' }>['at'];
