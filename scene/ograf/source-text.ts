/** Finding all places in a text takes linear time. */
export class SourceText {
  readonly path: string;
  readonly text: string;
  #starts: Uint32Array | undefined;
  #last: { line: number; end: number | undefined } | undefined;

  constructor(path: string, text: string) {
    this.path = path;
    this.text = text;
  }

  place(offset: number): string {
    return `${this.path}:${this.#lineAt(offset) + 1}`;
  }

  /** Whether the line up to the offset is only a comment. */
  isComment(offset: number): boolean {
    const line = this.#lineAt(offset);
    // Offsets arrive in order, so a long line is checked repeatedly.
    if (this.#last?.line !== line) this.#last = { line, end: commentEnd(this.#line(line)) };
    const { end } = this.#last;
    return end !== undefined && offset - (this.#lineStarts()[line] ?? 0) < end;
  }

  #line(line: number): string {
    const starts = this.#lineStarts();
    return this.text.slice(starts[line], starts[line + 1]);
  }

  #lineStarts(): Uint32Array {
    this.#starts ??= lineStarts(this.text);
    return this.#starts;
  }

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

/** The end of the comment that a line begins with; infinite if it continues past the line. */
function commentEnd(line: string): number | undefined {
  if (!/^\s*(?:\/\/|\/\*|\*|<!--)/.test(line)) return undefined;
  const end = /\*\/|-->/.exec(line);
  return end ? end.index + end[0].length : Number.POSITIVE_INFINITY;
}
