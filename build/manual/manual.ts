import packageJson from '../../package.json' with { type: 'json' };
import { escaped, htmlOf, readChapter } from './markdown.ts';
import { pageOf } from './page.ts';

/** The documents of the manual in the order in which they are read. */
const paths = [
  ...['states', 'keys', 'cues', 'data', 'check', 'workshop', 'on-air-output', 'backup', 'connections'],
  ...['controllers', 'panels', 'osc', 'remote', 'as-run', 'update'],
].map((name) => `docs/operators/${name}.md`);

/** What the manual is made of, besides the programs here. */
export const manualSources = ['docs/operators', 'docs/images', 'docs/install.md', 'docs/support.md'];

/**
 * The manual of the operators as HTML, its contents first, as the desk shows it. Throws a sentence if one of its documents cannot be
 * shown.
 */
export function readManual(): string {
  const chapters = [...paths, 'docs/install.md', 'docs/support.md'].map(readChapter);
  const links = chapters.map(({ id, title }) => `<li><a href="#${id}">${escaped(title)}</a></li>`).join('');
  const contents = `<nav aria-label="Chapters"><ul>${links}</ul></nav>`;
  return [contents, ...chapters.map((chapter) => htmlOf(chapter, chapter.tokens, chapters))].join('\n');
}

/** The manual as one page that needs nothing else, for a stick. */
export function manualPage(): string {
  const title = `Overlay Desk ${packageJson.version}: the manual`;
  return pageOf(title, `<p class="dim">${title}</p>\n${readManual()}`);
}
