import type { AnimationAction, StoredState } from '../../contract/model/animation-state.ts';
import type { ElementOf } from '../../scene/schema/scene.ts';
import { numberOf, type Scope } from '../binding.ts';
import type { GraphicMethod, GraphicStatus } from '../graphic-frame/messages.ts';
import { div, type DrawnElement, type ElementPorts } from './drawn-element.ts';
import { graphicData } from './graphic-data.ts';
import { type GraphicFrame, openGraphicFrame } from './graphic-frame.ts';
import { ownOf } from '../../contract/own.ts';

/** Deadlines (ms). After `stop` the graphic is hidden and after `dispose` removed, with or without an answer. */
const within = { load: 10_000, stop: 5_000, action: 15_000, dispose: 1_000 } as const;

/** When each call was made, in an operator's words. */
const calls: Record<GraphicMethod, string> = {
  load: 'when it was loaded',
  playAction: 'when it was played',
  updateAction: 'at new values',
  stopAction: 'when it was stopped',
  customAction: 'at a press of its button',
  dispose: 'when it was removed',
};

/**
 * The life of a graphic's frame. Nothing of a frame is seen until it is `loaded`. In a `faulty` one a call failed; it
 * keeps its picture. One that is `lost` never loaded, or is gone. The next take In loads a faulty or a lost one again.
 */
type Life = 'none' | 'loading' | 'loaded' | 'faulty' | 'lost';

/**
 * A graphic made of someone else's code (OGraf). In plays it, Out stops it; values are its data, buttons its custom
 * actions, and a changed step plays it to that step.
 *
 * The graphic answers when its exit has finished, so it stays visible until then, even after the rest of its
 * sub-composition. A graphic that leaves by itself still counts as In, as in the show: only the next press brings it
 * back.
 */
export class DrawnGraphic implements DrawnElement {
  readonly node = div('graphic');
  readonly #scene: ElementOf<'graphic'>;
  readonly #ports: ElementPorts;
  #life: Life = 'none';
  #frame: GraphicFrame | undefined;
  #loading: Promise<void> | undefined;
  #taken: 'In' | 'leaving' | 'Out' = 'Out';
  /** The graphic appears without its entrance animation once loaded: the moment for the animation has passed. */
  #skipEntrance = true;
  /** Counts the takes, to ignore answers to earlier ones. */
  #turn = 0;
  #scope: Scope = { fields: {} };
  #data: Record<string, unknown> = {};
  #step: number | undefined;
  #changed: { data: boolean; step: boolean; smooth: boolean } | undefined;

  constructor(scene: ElementOf<'graphic'>, ports: ElementPorts) {
    this.#scene = scene;
    this.#ports = ports;
    this.#become('none');
  }

  prepare(): Promise<void> | undefined {
    return this.#life === 'loading' ? this.#loading : undefined;
  }

  show(scope: Scope, smooth: boolean): void {
    this.#scope = scope;
    const data = this.#dataFor(this.#scene.data);
    const step = this.#scene.step && Math.max(1, Math.round(numberOf(this.#scene.step, scope)));
    const changed = { data: JSON.stringify(data) !== JSON.stringify(this.#data), step: step !== this.#step };
    this.#data = data;
    this.#step = step;
    if (this.#life === 'none') return this.#load();
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
    if (!again && entering === (this.#taken === 'In') && !(cutsShort && this.#taken === 'leaving')) return;
    this.#sendChanges();
    this.#turn += 1;
    if (this.#life === 'loaded' || this.#life === 'faulty') this.#ports.failures.remove(this);
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
    this.#become('lost');
    this.#ports.failures.remove(this);
  }

  #dataFor(bindings: ElementOf<'graphic'>['data']): Record<string, unknown> {
    return graphicData(bindings, this.#scope, this.#ports.media);
  }

  #load(): void {
    const { graphic } = this.#scene;
    const source = frameAddress(this.#ports.media.address(`/graphics/${graphic}/~frame`), graphic);
    const frame = openGraphicFrame(
      source,
      (problem) => this.#report('says', problem),
      (how) => this.#lost(frame, how, 'it is loaded again when it is next taken In'),
    );
    this.#frame?.close(within.dispose);
    this.#frame = frame;
    this.#changed = undefined;
    this.#become('loading');
    this.node.append(frame.node);
    this.#loading = frame.call('load', { data: this.#data }, within.load).then(
      ({ statusCode, statusMessage }) => {
        if (statusCode >= 400) this.#lost(frame, `answered ${statusCode} ${calls.load}`, statusMessage);
        else this.#loaded(frame);
      },
      (error: unknown) => this.#lost(frame, 'cannot be loaded', error),
    );
  }

  #loaded(frame: GraphicFrame): void {
    if (frame !== this.#frame) return;
    this.#ports.failures.remove(this);
    this.#become('loaded');
    // The play action below already goes to the current step.
    if (this.#changed) this.#changed.step = false;
    this.#sendChanges();
    if (this.#taken === 'In') this.#play(this.#skipEntrance);
  }

  #lost(frame: GraphicFrame, how: string, error: unknown): void {
    if (frame !== this.#frame) return;
    this.#frame = undefined;
    frame.remove();
    this.#become('lost');
    this.#report(how, error);
  }

  /** The one place that decides what viewers see of the graphic. */
  #become(life: Life, taken = this.#taken): void {
    [this.#life, this.#taken] = [life, taken];
    this.node.dataset.graphic = life;
    const seen = taken !== 'Out' && (life === 'loaded' || life === 'faulty');
    this.node.style.visibility = seen ? 'visible' : 'hidden';
  }

  /** Values are sent while the graphic is Out too, so that it comes In with them. */
  #sendChanges(): void {
    const changed = this.#changed;
    if (!changed || this.#life === 'loading') return;
    this.#changed = undefined;
    const skipAnimation = !changed.smooth || this.#taken !== 'In';
    if (changed.data) void this.#call('updateAction', { data: this.#data, skipAnimation });
    if (changed.step && this.#taken === 'In') this.#play(skipAnimation);
  }

  #enter(skipAnimation: boolean): void {
    this.#become(this.#life, 'In');
    this.#skipEntrance = skipAnimation;
    if (this.#life === 'loaded') return this.#play(skipAnimation);
    if (this.#life === 'faulty' || this.#life === 'lost') this.#load();
    if (this.#life === 'loading') this.#report('is not shown yet', 'it still loads');
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
    console.error(`on air: "${this.#ports.subComposition.name}" is not at the requested step ${step}: ${is}`);
  }

  #stop(skipAnimation: boolean): void {
    const turn = this.#turn;
    this.#become(this.#life, skipAnimation || this.#life !== 'loaded' ? 'Out' : 'leaving');
    void this.#call('stopAction', { skipAnimation }).then(() => {
      if (turn === this.#turn) this.#become(this.#life, 'Out');
    });
  }

  /** Undefined after a failure or a timeout. Never rejects. */
  async #call(method: GraphicMethod, params: Record<string, unknown>): Promise<GraphicStatus | undefined> {
    const frame = this.#frame;
    if (!frame || this.#life !== 'loaded') return undefined;
    try {
      const limit = method === 'stopAction' ? within.stop : within.action;
      const status = await frame.call(method, params, limit);
      if (!(status.statusCode >= 400)) return status;
      this.#report(`answered ${status.statusCode} ${calls[method]}`, status.statusMessage);
    } catch (error) {
      if (frame !== this.#frame) return undefined;
      this.#become('faulty');
      this.#report(`failed ${calls[method]}`, error);
    }
    return undefined;
  }

  #report(what: string, error: unknown): void {
    const { id, name } = this.#ports.subComposition;
    this.#ports.failures.add(this, { problem: `"${name}" ${what}`, subComposition: id }, error);
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
