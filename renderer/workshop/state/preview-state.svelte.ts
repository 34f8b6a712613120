import { SvelteMap } from 'svelte/reactivity';
import type { AnimationAction, StoredState } from '../../../contract/model/animation-state.ts';
import type { Composition } from '../../../scene/schema/composition.ts';
import { preOrder } from '../../../contract/model/control.ts';
import type { PreviewAnswer, PreviewHold, PreviewRequest } from '../../../contract/service-api/preview-page.ts';
import { texts } from '../../texts/texts.ts';

const words = texts.workshop;

/** The aspects that a picture can be looked at in; empty for that of the reference frame. */
export const aspects = ['', '16:9', '9:16', '1:1', '4:5', '4:3', '21:9'] as const;

/** How long (ms) a picture may take to be made. */
const captureDeadline = 10_000;

/** What the preview shows of a composition: who is In, or where one is held. It speaks to the page in the frame. */
export class PreviewState {
  readonly #states = new SvelteMap<string, StoredState>();
  readonly #after: (milliseconds: number, run: () => void) => () => void;
  #composition: Composition | undefined;
  #hold = $state.raw<PreviewHold>();
  #problems = $state.raw<readonly string[]>([]);
  #ready = $state(false);
  #post: ((request: PreviewRequest) => void) | undefined;
  #shown: (() => void)[] = [];
  #picture: { resolve(png: string): void; reject(error: Error): void } | undefined;
  aspect = $state<(typeof aspects)[number]>('');
  safe = $state(false);
  /** Whether states are reached by playing or at once. */
  action = $state<AnimationAction>('play');

  constructor(after: (milliseconds: number, run: () => void) => () => void) {
    this.#after = after;
  }

  get ready(): boolean {
    return this.#ready;
  }
  /** What of the composition the page could not draw. */
  get problems(): readonly string[] {
    return this.#problems;
  }
  get hold(): PreviewHold | undefined {
    return this.#hold;
  }

  state(id: string): StoredState {
    return this.#states.get(id) ?? 'Out1';
  }

  /** The page in the frame; undefined when the frame goes. What it shows is said when it says that it listens. */
  attach(post: ((request: PreviewRequest) => void) | undefined): void {
    this.#post = post;
    this.#ready = false;
    this.#picture?.reject(new Error(words.previewClosed));
  }

  /** Show this composition as it stands, at once. */
  show(composition: Composition | undefined): void {
    if (this.#composition === composition) return;
    this.#composition = composition;
    this.#send('jump');
  }

  /** Take a sub-composition to a state. One that is In already comes In again. */
  take(id: string, state: StoredState): void {
    this.#hold = undefined;
    const again = state === 'In' && this.state(id) === 'In' && this.action === 'play';
    if (again) this.#states.set(id, 'Out1');
    if (again && this.#send('jump')) this.#shown.push(() => this.#take(id, state));
    else this.#take(id, state);
  }

  /** Show a whole composition, all that stands in it In; resolves when it is in the picture. */
  drawn(composition: Composition): Promise<void> {
    this.#composition = composition;
    this.#states.clear();
    for (const { id } of composition.root.subcompositions) this.#states.set(id, 'In');
    return new Promise((resolve) => {
      this.#shown.push(resolve);
      this.#send('jump');
    });
  }

  /** Only this one is In, at once. */
  only(id: string): void {
    this.#hold = undefined;
    this.#states.clear();
    this.#states.set(id, 'In');
    this.#send('jump');
  }

  /** Hold a sub-composition at a time of one of its lines; undefined lets it go on. */
  holdAt(hold: PreviewHold | undefined): void {
    this.#hold = hold;
    this.#send('jump');
  }

  /** A PNG of what is shown, as base64. Rejects with a sentence where there is none. */
  capture(width: number): Promise<string> {
    const post = this.#post;
    if (!post || !this.#ready) return Promise.reject(new Error(words.noPictureYet));
    return new Promise((resolve, reject) => {
      const callOff = this.#after(captureDeadline, () => reject(new Error(words.noPictureInTime)));
      this.#picture = {
        resolve: (png) => resolve((callOff(), png)),
        reject: (error) => reject((callOff(), error)),
      };
      post({ type: 'capture', width });
    });
  }

  /** What the page says. */
  hear(answer: PreviewAnswer): void {
    switch (answer.type) {
      case 'ready':
        this.#ready = true;
        this.#send('jump');
        return;
      case 'shown':
        this.#problems = answer.problems;
        for (const next of this.#shown.splice(0)) next();
        return;
      case 'picture':
        this.#picture?.resolve(answer.png.replace(/^data:image\/png;base64,/, ''));
        return;
      case 'failed':
        this.#problems = [answer.reason];
        this.#picture?.reject(new Error(answer.reason));
    }
  }

  /** Sub-compositions of one layer are exclusive: the others of its layer go Out. */
  #take(id: string, state: StoredState): void {
    if (state === 'In') for (const other of this.#rivals(id)) this.#states.set(other, 'Out1');
    this.#states.set(id, state);
    this.#send(this.action);
  }

  #rivals(id: string): string[] {
    const all = this.#composition ? [...preOrder<Composition['root']>([this.#composition.root])] : [];
    const layer = all.find((sub) => sub.id === id)?.logicLayer?.name;
    return layer === undefined
      ? []
      : all.filter((sub) => sub.id !== id && sub.logicLayer?.name === layer).map((sub) => sub.id);
  }

  #send(action: AnimationAction): boolean {
    const composition = this.#composition;
    if (!composition || !this.#post || !this.#ready) return false;
    const known = new Set([...preOrder<Composition['root']>([composition.root])].map(({ id }) => id));
    const items = [...this.#states].filter(([id]) => known.has(id)).map(([id, state]) => ({ id, state }));
    const hold = this.#hold && known.has(this.#hold.id) ? this.#hold : undefined;
    this.#post({ type: 'show', composition, items, action, hold });
    return true;
  }
}
