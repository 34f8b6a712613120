import { Linter } from 'eslint';
import svelte from 'eslint-plugin-svelte';
import { expect, it } from 'vitest';
import { literalWords } from '../../build/lint/literal-words.js';

function complaints(markup: string): string[] {
  const config = [
    ...svelte.configs.base,
    { plugins: { house: { rules: { words: literalWords } } }, rules: { 'house/words': 'error' as const } },
  ];
  return new Linter().verify(markup, config, 'a.svelte').map(({ message }) => /“(.*)”/.exec(message)?.[1] ?? message);
}

it.each([
  ['<p>Save</p>', ['Save']],
  ['<p>{words.save} · 2×</p>', []],
  ['<p>{count} rows</p>', ['rows']],
  ["<p>{busy ? 'Testing' : words.test}</p>", ['Testing']],
  ['<p>{`${count} rows`}</p>', ['rows']],
  ["<p>{name || 'no name'}</p>", ['no name']],
  ["<p>{nameOf('go')}</p>", []],
  ['<button title="Save" data-state="open" class="plain">✕</button>', ['Save']],
  ['<input aria-label={words.name} placeholder="Name" name="name" />', ['Name']],
  ['<img alt="Picture of {name}" />', ['Picture of']],
  ["<iframe title={isOn ? 'On' : words.off}></iframe>", ['On']],
  ['<Pane name="Show" area="auto" />', ['Show']],
  ['<CommandButton caption={words.go} name={words.goTo} kind="main" />', []],
  ['<style>p { color: red; }</style>', []],
])('the markup of a component holds no words: %s', (markup, expected) => {
  expect(complaints(markup)).toEqual(expected);
});
