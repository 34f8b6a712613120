import { HTMLElement, type Node, parse } from 'node-html-parser';

/** The roles of elements that name none. */
const rolesOfTags: Record<string, string> = {
  article: 'article',
  button: 'button',
  dialog: 'dialog',
  fieldset: 'group',
  form: 'form',
  h1: 'heading',
  h2: 'heading',
  h3: 'heading',
  li: 'listitem',
  meter: 'meter',
  nav: 'navigation',
  ol: 'list',
  option: 'option',
  output: 'status',
  select: 'combobox',
  table: 'table',
  td: 'cell',
  textarea: 'textbox',
  th: 'columnheader',
  tr: 'row',
  ul: 'list',
};
const rolesOfInputs: Record<string, string> = { checkbox: 'checkbox', radio: 'radio', number: 'spinbutton' };
/** Without a label, these have their content for a name. */
const namedByContent = new Set(['button', 'cell', 'columnheader', 'heading', 'option', 'row', 'treeitem']);

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** The words in a node. Neighbouring elements get a space between them, because styles separate them on screen. */
function wordsOf(node: Node): string {
  if (node.childNodes.length === 0) return node.textContent;
  const isElement = (one: Node | undefined): boolean => one instanceof HTMLElement;
  return node.childNodes
    .map((child, at, all) => (isElement(child) && isElement(all[at - 1]) ? ' ' : '') + wordsOf(child))
    .join('');
}

const textOf = (element: Node): string => oneLine(wordsOf(element));

type Wanted = string | RegExp;
/** A string is the whole text. */
const isMeant = (text: string, wanted: Wanted): boolean =>
  typeof wanted === 'string' ? text === wanted : wanted.test(text);

/** An element of what was drawn, or all of it. */
export class Drawn {
  readonly #element: HTMLElement;

  constructor(element: HTMLElement | string) {
    this.#element =
      typeof element === 'string' ? parse(element, { blockTextElements: { script: true, style: true } }) : element;
  }

  /** Its words, and those of everything in it, on one line. */
  get text(): string {
    return textOf(this.#element);
  }

  /** Its words, with their line ends. */
  get lines(): string {
    return this.#element.textContent.trim();
  }

  /** The markup in it. */
  get markup(): string {
    return this.#element.innerHTML;
  }

  /** What a text field holds. */
  get value(): string {
    return this.#element.tagName === 'TEXTAREA' ? this.#element.textContent : (this.attribute('value') ?? '');
  }

  get isDisabled(): boolean {
    return this.#element.hasAttribute('disabled') || this.attribute('aria-disabled') === 'true';
  }

  attribute(name: string): string | null {
    return this.#element.getAttribute(name) ?? null;
  }

  /** All in it of a role and a name, in their order; none that is hidden. */
  all(role: string, name: Wanted = /^/): Drawn[] {
    return this.#element
      .querySelectorAll('*')
      .filter((each) => roleOf(each) === role && !isHidden(each) && isMeant(nameOf(each), name))
      .map((each) => new Drawn(each));
  }

  /** The one of a role and a name. */
  the(role: string, name?: Wanted): Drawn {
    return only(this.all(role, name), `${role} named ${String(name ?? 'anything')}`);
  }

  /** The field with this label. */
  labelled(label: string): Drawn {
    const fields = this.#element
      .querySelectorAll('input, textarea, select')
      .filter((each) => nameOf(each) === label && !isHidden(each));
    return only(
      fields.map((each) => new Drawn(each)),
      `field labelled ${label}`,
    );
  }

  /** All in it that a CSS selector means, in their order. */
  select(selector: string): Drawn[] {
    return this.#element.querySelectorAll(selector).map((each) => new Drawn(each));
  }

  /** The innermost elements with this text, in their order; none that is hidden. */
  saying(text: Wanted): Drawn[] {
    const says = (each: HTMLElement): boolean => isMeant(textOf(each), text) && !isHidden(each);
    const all = this.#element.querySelectorAll('*');
    return all.filter((each) => says(each) && !each.querySelectorAll('*').some(says)).map((each) => new Drawn(each));
  }
}

function only(found: Drawn[], what: string): Drawn {
  const [first, ...others] = found;
  if (!first || others.length > 0) throw new Error(`There are ${found.length} of: ${what}.`);
  return first;
}

function roleOf(element: HTMLElement): string | undefined {
  const tag = element.tagName.toLowerCase();
  const own = element.getAttribute('role');
  if (own !== undefined) return own;
  if (tag === 'a' && element.hasAttribute('href')) return 'link';
  if (tag === 'section') return element.hasAttribute('aria-label') ? 'region' : undefined;
  if (tag === 'input') return rolesOfInputs[element.getAttribute('type') ?? ''] ?? 'textbox';
  return rolesOfTags[tag];
}

function nameOf(element: HTMLElement): string {
  const own = element.getAttribute('aria-label');
  if (own !== undefined) return own;
  const label = labelOf(element);
  if (label !== undefined) return label;
  const content = namedByContent.has(roleOf(element) ?? '') ? textOf(element) : '';
  return content || (element.getAttribute('title') ?? '');
}

function rootOf(element: HTMLElement): HTMLElement {
  const above: HTMLElement | null = element.parentNode;
  return above ? rootOf(above) : element;
}

function labelOf(element: HTMLElement): string | undefined {
  const root = rootOf(element);
  const by = element.getAttribute('aria-labelledby')?.split(' ');
  if (by) return by.map((id) => textIn(root.querySelector(`[id="${id}"]`))).join(' ');
  if (element.tagName === 'FIELDSET') return textIn(element.querySelector('legend'));
  if (!['INPUT', 'TEXTAREA', 'SELECT'].includes(element.tagName)) return undefined;
  const { id } = element;
  const around = element.closest('label');
  return textIn(id === '' ? around : (root.querySelector(`label[for="${id}"]`) ?? around));
}

const textIn = (element: HTMLElement | null): string | undefined => (element ? textOf(element) : undefined);

function isHidden(element: HTMLElement): boolean {
  return element.closest('[hidden], [aria-hidden="true"]') !== null;
}
