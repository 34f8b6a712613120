import type { GraphicCall, GraphicMethod, GraphicStatus } from '../graphic-frame/messages.ts';

interface PendingCall {
  settle: (status: GraphicStatus) => void;
  fail: (error: Error) => void;
  deadline: ReturnType<typeof setTimeout>;
}

/** Limits the problems passed on per frame: a graphic that fails in every animation frame must not fill the log. */
const mostProblems = 20;
const longestProblem = 300;

/**
 * One load of a graphic: a frame without an origin, which reaches nothing around it, and the message port to it. The
 * port delivers calls in order and keeps calls made before the frame has loaded.
 */
export class GraphicFrame {
  readonly node: HTMLIFrameElement;
  readonly #port: MessagePort;
  readonly #pending = new Map<number, PendingCall>();
  readonly #onProblem: (problem: string) => void;
  #calls = 0;
  #problems = 0;

  /** @param onProblem called with every error thrown in the frame outside a call */
  constructor(address: string, onProblem: (problem: string) => void) {
    this.#onProblem = onProblem;
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.onmessage = ({ data }: MessageEvent<unknown>) => this.#receive(data);
    this.node = document.createElement('iframe');
    this.node.sandbox.add('allow-scripts');
    this.node.referrerPolicy = 'no-referrer';
    this.node.tabIndex = -1;
    this.node.src = address;
    // A frame without an origin can only be addressed with `*`. The port is sent once, so a page that the frame
    // navigates to gets none.
    this.node.addEventListener('load', () => this.node.contentWindow?.postMessage(null, '*', [port2]), { once: true });
  }

  /** Rejects with a readable `Error` if the graphic throws, or does not answer within `within` ms. */
  call(method: GraphicMethod, params: Record<string, unknown>, within: number): Promise<GraphicStatus> {
    this.#calls += 1;
    const call = this.#calls;
    return new Promise((settle, reject) => {
      const fail = (error: Error): void => {
        this.#pending.delete(call);
        reject(error);
      };
      const late = (): void => fail(new Error(`${method}() did not answer within ${within / 1000} seconds`));
      this.#pending.set(call, { settle, fail, deadline: setTimeout(late, within) });
      this.#port.postMessage({ call, method, params } satisfies GraphicCall);
    });
  }

  /** Asks the graphic to dispose itself; removes the frame after its answer or `within` ms. */
  close(within: number): void {
    const remove = (): void => {
      this.#port.close();
      this.node.remove();
    };
    this.call('dispose', {}, within).then(remove, remove);
  }

  /** Untrusted: the graphic can reach its own end of the port. */
  #receive(answer: unknown): void {
    const { call, ok, problem, ...status }: Record<string, unknown> = { ...(answer as object) };
    if (typeof call !== 'number') {
      this.#problems += 1;
      if (this.#problems <= mostProblems) this.#onProblem(textOf(problem));
      return;
    }
    const pending = this.#pending.get(call);
    if (!pending) return;
    clearTimeout(pending.deadline);
    this.#pending.delete(call);
    if (ok === true) pending.settle(statusOf(status));
    else pending.fail(new Error(textOf(problem)));
  }
}

function statusOf({ statusCode, statusMessage, currentStep }: Record<string, unknown>): GraphicStatus {
  return {
    statusCode: Number(statusCode),
    statusMessage: textOf(statusMessage),
    currentStep: typeof currentStep === 'number' ? currentStep : undefined,
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, longestProblem) : 'something that is no text';
}
