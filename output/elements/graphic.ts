import type { AnimationAction, StoredState } from '../../contract/model/animation-state.ts';
import type { ElementOf } from '../../scene/schema/scene.ts';
import { numberOf, type Scope } from '../binding.ts';
import type { GraphicMethod, GraphicStatus } from '../graphic-frame/messages.ts';
import { div, type DrawnElement, type ReportProblem } from './drawn-element.ts';
import type { ShowMedia } from '../page/show-media.ts';
import { graphicData } from './graphic-data.ts';
import { type GraphicFrame, openGraphicFrame } from './graphic-frame.ts';
import { ownOf } from '../../contract/own.ts';

/** Deadlines (ms). After `stop` the graphic is hidden and after `dispose` removed, with or without an answer. */
const within = { load: 10_000, stop: 5_000, action: 15_000, dispose: 1_000 } as const;

/**
 * A graphic made of someone else's code (OGraf). In plays it, Out stops it; values are its data, buttons its custom
 * actions, and a changed step plays it to that step.
 *
 * The graphic answers when its exit has finished, so it stays visible until then, even after the rest of its
 * sub-composition. A graphic that leaves by itself still counts as In, as in the show: only the next press brings it
 * back. A failed graphic is loaded again at its next take In.
 */
export class DrawnGraphic implements DrawnElement {
  readonly node = div('graphic');
  readonly #scene: ElementOf<'graphic'>;
  readonly #media: ShowMedia;
  readonly #reportProblem: ReportProblem;
  #frame: GraphicFrame | undefined;
  #loading: Promise<void> | undefined;
  #broken = false;
  #in = false;
  #leaving = false;
  /** The graphic appears without its entrance animation once loaded: the moment for the animation has passed. */
  #skipEntrance = true;
  /** Counts the takes, to ignore answers to earlier ones. */
  #turn = 0;
  #scope: Scope = { fields: {} };
  #data: Record<string, unknown> = {};
  #step: number | undefined;
  #changed: { data: boolean; step: boolean; smooth: boolean } | undefined;

  constructor(scene: ElementOf<'graphic'>, media: ShowMedia, report: ReportProblem) {
    this.#scene = scene;
    this.#media = media;
    this.#reportProblem = report;
    this.#setVisible(false);
  }

  prepare(): Promise<void> | undefined {
    return this.#loading;
  }

  show(scope: Scope, smooth: boolean): void {
    this.#scope = scope;
    const data = this.#dataFor(this.#scene.data);
    const step = this.#scene.step && Math.max(1, Math.round(numberOf(this.#scene.step, scope)));
    const changed = { data: JSON.stringify(data) !== JSON.stringify(this.#data), step: step !== this.#step };
    this.#data = data;
    this.#step = step;
    if (!this.#frame) return this.#load();
    if (!changed.data && !changed.step) return;
    // One request may change a sub-composition several times; the graphic gets all changes in one call.
    if (!this.#changed) queueMicrotask(() => this.#sendChanges());
    const before = this.#changed ?? { data: false, step: false };
    this.#changed = { data: before.data || changed.data, step: before.step || changed.step, smooth };
  }

  take(state: StoredState, action: AnimationAction): void {
    const entering = state === 'In';
    const cutsShort = !entering && action !== 'play';
    const again = this.#scene.once === true && entering && action === 'play';
    if (!again && entering === this.#in && !(cutsShort && this.#leaving)) return;
    this.#sendChanges();
    this.#in = entering;
    this.#turn += 1;
    this.#leaving = !entering && action === 'play';
    if (entering) this.#enter(action === 'jump');
    else this.#stop(action === 'jump');
  }

  press(field: string): void {
    this.#sendChanges();
    for (const [id, action] of Object.entries(this.#scene.actions)) {
      if (action.field !== field) continue;
      const payload = this.#dataFor(ownOf(this.#scene.payloads, id) ?? {});
      void this.#call('customAction', { id, payload, skipAnimation: false });
    }
  }

  dispose(): void {
    this.#frame?.close(within.dispose);
    this.#frame = undefined;
  }

  #dataFor(bindings: ElementOf<'graphic'>['data']): Record<string, unknown> {
    return graphicData(bindings, this.#scope, this.#media);
  }

  #load(): void {
    const source = frameAddress(this.#media.address(`/graphics/${this.#scene.graphic}/~frame`), this.#scene.graphic);
    const frame = openGraphicFrame(source, (problem) => this.#report('says', problem));
    this.#frame?.close(within.dispose);
    this.#frame = frame;
    this.#broken = false;
    this.#changed = undefined;
    this.node.dataset.graphic = 'loading';
    this.node.append(frame.node);
    this.#loading = frame.call('load', { data: this.#data }, within.load).then(
      () => this.#loaded(frame),
      (error: unknown) => this.#failed(frame, 'cannot be loaded', error),
    );
  }

  #loaded(frame: GraphicFrame): void {
    if (frame !== this.#frame) return;
    this.#loading = undefined;
    this.node.dataset.graphic = 'loaded';
    this.#media.removeMissing(this);
    // The play action below already goes to the current step.
    if (this.#changed) this.#changed.step = false;
    this.#sendChanges();
    if (this.#in) this.#play(this.#skipEntrance);
  }

  #failed(frame: GraphicFrame, what: string, error: unknown): void {
    if (frame !== this.#frame) return;
    if (this.#loading) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#media.addMissing(this, `/graphics/${this.#scene.graphic}`, reason);
    }
    this.#loading = undefined;
    this.node.dataset.graphic = 'broken';
    this.#broken = true;
    this.#report(what, error);
  }

  /** Values are sent while the graphic is Out too, so that it comes In with them. */
  #sendChanges(): void {
    const changed = this.#changed;
    if (!changed || this.#loading) return;
    this.#changed = undefined;
    const skipAnimation = !changed.smooth || !this.#in;
    if (changed.data) void this.#call('updateAction', { data: this.#data, skipAnimation });
    if (changed.step && this.#in) this.#play(skipAnimation);
  }

  #enter(skipAnimation: boolean): void {
    this.#setVisible(true);
    this.#skipEntrance = skipAnimation;
    if (this.#broken) this.#load();
    else if (this.#frame && !this.#loading) this.#play(skipAnimation);
  }

  #play(skipAnimation: boolean): void {
    // For a graphic that leaves by itself, a jump means its end. Opening a page or failing over does not replay it.
    if (this.#scene.once && skipAnimation) return;
    const [step, turn] = [this.#step, this.#turn];
    const target = step === undefined ? { delta: 1 } : { goto: step - 1 };
    void this.#call('playAction', { ...target, skipAnimation }).then((status) => {
      if (status && step !== undefined && step === this.#step && turn === this.#turn) this.#checkStep(step, status);
    });
  }

  /** Reports a graphic that is not at the requested step. It stays visible. */
  #checkStep(step: number, { currentStep }: GraphicStatus): void {
    if (currentStep === step - 1) return;
    const is =
      currentStep === undefined ? 'it names none, which means that it is at its end' : `it is at ${currentStep + 1}`;
    this.#report(`is not at the requested step ${step}`, is);
  }

  #stop(skipAnimation: boolean): void {
    const turn = this.#turn;
    if (skipAnimation || this.#loading || this.#broken || !this.#frame) this.#setVisible(false);
    if (this.#loading) return;
    void this.#call('stopAction', { skipAnimation }).then(() => {
      if (turn !== this.#turn) return;
      this.#leaving = false;
      this.#setVisible(false);
    });
  }

  /** Undefined after a failure or a timeout. Never rejects. */
  async #call(method: GraphicMethod, params: Record<string, unknown>): Promise<GraphicStatus | undefined> {
    const frame = this.#frame;
    if (!frame || this.#loading || this.#broken) return undefined;
    try {
      const limit = method === 'stopAction' ? within.stop : within.action;
      const status = await frame.call(method, params, limit);
      if (!(status.statusCode >= 400)) return status;
      this.#report(`answered ${method}() with ${status.statusCode}`, status.statusMessage);
    } catch (error) {
      this.#failed(frame, `failed at ${method}()`, error);
    }
    return undefined;
  }

  #setVisible(visible: boolean): void {
    this.node.style.visibility = visible ? 'visible' : 'hidden';
  }

  #report(what: string, error: unknown): void {
    this.#reportProblem(`the graphic "${this.#scene.id}" (${this.#scene.graphic}) ${what}`, error);
  }
}

/**
 * On the local machine each graphic gets its own host name. Browsers resolve `*.localhost` to the machine and give each
 * name its own process, so a hanging graphic does not stop the others.
 */
function frameAddress(address: string, graphic: string): string {
  const url = new URL(address);
  if (url.protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname)) {
    url.hostname = `${graphic}.localhost`;
  }
  return url.href;
}
