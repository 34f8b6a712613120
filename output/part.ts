import type { AnimationAction, StoredState } from '../contract/model/animation-state.ts';
import type { SceneElement } from '../scene/schema/scene.ts';
import { fieldsOf, type Scope } from './binding.ts';
import { drawElement } from './elements/draw.ts';
import type { DrawnElement, Surroundings } from './elements/drawn-element.ts';
import { cssEasing, loopWay, motionWay, type Way } from './keyframes.ts';
import { LoopRun } from './loop.ts';
import { runOver } from './moving.ts';
import { place, reveal } from './placing.ts';
import { Swap, swaps } from './swap.ts';
import type { LineName, Track } from './timeline.ts';

/** What fits itself into its frame when it is shown, so that its frame has its new size at once. */
const fitted = new Set<SceneElement['kind']>(['text', 'timer', 'clock', 'list', 'crawl', 'repeater', 'graphic']);

/** Where a part stands. */
export interface Around {
  surroundings: Surroundings;
  /** The name of its sub-composition, for what is said of it. */
  name: string;
}

/** The part for an element; none where it cannot be made, which is reported. */
export function makePart(scene: SceneElement, around: Around): Part | undefined {
  try {
    return new Part(scene, around);
  } catch (error) {
    reportOf(scene, around, error);
    return undefined;
  }
}

/**
 * An element in its frame, with its motions: the frame stands where the scene says, in it the mover is moved by the
 * timelines, in that the looper by a loop, and in that is what is drawn. Whatever goes wrong is reported with the element's
 * name and stays in it: it keeps what it last showed.
 */
export class Part implements DrawnElement {
  readonly node: HTMLElement;
  readonly #scene: SceneElement;
  readonly #around: Around;
  readonly #drawn: DrawnElement;
  readonly #mover: HTMLElement;
  readonly #loop: LoopRun | undefined;
  readonly #ways: Partial<Record<LineName, Way>>;
  readonly #fields: string[];
  /** What it was last told to show. */
  #scope: Scope | undefined;

  constructor(scene: SceneElement, around: Around) {
    const { document } = around.surroundings;
    this.#scene = scene;
    this.#around = around;
    this.#fields = fieldsOf(scene);
    this.#drawn = this.#draw();
    this.#ways = {
      ...(scene.in && { in: motionWay(scene.in, 'in') }),
      ...(scene.out2 && { out2: motionWay(scene.out2, 'out2') }),
    };
    this.node = document.createElement('div');
    this.node.className = 'frame';
    this.node.dataset.element = scene.id;
    this.#mover = document.createElement('div');
    this.#mover.className = 'mover';
    this.node.append(this.#mover);
    this.#loop = this.#looping();
  }

  get lacking(): boolean {
    return this.#drawn.lacking === true;
  }

  prepare(scope: Scope): Promise<unknown> | undefined {
    if (!this.#concerned(scope)) return undefined;
    try {
      return this.#drawn.prepare?.(scope);
    } catch {
      // What cannot be prepared cannot be shown either, and is reported then.
      return undefined;
    }
  }

  show(scope: Scope, smooth: boolean): void {
    if (!this.#concerned(scope)) return;
    this.#scope = scope;
    this.#runOver(smooth);
    this.#guard(() => reveal(this.node, this.#scene, scope));
    this.#guard(() => place(this.node, this.#scene, scope));
    this.#guard(() => this.#drawn.show(scope, smooth));
  }

  go(state: StoredState, action: AnimationAction): void {
    this.#guard(() => this.#drawn.go?.(state, action));
  }

  onShown(shown: boolean): void {
    if (!shown) this.#loop?.end();
    this.#guard(() => this.#drawn.onShown?.(shown));
  }

  onRest(resting: boolean): void {
    this.#loop?.run(resting);
    this.#guard(() => this.#drawn.onRest?.(resting));
  }

  press(field: string): void {
    this.#guard(() => this.#drawn.press?.(field));
  }

  leave(): void {
    this.#loop?.end();
    this.#guard(() => this.#drawn.leave?.());
  }

  tracks(line: LineName, delay: number): Track[] {
    const [motion, way] = [this.#scene[line], this.#ways[line]];
    const tracks = this.#drawn.tracks?.(line, delay) ?? [];
    if (!motion || !way) return tracks;
    const timing = { delay: delay + motion.delay, duration: motion.duration, origin: motion.origin ?? 'center' };
    const { stroke } = this.#drawn;
    if (way.stroke && stroke) tracks.push({ target: stroke, keyframes: way.stroke, ...timing });
    // One that moves nothing keeps the line as long as it says.
    if (way.element ?? !way.stroke) tracks.push({ target: this.#mover, keyframes: way.element ?? [], ...timing });
    return tracks;
  }

  #draw(): DrawnElement {
    const { surroundings } = this.#around;
    const draw = (): DrawnElement => {
      return drawElement(this.#scene, surroundings, (nested) => makePart(nested, this.#around));
    };
    const { update } = this.#scene;
    if (!update || !swaps(this.#scene)) return draw();
    const failed = (error: unknown): void => reportOf(this.#scene, this.#around, error);
    return new Swap({ scene: this.#scene, update, document: surroundings.document, draw, failed });
  }

  /** The looper is there only where there is a loop. */
  #looping(): LoopRun | undefined {
    const { loop } = this.#scene;
    if (!loop) {
      this.#mover.append(this.#drawn.node);
      return undefined;
    }
    const element = this.#around.surroundings.document.createElement('div');
    element.className = 'holder';
    element.append(this.#drawn.node);
    this.#mover.append(element);
    return new LoopRun(loop, loopWay(loop), { element, stroke: this.#drawn.stroke });
  }

  /** How long what runs over to new values takes; the style sheet says what does. */
  #runOver(smooth: boolean): void {
    const { update } = this.#scene;
    if (!update) return;
    if (smooth) runOver(update.duration);
    const run = smooth ? `${update.duration}ms ${cssEasing(update.easing)}` : '0s';
    this.node.style.setProperty('--run', run);
    if (!fitted.has(this.#scene.kind)) this.node.style.setProperty('--run-size', run);
  }

  /** A value that is as it was changes nothing; but what could not be had may have come to be. */
  #concerned(scope: Scope): boolean {
    const before = this.#scope;
    if (!before || this.#drawn.lacking) return true;
    if (before.index !== scope.index || before.count !== scope.count) return true;
    if (before.item !== scope.item && JSON.stringify(before.item) !== JSON.stringify(scope.item)) return true;
    return this.#fields.some((field) => before.fields[field] !== scope.fields[field]);
  }

  #guard<T>(step: () => T): T | undefined {
    try {
      return step();
    } catch (error) {
      reportOf(this.#scene, this.#around, error);
      return undefined;
    }
  }
}

function reportOf({ id }: SceneElement, { surroundings, name }: Around, error: unknown): void {
  surroundings.report(`"${id}" of "${name}" cannot be drawn`, error);
}
