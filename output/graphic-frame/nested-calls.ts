/**
 * Graphics call the page inside them as if it had their origin: `frame.contentWindow.play()`. Such calls are sent to the
 * page. They return nothing, and functions among their arguments are called back.
 */
interface NestedCall {
  /** The member of the page's window, such as `loopic`, `reset`. */
  path: string[];
  args: unknown[];
  /** The places of the arguments that are functions. */
  functions: number[];
}

const calls = 'graphic-calls';

/** What stands for the window of a page inside, of which only a few members can be read. */
export function windowOf(page: Window): object {
  const send = (path: string[], given: unknown[]): void => {
    const { port1: port, port2 } = new MessageChannel();
    const functions = given.flatMap((one, at) => (typeof one === 'function' ? [at] : []));
    const args = given.map((one) => (typeof one === 'function' ? null : one));
    port.onmessage = ({ data: [at, values] }: MessageEvent<[number, unknown[]]>) => {
      (given[at] as (...values: unknown[]) => void)(...values);
    };
    page.postMessage({ [calls]: { path, args, functions } satisfies NestedCall }, '*', [port2]);
  };
  const member = (path: string[]): object =>
    new Proxy(() => undefined, {
      get: (_, name) => (typeof name === 'string' && name !== 'then' ? member([...path, name]) : undefined),
      apply: (_, _this, args: unknown[]) => send(path, args),
    });
  return new Proxy(() => undefined, {
    get(_, name) {
      try {
        const value: unknown = Reflect.get(page, name);
        return typeof value === 'function' ? (value.bind(page) as unknown) : value;
      } catch (error) {
        const isData = Reflect.has(window, name) && typeof Reflect.get(window, name) !== 'function';
        if (typeof name === 'symbol' || isData) throw error;
        return member([name]);
      }
    },
  });
}

/** In the page: answers the calls of {@link windowOf} once the page has loaded. */
export function answerCalls(): void {
  const loaded = new Promise((resolve) => addEventListener('load', resolve, { once: true }));
  addEventListener('message', (event: MessageEvent<{ [calls]?: NestedCall } | null>) => {
    const call = event.source === parent ? event.data?.[calls] : undefined;
    const [port] = event.ports;
    if (!call || !port) return;
    event.stopImmediatePropagation();
    for (const at of call.functions) call.args[at] = (...values: unknown[]) => port.postMessage([at, values]);
    void loaded.then(() => {
      const holder = call.path
        .slice(0, -1)
        .reduce<unknown>((at, name) => Reflect.get(Object(at) as object, name), window);
      const name = call.path.at(-1) ?? '';
      const member: unknown = Reflect.get(Object(holder) as object, name);
      if (typeof member !== 'function') throw new Error(`the page has no ${call.path.join('.')}()`);
      Reflect.apply(member, holder, call.args);
    });
  });
}
