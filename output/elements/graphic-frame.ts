import type { GraphicCall, GraphicMethod, GraphicStatus } from '../graphic-frame/messages.ts';

interface PendingCall {
  settle: (status: GraphicStatus) => void;
  fail: (error: Error) => void;
  deadline: ReturnType<typeof setTimeout>;
}

/** Limits the problems passed on per frame: a graphic that fails in every animation frame must not fill the log. */
const mostProblems = 20;
const longestProblem = 300;

export type GraphicFrame = ReturnType<typeof openGraphicFrame>;

/**
 * One load of a graphic: a frame without an origin, which reaches nothing around it, and the message port to it. The
 * port delivers calls in order and keeps calls made before the frame has loaded.
 * @param onProblem called with what fails in the frame outside a call
 * @param onLost called when the graphic is no longer in the frame: the browser may paint an opaque page there
 */
export function openGraphicFrame(address: string, onProblem: (problem: string) => void, onLost: (how: string) => void) {
  const { port1: port, port2 } = new MessageChannel();
  const pending = new Map<number, PendingCall>();
  let calls = 0;
  let problems = 0;
  let loaded = false;
  const node = document.createElement('iframe');
  node.sandbox.add('allow-scripts');
  node.referrerPolicy = 'no-referrer';
  node.tabIndex = -1;
  node.src = address;
  // A frame without an origin is addressed only by `*`. The port is sent once: a page it navigates to gets none.
  node.addEventListener('load', () => {
    if (loaded) return onLost('went to another page');
    loaded = true;
    node.contentWindow?.postMessage(null, '*', [port2]);
  });
  // Since Chromium 122: the frame's process has ended.
  port.addEventListener('close', () => onLost('has crashed'));
  /** Untrusted: the graphic can reach its own end of the port. */
  port.onmessage = ({ data }: MessageEvent<unknown>) => {
    const { call, ok, problem, ...status }: Record<string, unknown> = { ...(data as object) };
    if (typeof call !== 'number') {
      problems += 1;
      if (problems <= mostProblems) onProblem(textOf(problem));
      return;
    }
    const made = pending.get(call);
    if (!made) return;
    clearTimeout(made.deadline);
    pending.delete(call);
    if (ok === true) made.settle(statusOf(status));
    else made.fail(new Error(textOf(problem)));
  };
  /** Rejects with a readable `Error` if the graphic throws, or does not answer within `within` ms. */
  const call = (method: GraphicMethod, params: Record<string, unknown>, within: number): Promise<GraphicStatus> => {
    calls += 1;
    const number = calls;
    return new Promise((settle, reject) => {
      const fail = (error: Error): void => {
        pending.delete(number);
        reject(error);
      };
      const late = (): void => fail(new Error(`no answer within ${within / 1000} seconds`));
      pending.set(number, { settle, fail, deadline: setTimeout(late, within) });
      port.postMessage({ call: number, method, params } satisfies GraphicCall);
    });
  };
  const remove = (): void => {
    port.close();
    node.remove();
  };
  /** Asks the graphic to dispose itself; removes the frame after its answer or `within` ms. */
  const close = (within: number): void => void call('dispose', {}, within).then(remove, remove);
  return { node, call, close, remove };
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
