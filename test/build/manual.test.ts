import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { manualPage, readManual } from '../../build/manual/manual.ts';
import { htmlOf, readChapter, sectionOf } from '../../build/manual/markdown.ts';
import { root } from '../../build/set-up.js';

/** A document of its own, with its text after the title. */
function chapterOf(text: string): ReturnType<typeof readChapter> {
  const folder = mkdtempSync(join(tmpdir(), 'manual-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'one.md'), `# One\n\n${text}\n`);
  return readChapter(relative(root, join(folder, 'one.md')));
}

function read(text: string): string {
  const chapter = chapterOf(text);
  return htmlOf(chapter, chapter.tokens.slice(2), [chapter, readChapter('docs/operators/keys.md')]).trim();
}

describe('the manual', () => {
  it('has every document for operators, and how to install and get support', () => {
    const documents = readdirSync(join(root, 'docs/operators')).map((file) => `manual-${file.replace('.md', '')}`);
    const ids = [...readManual().matchAll(/<h1 id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids.toSorted()).toEqual([...documents, 'manual-install', 'manual-support'].sort());
  });

  it('has a place for each of its links, and each place once', () => {
    const page = manualPage();
    const places = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(places).size).toBe(places.length);
    const links = [...page.matchAll(/ href="([^"]*)"/g)].map(([, href = '']) => href);
    expect(links.length).toBeGreaterThan(30);
    expect(links.filter((href) => !places.includes(href.slice(1)))).toEqual([]);
  });

  it('needs nothing from elsewhere', () => {
    const page = manualPage();
    const sources = [...page.matchAll(/ (?:src|srcset|data|action)="([^",]{0,23},?)/g)].map(([, source]) => source);
    expect(sources.length).toBeGreaterThan(0);
    expect(new Set(sources)).toEqual(new Set(['data:image/png;base64,', 'data:image/webp;base64,']));
    expect(page).not.toMatch(/<(script|link|iframe|object|form)\b|url\(|@import/i);
  });
});

describe('a document', () => {
  it.each([
    [
      'a link to another one of the manual',
      '[the keys](../../work/keys.md) `keys.md`',
      /the keys <a href="#manual-keys">Keys<\/a>/,
    ],
    ['a link to the web', '[there](https://example.com/?a&b)', '<p>there (https://example.com/?a&amp;b)</p>'],
    ['a link to a document that is not there', '[the service](service.md)', '<p>the service</p>'],
    ['signs of HTML in words and code', 'a < b `<b>"` & c', '<p>a &lt; b <code>&lt;b&gt;&quot;</code> &amp; c</p>'],
    ['two headings of the same words', '## A b\n\n## A b', /id="manual-one-a-b">.*\n<h2 id="manual-one-a-b-1">/],
    [
      'a table without a head',
      '| | |\n|-|-|\n| a | `b` |',
      /<div class="table"><table><tbody><tr><td>a<\/td><td><code>b<\/code>/,
    ],
  ])('may have %s', (_what, text, html) => {
    if (typeof html === 'string') expect(read(text)).toBe(html);
    else expect(read(text)).toMatch(html);
  });

  it.each([
    ['HTML of its own', 'Words <img src=x onerror=alert(1)> here', 'has HTML of its own: <img src=x onerror=alert(1)>'],
    ['a picture from elsewhere', '![a](https://example.com/a.png)', 'has a picture that is no PNG or WebP file: https'],
  ])('may not have %s', (_what, text, said) => {
    expect(() => read(text)).toThrow(said);
  });

  it('gives one of its sections, and names one that it does not have', () => {
    const chapter = chapterOf('## First\n\none\n\n### Deeper\n\ntwo\n\n## Second\n\nthree');
    expect(htmlOf(chapter, sectionOf(chapter, 'First'), [])).toContain('<p>one</p>\n<h3 id="manual-one-deeper">');
    expect(htmlOf(chapter, sectionOf(chapter, 'First'), [])).not.toContain('three');
    expect(() => sectionOf(chapter, 'Third')).toThrow('one.md has no heading "Third".');
  });
});
