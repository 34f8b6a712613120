import { findNodeAtLocation, parseTree, type ParseError, printParseErrorCode } from 'jsonc-parser';
import { lineAt } from './decode-text.ts';

/** A JSON text that was read, with the places of what is in it. */
export interface JsonLines {
  value: unknown;
  /** The line, from 1, of what is at a path; of the nearest thing around it where the path leads nowhere. */
  lineOf(path: readonly PropertyKey[]): number;
}

/** Reads a JSON text. Gives a sentence with the line of the first mistake if it is none. */
export function readJsonText(text: string): JsonLines | { problem: string } {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  const [first] = errors;
  if (first || !root) {
    const why = first ? printParseErrorCode(first.error) : 'it is empty';
    return { problem: `This is no JSON: line ${lineAt(text, first?.offset ?? 0)}: ${why}.` };
  }
  return {
    value: JSON.parse(text),
    lineOf(path) {
      const known = path.map((part) => (typeof part === 'number' ? part : String(part)));
      let node = findNodeAtLocation(root, known);
      while (!node && known.length > 0) {
        known.pop();
        node = findNodeAtLocation(root, known);
      }
      return lineAt(text, (node ?? root).offset);
    },
  };
}
