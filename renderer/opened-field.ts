import { tick } from 'svelte';
import { takesText } from './keys/key-press.ts';

type TextField = HTMLInputElement | HTMLTextAreaElement;

const isTextField = (element: Element | null): element is TextField => element !== null && takesText(element);

/** Moves the focus to `to` and selects its text. Returns a function that moves it back, for when `to` has gone. */
function enter(to: HTMLElement): () => void {
  const before = document.activeElement;
  const dialog = to.parentElement?.closest('dialog');
  /** A field that another screen took away in the middle of a word: the next Space or Enter would press a button. */
  let isTyping = false;
  to.addEventListener('keydown', ({ key }) => (isTyping = !['Enter', 'Escape', 'Tab'].includes(key)));
  to.addEventListener('focusout', ({ relatedTarget }) => (isTyping &&= relatedTarget === null));
  to.focus();
  if (isTextField(to)) to.select();
  return () => {
    const back = before?.isConnected && !(isTyping && before.matches('button')) ? before : dialog;
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
  // A field in it may have the focus already.
  if (!first && opened.contains(document.activeElement)) return () => {};
  const leave = enter(first ?? opened);
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
    if (field?.isConnected) opened = { field, leave: enter(field) };
  });
  observer.observe(form, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/**
 * For what lies over the page: what goes away with the focus leaves it with `part`, where Tab and Escape go on. A button
 * that gets the focus by itself would be pressed by the next Enter.
 */
export function keepsFocus(part: HTMLElement): () => void {
  let last: Element | null = null;
  const focused = ({ target }: FocusEvent): void => void (last = target instanceof Element ? target : null);
  function keep(): void {
    const { activeElement: now } = document;
    if (last && (now === document.body || now === last) && isLost(last)) part.focus();
  }
  // What opened a field gets the focus first, in the present task.
  const observer = new MutationObserver(() => last && isLost(last) && setTimeout(keep));
  part.addEventListener('focusin', focused);
  observer.observe(part, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  return () => {
    observer.disconnect();
    part.removeEventListener('focusin', focused);
  };
}

/** Whether an element that had the focus is gone, or cannot have it any more. */
export const isLost = (element: Element): boolean => !element.isConnected || element.matches(':disabled');

function textFieldsIn(node: Node): TextField[] {
  if (!(node instanceof Element)) return [];
  return [node, ...node.querySelectorAll('input, textarea')].filter(isTextField);
}
