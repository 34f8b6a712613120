/**
 * What runs inside a page of the double: the preload in an isolated world, as under Electron, and in the page's own world
 * the half of `contextBridge` that shows there what the preload exposes. The worlds share the page's events but no
 * object, so that all that crosses is text, under a name that the page does not know.
 */

/** The name of the isolated world. */
export const isolatedWorld = 'Electron Isolated Context';
/** What the preload's world calls to speak to the shell, and what the shell calls there. */
export const binding = { toShell: '__doubleToShell', fromShell: '__doubleFromShell' };

/** The scripts for a page that is to get this preload; `secret` is the name that the worlds meet under. */
export function pageScripts(preload: string, secret: string): { page: string; isolated: string } {
  const names = JSON.stringify([secret, binding.toShell, binding.fromShell]);
  return {
    page: `(${showExposed.toString()})(${JSON.stringify(secret)})`,
    isolated: `(() => {
      const require = (${preloadModules.toString()})(...${names});
      if (require) (function (require, exports, module) {${preload}\n})(require, {}, { exports: {} });
    })()`,
  };
}

type Exposed = Record<string, (...given: unknown[]) => void>;
/** A value given across: text, number or the like, or a function, which stays where it is and gets a number. */
type Crossing = { value: unknown } | { callback: number };

function showExposed(secret: string): void {
  // A preload is for the page, not for the frames inside of it.
  if (window.top !== window) return;
  const callbacks: ((...given: unknown[]) => void)[] = [];
  const thrown: string[] = [];
  const tell = (message: unknown): void => {
    window.dispatchEvent(new CustomEvent(`${secret}-in`, { detail: JSON.stringify(message) }));
    const why = thrown.pop();
    if (why !== undefined) throw new Error(why);
  };
  const cross = (given: unknown): Crossing =>
    typeof given === 'function' ? { callback: callbacks.push(given as () => void) - 1 } : { value: given };
  window.addEventListener(`${secret}-out`, (event) => {
    const message = JSON.parse(String((event as CustomEvent).detail)) as {
      key: string;
      names?: string[];
      thrown?: string;
      callback?: number;
      given?: unknown[];
    };
    if (message.thrown !== undefined) thrown.push(message.thrown);
    if (message.callback !== undefined) callbacks[message.callback]?.(...(message.given ?? []));
    if (!message.names) return;
    const api: Exposed = {};
    for (const name of message.names) {
      api[name] = (...given) => {
        tell({ key: message.key, name, given: given.map(cross) });
      };
    }
    Object.defineProperty(window, message.key, { value: Object.freeze(api), enumerable: true });
  });
  tell({ ready: true });
}

function preloadModules(secret: string, toShell: string, fromShell: string): ((name: string) => unknown) | undefined {
  if (window.top !== window) return undefined;
  const world = globalThis as unknown as Record<string, (...given: unknown[]) => void>;
  const exposed = new Map<string, Exposed>();
  const listeners: [channel: string, listener: (event: unknown, ...given: unknown[]) => void][] = [];
  const tell = (message: unknown): void =>
    void window.dispatchEvent(new CustomEvent(`${secret}-out`, { detail: JSON.stringify(message) }));
  const show = (key: string, api: Exposed): void => {
    tell({ key, names: Object.keys(api) });
  };
  const arrive = (crossing: Crossing): unknown =>
    'value' in crossing ? crossing.value : (...given: unknown[]) => tell({ callback: crossing.callback, given });
  window.addEventListener(`${secret}-in`, (event) => {
    const message = JSON.parse(String((event as CustomEvent).detail)) as
      { ready: true } | { key: string; name: string; given: Crossing[] };
    if ('ready' in message) return exposed.forEach((api, key) => show(key, api));
    try {
      exposed.get(message.key)?.[message.name]?.(...message.given.map(arrive));
    } catch (error) {
      tell({ thrown: error instanceof Error ? error.message : String(error) });
    }
  });
  world[fromShell] = (channel, ...given) => {
    for (const [name, listener] of listeners) if (name === channel) listener({}, ...given);
  };
  const modules = {
    contextBridge: {
      exposeInMainWorld(key: string, api: Exposed) {
        exposed.set(key, api);
        show(key, api);
      },
    },
    ipcRenderer: {
      on: (channel: string, listener: (event: unknown, ...given: unknown[]) => void) =>
        listeners.push([channel, listener]),
      send: (...sent: unknown[]) => world[toShell]?.(JSON.stringify(sent)),
    },
  };
  return (name) => {
    if (name !== 'electron') throw new Error(`A sandboxed preload has no module ${name}.`);
    return modules;
  };
}
