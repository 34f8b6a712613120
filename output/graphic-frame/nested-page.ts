import { answerCalls, windowOf } from './nested-calls.ts';

/** From a nested page to the page around it: it has begun, and what fails in it. */
const begun = 'graphic-page';
const failed = 'graphic-failure';

/**
 * A page of the package in a frame of the graphic. It gets an origin of its own and the policy of the graphic's frame,
 * which starts scripts only through this one. So the service sends an empty page, and this script fills it from the
 * file: at once, so that its scripts run before the page counts as loaded.
 */
export function openNestedPage(): void {
  parent.postMessage(begun, '*');
  answerCalls();
  addEventListener('error', ({ message }) => parent.postMessage({ [failed]: message }, '*'));
  addEventListener('unhandledrejection', ({ reason }) => parent.postMessage({ [failed]: String(reason) }, '*'));
  const text = fileText(location.href);
  const { documentElement: root, title } = new DOMParser().parseFromString(text, 'text/html');
  document.title = title;
  addEventListener('load', () => document.dispatchEvent(new Event('DOMContentLoaded', { bubbles: true })));
  document.documentElement.replaceWith(root);
  const scripts = [...document.querySelectorAll('script')].filter(({ type }) =>
    /^(module|.*\/javascript|)$/i.test(type),
  );
  const late = (script: HTMLScriptElement): number => Number(script.defer || script.type === 'module');
  let from = 0;
  for (const script of scripts.sort((one, other) => late(one) - late(other))) {
    // The text of a script in the page is a part of an installed file, and is loaded as such.
    from = script.src === '' ? Math.max(0, text.indexOf(script.text, late(script) ? 0 : from)) : from;
    const part = `${location.pathname}?from=${from}&to=${from + script.text.length}`;
    script.replaceWith(running(script, script.src === '' ? part : script.src));
  }
}

/** The parser of {@link openNestedPage} runs no script. In order, unless the page says otherwise. */
function running(script: HTMLScriptElement, source: string): HTMLScriptElement {
  const copy = document.createElement('script');
  for (const { name, value } of script.attributes) copy.setAttribute(name, value);
  copy.async = script.async;
  copy.src = source;
  return copy;
}

/** The page's `load` waits for this request, as it would for the file. */
function fileText(address: string): string {
  const request = new XMLHttpRequest();
  request.open('GET', address, false);
  request.send();
  return request.responseText.replace(/\r\n?/g, '\n');
}

/**
 * Frames inside of a document are seen once a page of the package has begun in them: where a browser may or can not
 * load a page, it paints an opaque one of its own.
 */
export function hideOtherFrames(): void {
  const frames = new Set<HTMLIFrameElement>();
  const hide = (frame: HTMLIFrameElement): void => {
    if (!frame.hasAttribute('src')) return;
    frames.add(frame);
    frame.style.setProperty('visibility', 'hidden', 'important');
  };
  const added = (node: Node): void => {
    if (node instanceof HTMLIFrameElement) hide(node);
    else if (node instanceof Element) node.querySelectorAll('iframe').forEach(hide);
  };
  const changes = new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records) {
      if (type === 'attributes') added(target);
      else addedNodes.forEach(added);
    }
  });
  const watch = (root: Node): void =>
    changes.observe(root, { childList: true, subtree: true, attributes: true, attributeFilter: ['src'] });
  watch(document);
  const { attachShadow } = Element.prototype;
  Element.prototype.attachShadow = function (init) {
    const root = attachShadow.call(this, init);
    watch(root);
    return root;
  };
  standInForWindows();
  addEventListener('message', (event: MessageEvent<string | { [failed]?: string } | null>) => {
    const failure = typeof event.data === 'object' ? event.data?.[failed] : undefined;
    if (event.data !== begun && failure === undefined) return;
    event.stopImmediatePropagation();
    if (failure !== undefined) throw new Error(failure);
    for (const frame of frames) {
      if (!frame.isConnected) frames.delete(frame);
      else if (frame.contentWindow === event.source) frame.style.removeProperty('visibility');
    }
  });
}

/** A page of the package has an origin of its own, so its window stands behind {@link windowOf}, also as a sender. */
function standInForWindows(): void {
  const known = new WeakMap<object, object>();
  const standIn = (page: unknown): unknown => {
    if (typeof page !== 'object' || page === null) return page;
    return known.get(page) ?? page;
  };
  const getterOf = (prototype: object, name: string) => Object.getOwnPropertyDescriptor(prototype, name)?.get;
  const contentWindow = getterOf(HTMLIFrameElement.prototype, 'contentWindow');
  const source = getterOf(MessageEvent.prototype, 'source');
  Object.defineProperty(HTMLIFrameElement.prototype, 'contentWindow', {
    get(this: HTMLIFrameElement) {
      const page = contentWindow?.call(this) as Window | null;
      if (page && this.hasAttribute('src') && !known.has(page)) known.set(page, windowOf(page));
      return standIn(page);
    },
  });
  Object.defineProperty(MessageEvent.prototype, 'source', {
    get(this: MessageEvent) {
      return standIn(source?.call(this));
    },
  });
}
