export const themes = ['dark', 'light', 'system'] as const;
export type Theme = (typeof themes)[number];

const key = 'theme';
let shown = $state<Theme>('dark');

export const shownTheme = (): Theme => shown;

/** Shows the theme that this browser keeps for the screen. */
export function readTheme(page: Window): void {
  const kept = onStorage(() => page.localStorage.getItem(key));
  show(page, themes.find((theme) => theme === kept) ?? 'dark');
}

export function chooseTheme(page: Window, theme: Theme): void {
  show(page, theme);
  onStorage(() => page.localStorage.setItem(key, theme));
}

function show({ document }: Window, theme: Theme): void {
  shown = theme;
  document.documentElement.dataset.theme = theme;
}

function onStorage<Result>(use: () => Result): Result | undefined {
  try {
    return use();
  } catch {
    // A browser can forbid storage. A theme then lasts until the next load.
    return undefined;
  }
}
