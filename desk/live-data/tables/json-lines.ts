import { findNodeAtLocation, parseTree, type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser';
import { lineAt } from './decode-text.ts';

/** Where a text stops being JSON, counted from 1, and what is wrong there. */
export interface JsonMistake {
  line: number;
  column: number;
  what: string;
}

/** Node does not always say where the mistake is. Undefined where the text is nested too deeply to be searched. */
export function jsonMistake(text: string): JsonMistake | undefined {
  let first: JsonMistake | undefined;
  const onError = (error: ParseErrorCode, offset: number): void => {
    const column = offset - text.lastIndexOf('\n', offset - 1);
    first ??= { line: lineAt(text, offset), column, what: printParseErrorCode(error) };
  };
  try {
    visit(text, { onError }, { disallowComments: true });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return first;
}

/** What `JSON.parse` gives. Throws a `SyntaxError` that names the line of the first mistake. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const mistake = jsonMistake(text);
    const why = mistake ? `line ${mistake.line}: ${mistake.what}` : (error as Error).message;
    throw new SyntaxError(why, { cause: error });
  }
}

/** The line, from 1, of what is at a path of a JSON text; of the nearest thing around it where the path leads nowhere. */
export function lineOfPath(text: string, path: readonly PropertyKey[]): number {
  const root = parseTree(text);
  const known = path.map((part) => (typeof part === 'number' ? part : String(part)));
  while (root && known.length > 0) {
    const node = findNodeAtLocation(root, known);
    if (node) return lineAt(text, node.offset);
    known.pop();
  }
  return lineAt(text, root?.offset ?? 0);
}

/** The lines of a JSON file as it was read. */
export class TextLines {
  #text: string | undefined;

  /** Keeps this text in place of the one before, and returns it. */
  of(text: string): string {
    return (this.#text = text);
  }

  /** The file is another one now. */
  forget(): void {
    this.#text = undefined;
  }

  /** The line of what is at a path, as {@link lineOfPath}; undefined without a text. */
  at(path: readonly PropertyKey[]): number | undefined {
    return this.#text === undefined ? undefined : lineOfPath(this.#text, path);
  }
}
