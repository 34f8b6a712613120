import { Linter } from 'eslint';
import ts from 'typescript';
import { parser } from 'typescript-eslint';
import { expect, it } from 'vitest';
import { ownNames } from '../../build/lint/own-names.js';

const file = 'asked.ts';

/** With types, if `program` is there. */
function complaints(code: string, program?: ts.Program): number {
  const config: Linter.Config = {
    files: ['*.ts'],
    languageOptions: program ? { parser, parserOptions: { programs: [program] } } : {},
    plugins: { house: { rules: { names: ownNames } } },
    rules: { 'house/names': 'error' },
  };
  const messages = new Linter().verify(code, config, file);
  expect(messages.filter(({ ruleId }) => ruleId !== 'house/names')).toEqual([]);
  return messages.length;
}

function programOf(code: string): ts.Program {
  const host = ts.createCompilerHost({});
  host.getSourceFile = (name, target) => (name === file ? ts.createSourceFile(name, code, target, true) : undefined);
  return ts.createProgram([file], { noLib: true }, host);
}

it.each([
  ['"kind" in part', 0],
  ['name in payload', 1],
  ['one.id in { ...payload }', 1],
  ['`${name} 2` in content', 1],
  ['Object.hasOwn(payload, name)', 0],
  ['for (const name in payload) use(name)', 0],
  ['class A { #b; static is(one) { return #b in one; } }', 0],
])('a name that the code does not know is not asked for by in: %s', (code, expected) => {
  expect(complaints(code)).toBe(expected);
});

it.each([
  ['string', 1],
  ['"kind"', 0],
  ['"kind" | "name"', 0],
  ['"kind" | string & {}', 1],
  ['keyof typeof part', 0],
  ['number', 1],
])('a name is known by its type: %s', (type, expected) => {
  const code = `declare const part: { kind: 1; name: 2 }; declare const key: ${type}; key in part;`;
  expect(complaints(code, programOf(code))).toBe(expected);
});
