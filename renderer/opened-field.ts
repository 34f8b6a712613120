import { tick } from 'svelte';
import { takesText } from './keys/key-press.ts';

type TextField = HTMLInputElement | HTMLTextAreaElement;

const isTextField = (element: Element | null): element is TextField => element !== null && takesText(element);

/** What had the focus before each element that a press opened. */
const origins = new WeakMap<Element, Element | null>();

/** What is typed into. Where another screen takes it away, the next Space or Enter of the word would press a button. */
const typed = new WeakSet<Element>();

/** Moves the focus to `to` and selects its text. Returns a function that moves it back, for when `to` has gone. */
function enter(to: HTMLElement, around: HTMLElement): () => void {
  origins.set(to, document.activeElement);
  to.addEventListener('keydown', ({ key }) => {
    if (['Enter', 'Escape', 'Tab'].includes(key)) typed.delete(to);
    else typed.add(to);
  });
  to.addEventListener('focusout', ({ relatedTarget }) => relatedTarget && typed.delete(to));
  to.focus();
  if (isTextField(to)) to.select();
  return leaving(to, around);
}

/**
 * Returns a function that moves the focus to what had it before `entered`, unless the hand went elsewhere meanwhile.
 * `around`: what was opened with it.
 */
function leaving(entered: Element, around: Element): () => void {
  const before = origins.get(entered);
  const dialog = entered.parentElement?.closest('dialog');
  let isElsewhere = false;
  const focused = ({ target }: FocusEvent): void => {
    isElsewhere = target instanceof Node && !around.contains(target);
  };
  document.addEventListener('focusin', focused);
  return () => {
    document.removeEventListener('focusin', focused);
    const isButton = typed.has(entered) && before?.matches('button');
    const back = before?.isConnected && !isButton && !isElsewhere ? before : dialog;
    if (document.activeElement === document.body && back instanceof HTMLElement) back.focus();
  };
}

/**
 * For what a press opens: it gets the focus, and what had the focus before gets it back. In a container, the element
 * with `data-first` gets it, if it is enabled; else the container, if it can.
 */
export function openedField(opened: HTMLElement): () => void {
  const first = isTextField(opened)
    ? opened
    : opened.querySelector<HTMLElement>('[data-first]:enabled:not([aria-disabled])');
  const { activeElement: now } = document;
  // A field in it may have the focus already, and may go before the container does.
  const leave = !first && now && opened.contains(now) ? leaving(now, opened) : enter(first ?? opened, opened);
  // The page behind a dialog accepts the focus only after `inert` is removed.
  return () => void tick().then(leave);
}

/** For a form whose buttons and lists open fields in it: a field that appears gets the focus from them. */
export function opensFields(form: HTMLElement): () => void {
  let opened: { field: TextField; leave: () => void } | undefined;
  const observer = new MutationObserver((changes) => {
    if (opened && !opened.field.isConnected) {
      opened.leave();
      opened = undefined;
    }
    const focused = document.activeElement;
    if (!form.contains(focused) || isTextField(focused)) return;
    const field = changes.flatMap(({ addedNodes }) => [...addedNodes].flatMap(textFieldsIn))[0];
    if (field?.isConnected) opened = { field, leave: enter(field, form) };
  });
  observer.observe(form, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/** Parts around the elements that had the focus. */
const mostParts = 50;

/**
 * For the whole screen: what goes away with the focus leaves it with the nearest part around it, a list, a pane or a
 * sheet, where Tab and Escape go on, else with a part of before. A button that gets the focus by itself would be pressed
 * by the next Enter.
 */
export function keepsFocus(screen: HTMLElement): () => void {
  let last: Element | undefined;
  let around: HTMLElement[] = [];
  function focused({ target }: FocusEvent): void {
    if (!(target instanceof Element)) return;
    last = target;
    const own: HTMLElement[] = [];
    for (let part = target.parentElement; part && part !== screen; part = part.parentElement) own.push(part);
    around = [...new Set([...own, ...around])].filter((part) => part.isConnected).slice(0, mostParts);
  }
  function keep(): void {
    const { activeElement: now } = document;
    if (!last || !isLost(last) || (now !== document.body && now !== last)) return;
    for (const part of around) {
      part.focus({ preventScroll: true });
      if (document.activeElement === part) return;
    }
  }
  // What opened a field gets the focus first, in the present task.
  const observer = new MutationObserver(() => last && isLost(last) && setTimeout(keep));
  screen.addEventListener('focusin', focused);
  observer.observe(screen, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  return () => {
    observer.disconnect();
    screen.removeEventListener('focusin', focused);
  };
}

/** Whether an element that had the focus is gone, or cannot have it any more. */
export const isLost = (element: Element): boolean => !element.isConnected || element.matches(':disabled');

function textFieldsIn(node: Node): TextField[] {
  if (!(node instanceof Element)) return [];
  return [node, ...node.querySelectorAll('input, textarea')].filter(isTextField);
}
