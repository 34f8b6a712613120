import { describe, expect, it, vi } from 'vitest';
import { checkReferences } from '../../../scene/ograf/references.ts';
import { SourceText } from '../../../scene/ograf/source-text.ts';

const main = 'graphic.mjs';
const component = 'export default class extends HTMLElement {}';
const check = (files: Record<string, string>) =>
  checkReferences(new Map(Object.entries(files).map(([path, text]) => [path, new TextEncoder().encode(text)])), main);

describe('a file made to be slow', () => {
  /** The characters that slices of texts copied: what a search for lines from the beginning would copy again and again. */
  async function copied(file: Record<string, string>): Promise<number> {
    const slice = vi.spyOn(String.prototype, 'slice');
    try {
      await check({ [main]: component, ...file });
      return slice.mock.results.reduce((sum, { value }) => sum + (value as string).length, 0);
    } finally {
      slice.mockRestore();
    }
  }

  it.each<[string, string, (times: number) => string]>([
    ['names missing files in one line', 'a.css', (times) => 'url(x) '.repeat(times)],
    ['names missing files in many lines', 'a.css', (times) => 'url(x)\n'.repeat(times)],
    ['loads from elsewhere in one line', 'a.html', (times) => '<script src=//x.example>'.repeat(times)],
    ['loads from elsewhere in many lines', 'a.html', (times) => '\n<script src=//x.example>'.repeat(times)],
    ['is one comment', 'a.css', (times) => `/*${' url(x)'.repeat(times)}`],
  ])('costs as much as it is long: it %s', async (_, path, text) => {
    const [short, long] = [await copied({ [path]: text(200) }), await copied({ [path]: text(400) })];
    expect(long / short).toBeLessThan(2.2);
  });

  it('opens a tag or a call and never closes it: the text is searched once', async () => {
    const [tag, call] = ['<script src '.repeat(100_000), 'importScripts( '.repeat(100_000)];
    const searched = vi.spyOn(RegExp.prototype, 'exec');
    const found = await check({ [main]: component, 'a.html': tag, 'b.html': call });
    const parts = searched.mock.calls.flatMap(([text]) => (text === tag || text === call ? [text] : []));
    searched.mockRestore();
    expect(found).toEqual({ problems: [], warnings: [] });
    // Twice with each of seven patterns at most: for the one part, and for the end.
    expect(parts.length).toBeLessThan(40);
  });

  it('gets no more messages than anybody reads, and they are short', async () => {
    const { problems, warnings } = await check({
      [main]: component,
      'a.css': `@import "//${'x'.repeat(10_000)}";${'url(x)'.repeat(5_000)}`,
    });
    expect([problems, warnings.length]).toEqual([[], 1_000]);
    expect(warnings[0]?.message).toMatch(/: \/\/x{198}…$/);
  });
});

describe('a place in a file', () => {
  const source = new SourceText('a.js', 'one\n  // two */ two\nthree\n/* four');

  it.each([
    ['one', 1, false],
    ['// two', 2, true],
    [' two\n', 2, false],
    ['three', 3, false],
    ['four', 4, true],
  ])('has its line, and is in a comment or not: %j', (words, line, comment) => {
    const at = source.text.indexOf(words) + (words.startsWith('//') ? 3 : 0);
    expect([source.place(at), source.isComment(at)]).toEqual([`a.js:${line}`, comment]);
  });
});
