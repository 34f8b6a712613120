import { hideOtherFrames, openNestedPage } from './nested-page.ts';
import type { GraphicAnswer, GraphicCall, GraphicMethod, GraphicStatus } from './messages.ts';

/**
 * The script of a graphic's frame, `/graphics/{id}/~frame` on the media address, and of the pages of its package in it. It
 * creates the package's Web Component and forwards the calls of the page around it. The frame has no origin and no network of its own; this script holds
 * nothing that the graphic may not have.
 */
type GraphicNode = HTMLElement & Partial<Record<GraphicMethod, (params: object) => unknown>>;

const { main, network } = document.documentElement.dataset;

hideOtherFrames();
if (main === undefined) openNestedPage();
else
  addEventListener('message', (event) => {
    const [port] = event.ports;
    if (event.source === parent && port) serve(port);
  });

function serve(port: MessagePort): void {
  const post = (answer: GraphicAnswer): void => port.postMessage(answer);
  const onError = ({ target, message }: ErrorEvent): void => {
    if (target instanceof HTMLScriptElement) post({ call: null, problem: `${target.src} cannot be loaded` });
    else if (target instanceof HTMLLinkElement) post({ call: null, problem: `${target.href} cannot be loaded` });
    else if (target === window) post({ call: null, problem: message });
  };
  // A failed load raises an event that does not bubble, so only the capture phase sees it.
  addEventListener('error', onError, true);
  addEventListener('securitypolicyviolation', ({ blockedURI, effectiveDirective }) => {
    post({ call: null, problem: `${blockedURI} is refused (${effectiveDirective})` });
  });
  addEventListener('unhandledrejection', ({ reason }) => post({ call: null, problem: messageOf(reason) }));
  const creating = createGraphic();
  let loading: Promise<GraphicStatus> | undefined;
  port.onmessage = ({ data: { call, method, params } }: MessageEvent<GraphicCall>) => {
    if (method === 'load')
      loading = creating.then((graphic) => callGraphic(graphic, method, { ...params, ...renderContext() }));
    // Actions wait for `load`, then run at once, even during the previous one.
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

async function createGraphic(): Promise<GraphicNode> {
  const address = new URL(main ?? '', location.href).href;
  const { default: Component } = (await import(/* @vite-ignore */ address)) as { default: unknown };
  if (typeof Component !== 'function' || !(Component.prototype instanceof HTMLElement)) {
    throw new Error('its main file exports no class of an HTML element by default');
  }
  const component = Component as CustomElementConstructor;
  try {
    customElements.define('ograf-graphic', component);
  } catch (error) {
    // The package may have registered its class itself.
    if (!(error instanceof DOMException)) throw error;
  }
  const graphic = new component();
  document.body.append(graphic);
  return graphic;
}

/** The player's description for `load`. */
function renderContext(): object {
  const resolution = { width: innerWidth, height: innerHeight };
  return {
    renderType: 'realtime',
    renderCharacteristics: { resolution, accessToPublicInternet: network === 'true' },
  };
}

async function callGraphic(graphic: GraphicNode, method: GraphicMethod, params: object): Promise<GraphicStatus> {
  if (typeof graphic[method] !== 'function') throw new Error(`the graphic has no ${method}()`);
  const answer = await graphic[method](params);
  // No return value means success.
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
