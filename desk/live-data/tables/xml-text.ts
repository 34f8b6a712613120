import { texts } from '../../../contract/texts/texts.ts';
import sax, { type SAXOptions } from 'sax';
import { type DataLimits, DataProblem } from './data-limits.ts';
import { textOf, type Tree } from './tree.ts';

interface OpenElement {
  name: string;
  text: string;
  /** By name; attributes begin with `@`. Elements with the same name form a list. */
  parts: Map<string, Tree[]>;
}

const options: SAXOptions & { strictEntities: boolean } = { strictEntities: true, position: true };

/**
 * Reads XML into an object with the root element. Text-only elements become text; others become objects with `@name`
 * attributes and `#text`. Refuses document types and non-XML entities.
 */
export function readXml(text: string, limits: Pick<DataLimits, 'depth'>): Tree {
  const parser = sax.parser(true, options);
  const document = opened('');
  const path = [document];
  const refuse = (what: string): never => {
    throw new DataProblem(texts.data.noXml(parser.line + 1, what));
  };
  parser.onerror = ({ message }) => refuse(message.split('\n', 1)[0] ?? message);
  parser.ondoctype = () => refuse(texts.data.noDoctype);
  parser.onopentag = ({ name, attributes }) => {
    if (path.length > limits.depth) refuse(texts.data.elementsTooDeep);
    path.push(opened(name, attributes as Record<string, string>));
  };
  parser.ontext = parser.oncdata = (found) => {
    const element = path.at(-1);
    if (element) element.text += found;
  };
  parser.onclosetag = () => {
    const element = path.pop();
    if (element) add(path.at(-1) ?? document, element.name, treeOf(element));
  };
  parser.write(text).close();
  return treeOf(document);
}

function opened(name: string, attributes: Record<string, string> = {}): OpenElement {
  const parts = Object.entries(attributes).map(([attribute, value]): [string, Tree[]] => [`@${attribute}`, [value]]);
  return { name, text: '', parts: new Map(parts) };
}

function add(element: OpenElement, name: string, part: Tree): void {
  const alike = element.parts.get(name);
  if (alike) alike.push(part);
  else element.parts.set(name, [part]);
}

function treeOf({ text, parts }: OpenElement): Tree {
  const words = text.trim();
  if (parts.size === 0) return words;
  const named = [...parts].map(([name, alike]): [string, Tree] => [
    name,
    alike.length === 1 ? (alike[0] ?? '') : alike,
  ]);
  return Object.fromEntries(words === '' ? named : [...named, [textOf, words]]);
}
