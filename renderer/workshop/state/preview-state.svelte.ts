import { SvelteMap } from 'svelte/reactivity';
import type { AnimationAction, StoredState } from '../../../contract/model/animation-state.ts';
import type { Composition } from '../../../scene/schema/composition.ts';
import { preOrder } from '../../../contract/model/control.ts';
import type { PreviewAnswer, PreviewHold, PreviewRequest } from '../../../contract/service-api/preview-page.ts';
import { texts } from '../../texts/texts.ts';

const words = texts.workshop;

/** The aspect ratios to view a picture in; empty for the reference frame's. */
export const aspects = ['', '16:9', '9:16', '1:1', '4:5', '4:3', '21:9'] as const;

/** In ms. */
const captureDeadline = 10_000;

/** The preview's content: which sub-compositions are In, or where one is held. It talks to the page in the frame. */
export class PreviewState {
  readonly #states = new SvelteMap<string, StoredState>();
  #composition: Composition | undefined;
  #hold = $state.raw<PreviewHold>();
  #problems = $state.raw<readonly string[]>([]);
  #followed = '';
  #ready = false;
  #post: ((request: PreviewRequest) => void) | undefined;
  #shown: (() => void)[] = [];
  #picture: { resolve(png: string): void; reject(error: Error): void } | undefined;
  aspect = $state<(typeof aspects)[number]>('');
  safe = $state(false);
  action = $state<AnimationAction>('play');

  get problems(): readonly string[] {
    return this.#problems;
  }
  get hold(): PreviewHold | undefined {
    return this.#hold;
  }

  state(id: string): StoredState {
    return this.#states.get(id) ?? 'Out1';
  }

  /** Undefined when the frame goes. The page receives its content after it reports that it listens. */
  attach(post: ((request: PreviewRequest) => void) | undefined): void {
    this.#post = post;
    this.#ready = false;
    this.#picture?.reject(new Error(words.previewClosed));
  }

  show(composition: Composition | undefined): void {
    if (this.#composition === composition) return;
    this.#composition = composition;
    this.#send('jump');
  }

  /** Takes a sub-composition to a state. One already In comes In again. */
  take(id: string, state: StoredState): void {
    this.#hold = undefined;
    const again = state === 'In' && this.state(id) === 'In' && this.action === 'play';
    if (again) this.#states.set(id, 'Out1');
    if (again && this.#send('jump')) this.#shown.push(() => this.#take(id, state));
    else this.#take(id, state);
  }

  /** Shows a composition with everything In; resolves once it is drawn. */
  drawn(composition: Composition): Promise<void> {
    this.#composition = composition;
    this.#states.clear();
    for (const { id } of composition.root.subcompositions) this.#states.set(id, 'In');
    return new Promise((resolve) => {
      this.#shown.push(resolve);
      this.#send('jump');
    });
  }

  /** Shows a newly chosen sub-composition. Another call for the same choice leaves the picture as it is. */
  follow(id: string): void {
    if (id !== this.#followed) this.only(id);
  }

  only(id: string): void {
    this.#followed = id;
    this.#hold = undefined;
    this.#states.clear();
    this.#states.set(id, 'In');
    this.#send('jump');
  }

  /** Holds a sub-composition at a time of one timeline; undefined resumes. */
  holdAt(hold: PreviewHold | undefined): void {
    this.#hold = hold;
    this.#send('jump');
  }

  /** A PNG of the picture, as base64. Rejects with a sentence. */
  capture(width: number): Promise<string> {
    const post = this.#post;
    if (!post || !this.#ready) return Promise.reject(new Error(words.noPictureYet));
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(words.noPictureInTime)), captureDeadline);
      this.#picture = {
        resolve: (png) => resolve((clearTimeout(timer), png)),
        reject: (error) => reject((clearTimeout(timer), error)),
      };
      post({ type: 'capture', width });
    });
  }

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
      case 'problems':
        this.#problems = answer.problems;
        return;
      case 'picture':
        this.#picture?.resolve(answer.png.replace(/^data:image\/png;base64,/, ''));
        return;
      case 'failed':
        this.#problems = [answer.reason];
        this.#picture?.reject(new Error(answer.reason));
    }
  }

  /** Sub-compositions of one layer are exclusive: the others go Out. */
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
