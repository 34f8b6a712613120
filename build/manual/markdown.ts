import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Marked, type Token, type Tokens } from 'marked';
import { root } from '../set-up.js';

export interface Chapter {
  path: string;
  /** Prefix of the heading ids: `manual-` and the file's name. */
  id: string;
  title: string;
  tokens: Token[];
}

/** Throws if the document does not begin with its title. */
export function readChapter(path: string): Chapter {
  const tokens = new Marked().lexer(readFileSync(join(root, path), 'utf8'));
  const [first] = tokens;
  if (first?.type !== 'heading') throw new Error(`${path} does not begin with a heading.`);
  return { path, id: `manual-${basename(path, '.md')}`, title: (first as Tokens.Heading).text, tokens };
}

/** Without the heading. Throws if the heading is missing. */
export function sectionOf(chapter: Chapter, title: string): Token[] {
  const { tokens } = chapter;
  const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading';
  const start = tokens.findIndex((token) => isHeading(token) && token.text === title);
  const heading = tokens[start];
  if (!heading || !isHeading(heading)) throw new Error(`${chapter.path} has no heading "${title}".`);
  const rest = tokens.slice(start + 1);
  const end = rest.findIndex((token) => isHeading(token) && token.depth <= heading.depth);
  return end === -1 ? rest : rest.slice(0, end);
}

/**
 * Renders self-contained HTML: pictures are embedded, links to `others` stay on the page, other links become text.
 * Throws on embedded HTML and on pictures other than PNG, which could be harmful.
 */
export function htmlOf(chapter: Chapter, tokens: Token[], others: readonly Chapter[]): string {
  const slugs = new Map<string, number>();
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens: words, depth, text }) {
        const id = depth === 1 ? chapter.id : `${chapter.id}-${counted(slugOf(text), slugs)}`;
        return `<h${String(depth)} id="${id}">${this.parser.parseInline(words)}</h${String(depth)}>\n`;
      },
      link({ href, tokens: words }) {
        const inside = this.parser.parseInline(words);
        const [, file = '', slug = ''] = /^([^#]*)#?(.*)$/.exec(href) ?? [];
        if (/^\w+:/.test(href)) return `${inside} (${escaped(href)})`;
        const to = file === '' ? chapter : others.find(({ path }) => path === join(dirname(chapter.path), file));
        return to ? `<a href="#${to.id}${slug && `-${slug}`}">${inside}</a>` : inside;
      },
      codespan({ text }) {
        const to = others.find(({ path }) => basename(path) === basename(text) && path !== chapter.path);
        return to ? `<a href="#${to.id}">${escaped(to.title)}</a>` : `<code>${escaped(text)}</code>`;
      },
      image({ href, text }) {
        const [, kind] = /^[^:]+\.(png|webp)$/.exec(href) ?? [];
        if (!kind) throw new Error(`${chapter.path} has a picture that is no PNG or WebP file: ${href}`);
        const picture = readFileSync(join(root, dirname(chapter.path), href)).toString('base64');
        return `<img alt="${escaped(text)}" src="data:image/${kind};base64,${picture}" />`;
      },
      table(token) {
        return `<div class="table">${tableOf(token, (words) => this.parser.parseInline(words))}</div>\n`;
      },
      html({ text }) {
        throw new Error(`${chapter.path} has HTML of its own: ${text.trim()}`);
      },
    },
  });
  return marked.parser(tokens);
}

function tableOf({ header, rows }: Tokens.Table, inline: (tokens: Token[]) => string): string {
  const row = (cells: Tokens.TableCell[], tag: string): string =>
    `<tr>${cells.map((cell) => `<${tag}>${inline(cell.tokens)}</${tag}>`).join('')}</tr>`;
  const head = header.some(({ text }) => text !== '') ? `<thead>${row(header, 'th')}</thead>` : '';
  return `<table>${head}<tbody>${rows.map((cells) => row(cells, 'td')).join('')}</tbody></table>`;
}

function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
}

/** The second heading with the same words ends with `-1`. */
function counted(slug: string, slugs: Map<string, number>): string {
  const count = slugs.get(slug) ?? 0;
  slugs.set(slug, count + 1);
  return count === 0 ? slug : `${slug}-${String(count)}`;
}

export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
