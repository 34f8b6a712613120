import type { GraphicAnswer, GraphicCall, GraphicMethod, GraphicStatus } from './messages.ts';

/**
 * The script of the page that a graphic is drawn in, `/graphics/{id}/~frame` of the media address. It makes the Web
 * Component of the package and passes on what the page around it asks. The frame has no origin and no network of its own;
 * this script holds nothing that the graphic may not have.
 */
type Graphic = HTMLElement & Partial<Record<GraphicMethod, (params: object) => unknown>>;

const { main = '', network } = document.documentElement.dataset;

addEventListener('message', (event) => {
  const [port] = event.ports;
  if (event.source === parent && port) serve(port);
});

function serve(port: MessagePort): void {
  const say = (answer: GraphicAnswer): void => port.postMessage(answer);
  addEventListener('error', ({ message }) => say({ call: null, problem: message }));
  addEventListener('unhandledrejection', ({ reason }) => say({ call: null, problem: wordsOf(reason) }));
  const making = made();
  let loading: Promise<GraphicStatus> | undefined;
  port.onmessage = ({ data: { call, method, params } }: MessageEvent<GraphicCall>) => {
    if (method === 'load') loading = making.then((graphic) => called(graphic, method, { ...params, ...place() }));
    // No action is called before it is loaded; after that each at once, whatever the one before does.
    const done =
      method === 'load' ? loading : making.then((graphic) => loading?.then(() => called(graphic, method, params)));
    done?.then(
      (status) => status && say({ call, ok: true, ...status }),
      (error: unknown) => say({ call, ok: false, problem: wordsOf(error) }),
    );
  };
}

/** The component of the package, in the page. */
async function made(): Promise<Graphic> {
  const address = new URL(main, location.href).href;
  const { default: Component } = (await import(/* @vite-ignore */ address)) as { default: unknown };
  if (typeof Component !== 'function' || !(Component.prototype instanceof HTMLElement)) {
    throw new Error('its main file exports no class of an HTML element by default');
  }
  const component = Component as CustomElementConstructor;
  try {
    customElements.define('ograf-graphic', component);
  } catch (error) {
    // A package may have given its class a name itself; then it can be made already.
    if (!(error instanceof DOMException)) throw error;
  }
  const graphic = new component();
  document.body.append(graphic);
  return graphic;
}

/** Where the graphic is drawn. */
function place(): object {
  const resolution = { width: innerWidth, height: innerHeight };
  return {
    renderType: 'realtime',
    renderCharacteristics: { resolution, accessToPublicInternet: network === 'true' },
  };
}

async function called(graphic: Graphic, method: GraphicMethod, params: object): Promise<GraphicStatus> {
  if (typeof graphic[method] !== 'function') throw new Error(`the graphic has no ${method}()`);
  const answer = await graphic[method](params);
  // Nothing answered means that all went well.
  const { statusCode, statusMessage, currentStep }: Record<string, unknown> =
    typeof answer === 'object' ? { ...answer } : {};
  return {
    statusCode: typeof statusCode === 'number' ? statusCode : 200,
    statusMessage: typeof statusMessage === 'string' ? statusMessage : '',
    currentStep: typeof currentStep === 'number' ? currentStep : undefined,
  };
}

function wordsOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
