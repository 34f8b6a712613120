import packageJson from '../../package.json' with { type: 'json' };
import { escaped, htmlOf, readChapter } from './markdown.ts';
import { pageOf } from './page.ts';

/** In reading order. */
const paths = [
  'states',
  'keys',
  'cues',
  'data',
  'check',
  'workshop',
  'on-air-output',
  'backup',
  'connections',
  'controllers',
  'panels',
  'osc',
  'remote',
  'as-run',
  'update',
].map((name) => `docs/operators/${name}.md`);

export const manualSources = ['docs/operators', 'docs/images', 'docs/install.md', 'docs/support.md'];

/** As HTML, contents first. Throws if a document cannot be shown. */
export function readManual(): string {
  const chapters = [...paths, 'docs/install.md', 'docs/support.md'].map(readChapter);
  const links = chapters.map(({ id, title }) => `<li><a href="#${id}">${escaped(title)}</a></li>`).join('');
  const contents = `<nav aria-label="Chapters"><ul>${links}</ul></nav>`;
  return [contents, ...chapters.map((chapter) => htmlOf(chapter, chapter.tokens, chapters))].join('\n');
}

export function manualPage(): string {
  const title = `Overlay Desk ${packageJson.version}: the manual`;
  return pageOf(title, `<p class="dim">${title}</p>\n${readManual()}`);
}
