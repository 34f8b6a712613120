import { tick } from 'svelte';
import { takesText } from './keys/key-press.ts';

type TextField = HTMLInputElement | HTMLTextAreaElement;

const isTextField = (element: Element | null): element is TextField => element !== null && takesText(element);

/** Moves the focus to `to` and selects its text. Returns a function that moves it back, for when `to` has gone. */
function enter(to: HTMLElement): () => void {
  const before = document.activeElement;
  const dialog = to.parentElement?.closest('dialog');
  to.focus();
  if (isTextField(to)) to.select();
  return () => {
    const back = before?.isConnected ? before : dialog;
    if (document.activeElement === document.body && back instanceof HTMLElement) back.focus();
  };
}

/**
 * For what a press opens: it gets the focus, and what had the focus before gets it back. In a container, the element
 * with `data-first` gets it, if it is enabled; else the container, if it can.
 */
export function openedField(opened: HTMLElement): () => void {
  const first = isTextField(opened) ? opened : opened.querySelector<HTMLElement>('[data-first]:enabled');
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

function textFieldsIn(node: Node): TextField[] {
  if (!(node instanceof Element)) return [];
  return [node, ...node.querySelectorAll('input, textarea')].filter(isTextField);
}
