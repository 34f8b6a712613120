/** A text file of a package, with its lines. Asking for all places of a text costs as much as the text is long. */
export class SourceText {
  readonly path: string;
  readonly text: string;
  /** The offset at which each line begins. They are counted only once somebody asks for a line. */
  #starts: Uint32Array | undefined;
  #last: { line: number; comment: Comment | undefined } | undefined;

  constructor(path: string, text: string) {
    this.path = path;
    this.text = text;
  }

  /** The file and line of an offset: `lib/text.js:12`. */
  place(offset: number): string {
    return `${this.path}:${this.#lineAt(offset) + 1}`;
  }

  /** Whether an offset is in a line that is only a comment up to there. */
  isComment(offset: number): boolean {
    const line = this.#lineAt(offset);
    // Places are asked for in order, so many of one long line come one after another.
    if (this.#last?.line !== line) this.#last = { line, comment: commentIn(this.#line(line)) };
    const { comment } = this.#last;
    return comment !== undefined && offset - (this.#lineStarts()[line] ?? 0) < comment.end;
  }

  #line(line: number): string {
    const starts = this.#lineStarts();
    return this.text.slice(starts[line], starts[line + 1]);
  }

  #lineStarts(): Uint32Array {
    this.#starts ??= lineStarts(this.text);
    return this.#starts;
  }

  /** The line of an offset, from 0: the last one that begins at it or before. */
  #lineAt(offset: number): number {
    const starts = this.#lineStarts();
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low;
  }
}

function lineStarts(text: string): Uint32Array {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  const starts = new Uint32Array(lines);
  let [line, at] = [1, text.indexOf('\n')];
  for (; at >= 0; at = text.indexOf('\n', at + 1)) {
    starts[line] = at + 1;
    line += 1;
  }
  return starts;
}

interface Comment {
  /** The offset in the line at which the comment has ended; infinite if it goes on to the end. */
  end: number;
}

function commentIn(line: string): Comment | undefined {
  if (!/^\s*(?:\/\/|\/\*|\*|<!--)/.test(line)) return undefined;
  const end = /\*\/|-->/.exec(line);
  return { end: end ? end.index + end[0].length : Number.POSITIVE_INFINITY };
}
