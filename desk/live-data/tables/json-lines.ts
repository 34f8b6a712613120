import { texts } from '../../../contract/texts/texts.ts';
import { findNodeAtLocation, parseTree, type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser';
import { errorIn } from '../../../contract/errors.ts';
import { lineAt } from './decode-text.ts';

export interface JsonMistake {
  line: number;
  column: number;
  what: string;
}

/** Needed because Node does not always report the position. Undefined if the text is nested too deeply. */
export function jsonMistake(text: string): JsonMistake | undefined {
  let first: JsonMistake | undefined;
  const onError = (error: ParseErrorCode, offset: number): void => {
    const column = offset - text.lastIndexOf('\n', offset - 1);
    first ??= { line: lineAt(text, offset), column, what: texts.data.jsonMistakes[printParseErrorCode(error)] };
  };
  try {
    visit(text, { onError }, { disallowComments: true });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return first;
}

/** Like `JSON.parse`, but the `SyntaxError` names the line of the first error. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const mistake = jsonMistake(text);
    const why = mistake ? texts.data.line(mistake.line, mistake.what) : errorIn(error).message;
    throw new SyntaxError(why, { cause: error });
  }
}

/** Returns the line (from 1) of a path in a JSON text, or of its nearest existing ancestor. */
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

export class TextLines {
  #text: string | undefined;

  of(text: string): string {
    return (this.#text = text);
  }

  forget(): void {
    this.#text = undefined;
  }

  at(path: readonly PropertyKey[]): number | undefined {
    return this.#text === undefined ? undefined : lineOfPath(this.#text, path);
  }
}
