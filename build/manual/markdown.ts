import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Marked, type Token, type Tokens } from 'marked';
import { root } from '../set-up.js';

/** A document of the project, read from its Markdown. */
export interface Chapter {
  /** Its path in the project. */
  path: string;
  /** What its headings begin their identifiers with: `manual-` and the name of its file. */
  id: string;
  title: string;
  tokens: Token[];
}

/** Reads a document. Throws a sentence if it does not begin with its title. */
export function readChapter(path: string): Chapter {
  const tokens = new Marked().lexer(readFileSync(join(root, path), 'utf8'));
  const [first] = tokens;
  if (first?.type !== 'heading') throw new Error(`${path} does not begin with a heading.`);
  return { path, id: `manual-${basename(path, '.md')}`, title: (first as Tokens.Heading).text, tokens };
}

/** The part of a document under one of its headings, without the heading. Throws a sentence if it has no such heading. */
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
 * HTML of a document or a part of it, which needs nothing from elsewhere: pictures are inside it, a link to one of the `others` leads to it
 * on the same page, one to another document is its words alone, and one to the web is an address to read. Throws a sentence if the document
 * has HTML of its own or a picture that is no PNG, because neither is known to be harmless.
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
        // A table that is wider than its page scrolls by itself.
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

/** A heading as GitHub spells it in an address. */
function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
}

/** The second heading of the same words ends with `-1`. */
function counted(slug: string, slugs: Map<string, number>): string {
  const count = slugs.get(slug) ?? 0;
  slugs.set(slug, count + 1);
  return count === 0 ? slug : `${slug}-${String(count)}`;
}

/** A text as HTML. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
