import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';

const root = new URL('../../../', import.meta.url);
const guides = new URL('docs/operators/', root);

/** What stands for anything in a phrase: a gap, a number, a reason. */
const gaps = /…|\(why\)|(?<![\w])[nm](?![\w])/g;

/** The phrases that the operator's guide explains: what is bold in it, and what a row of one of its tables begins with. */
function explainedPhrases(): string[] {
  return readdirSync(guides)
    .map((name) => readFileSync(new URL(name, guides), 'utf8').replaceAll(/\n *(?![-|#\d\s])/g, ' '))
    .flatMap((text) => [
      ...[...text.matchAll(/\*\*(.+?)\*\*/g)].map(([, phrase = '']) => phrase),
      ...[...text.matchAll(/^\| ([^|]+?) +\|/gm)].map(([, cell = '']) => cell.replaceAll('**', '')),
    ])
    .filter((phrase) => phrase.replaceAll(gaps, '').trim().length >= 8);
}

/** Every page of the guide as one text. */
export function guideText(): string {
  return readdirSync(guides)
    .map((name) => readFileSync(new URL(name, guides), 'utf8'))
    .join('\n');
}

/** `PAGE: WORD` for the bold words that a row of a table, an item of a list or a paragraph begins with. */
export function definitions(): string[] {
  return readdirSync(guides).flatMap((page) => {
    const text = readFileSync(new URL(page, guides), 'utf8');
    const begun = text.matchAll(/(?:\n\n|\n\| | *- )((?:\*\*[^*\n]+\*\*(?:, )?)+)/g);
    return [...begun].flatMap(([, words = '']) =>
      [...words.matchAll(/\*\*(.+?)\*\*/g)].map(([, word = '']) => `${page}: ${word}`),
    );
  });
}

function pattern(phrase: string): RegExp {
  const parts = phrase.replace(/\.$/, '').split(gaps);
  return new RegExp(parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('.*'), 'i');
}

/** Those of the sentences that no phrase of the operator's guide is about, be it a part of them or an example. */
export function unexplained(sentences: readonly string[]): string[] {
  const phrases = explainedPhrases();
  const patterns = phrases.map(pattern);
  return sentences.filter((sentence) => {
    const example = pattern(sentence);
    return !patterns.some((part) => part.test(sentence)) && !phrases.some((phrase) => example.test(phrase));
  });
}

/** Every sentence in the code of a file, with `…` for what is put into it. */
export function sentencesIn(file: string): string[] {
  const text = readFileSync(new URL(file, root), 'utf8');
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) found.push(node.text);
    if (ts.isTemplateExpression(node)) {
      found.push(node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join(''));
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest));
  return found.filter(isSentence);
}

/** Whether a text ends as a sentence. Other texts are parts of sentences. */
export function isSentence(text: string): boolean {
  return /^[A-Z…].* .*(\.|: …)$/.test(text) && /[a-z]{2,} [a-z]{2,}/.test(text);
}

/** Every text in a part of a catalogue, with `…` for what is put into it. */
export function textsIn(part: object): string[] {
  type Text = string | ((...values: string[][]) => string) | object;
  return Object.values(part as Record<string, Text>).flatMap((text): string[] => {
    if (typeof text === 'string') return [text];
    if (typeof text !== 'function') return textsIn(text);
    // A list prints as its only member, so it stands for a text, too.
    const sentence = text as (...values: string[][]) => string;
    return [sentence(...Array<string[]>(sentence.length).fill(['…']))];
  });
}
