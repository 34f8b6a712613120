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
  const post = (answer: GraphicAnswer): void => port.postMessage(answer);
  addEventListener('error', ({ message }) => post({ call: null, problem: message }));
  addEventListener('unhandledrejection', ({ reason }) => post({ call: null, problem: messageOf(reason) }));
  const creating = createGraphic();
  let loading: Promise<GraphicStatus> | undefined;
  port.onmessage = ({ data: { call, method, params } }: MessageEvent<GraphicCall>) => {
    if (method === 'load')
      loading = creating.then((graphic) => callGraphic(graphic, method, { ...params, ...renderContext() }));
    // No action is called before it is loaded; after that each at once, whatever the one before does.
    const done =
      method === 'load'
        ? loading
        : creating.then((graphic) => loading?.then(() => callGraphic(graphic, method, params)));
    done?.then(
      (status) => status && post({ call, ok: true, ...status }),
      (error: unknown) => post({ call, ok: false, problem: messageOf(error) }),
    );
  };
}

/** The component of the package, in the page. */
async function createGraphic(): Promise<Graphic> {
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
function renderContext(): object {
  const resolution = { width: innerWidth, height: innerHeight };
  return {
    renderType: 'realtime',
    renderCharacteristics: { resolution, accessToPublicInternet: network === 'true' },
  };
}

async function callGraphic(graphic: Graphic, method: GraphicMethod, params: object): Promise<GraphicStatus> {
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

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
