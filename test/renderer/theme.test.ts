import { globSync, readFileSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import ThemeChoice from '../../renderer/settings/ThemeChoice.svelte';
import { chooseTheme, readTheme } from '../../renderer/state/theme.svelte.ts';
import { DrawnScreen } from '../kit/screens/drawn-screen.ts';

type Kept = Pick<Storage, 'getItem' | 'setItem'>;

function keeping(kept: Record<string, string> = {}): Kept {
  return { getItem: (key) => kept[key] ?? null, setItem: (key, text) => void (kept[key] = text) };
}

function load(localStorage: Kept): { page: Window; shown: () => string | undefined } {
  const documentElement = { dataset: {} as DOMStringMap };
  const page = { document: { documentElement }, localStorage } as unknown as Window;
  readTheme(page);
  return { page, shown: () => documentElement.dataset.theme };
}

afterEach(() => void load(keeping()));

it('a screen is dark until a theme is chosen, and keeps the choice', () => {
  const storage = keeping();
  const { page, shown } = load(storage);
  expect(shown()).toBe('dark');
  chooseTheme(page, 'light');
  expect(shown()).toBe('light');
  expect(load(storage).shown()).toBe('light');
});

it('a screen without storage shows the chosen theme', () => {
  const refuse = (): never => {
    throw new Error('Storage is forbidden.');
  };
  const { page, shown } = load({ getItem: refuse, setItem: refuse });
  chooseTheme(page, 'system');
  expect(shown()).toBe('system');
});

it('a stored text that is no theme is dark', () => {
  expect(load(keeping({ theme: 'blue' })).shown()).toBe('dark');
});

it('the choice names each theme, and has the present one', async () => {
  const screen = await DrawnScreen.open();
  chooseTheme(load(keeping()).page, 'light');
  const choice = (await screen.drawPart(ThemeChoice, {})).the('combobox', /^Theme/);
  expect(choice.all('option').map(({ text }) => text)).toEqual(['Dark', 'Light', 'As the system']);
  expect(choice.select('[selected]').map(({ text }) => text)).toEqual(['Light']);
});

it('defines each token that a style uses without another value beside it', () => {
  const styles = globSync('renderer/**/*.{svelte,css}').map((path) => readFileSync(path, 'utf8'));
  const all = styles.join('\n');
  const used = new Set([...all.matchAll(/var\((--[\w-]+)\)/g)].map(([, token]) => token));
  const isDefined = (token = ''): boolean => new RegExp(`(?<![\\w-])${token}\\s*[:=]`).test(all);
  expect([...used].filter((token) => !isDefined(token))).toEqual([]);
});
