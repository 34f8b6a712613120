import type { CheckedKeyboard } from './show-check.ts';

/** `some browsers`: depends on the browser and the page it shows. */
export type KeptBy = 'system' | 'browser' | 'some browsers';

/** Windows keeps all keys with the Windows key ("RegisterHotKey", Microsoft); Linux desktops use most of them. */
const systemKeys: Readonly<Record<CheckedKeyboard['system'], RegExp>> = {
  windows:
    /(^|\+)(Meta\+|PrintScreen$)|^(Alt\+(Shift\+)?(F4|Tab|Escape|Space)|Ctrl\+Alt\+(Delete|Tab)|Ctrl\+(Shift\+)?Escape)$/,
  linux:
    /(^|\+)(Meta\+|PrintScreen$)|^(Alt\+(Shift\+)?(F[1247]|Tab|Escape|Space|Backquote)|Ctrl\+Alt\+(Shift\+)?(Delete|Tab|Escape|F\d{1,2}|Arrow\w+|KeyT))$/,
  mac: /^((Shift\+)?Meta\+(Tab|Space|Backquote|Key[HMQ])|Ctrl\+Meta\+(Key[FQ]|Space)|Alt\+(Shift\+)?Meta\+(Escape|Key[DHM])|(Ctrl\+)?Shift\+Meta\+Digit[3-6]|Ctrl\+(Space|Arrow\w+)|F11)$/,
};

/** By typed character: `all` never reach a page, `some` only in some browsers or in full screen. */
type BrowserKeys = Record<'all' | 'some', RegExp>;
const withCtrl: BrowserKeys = {
  all: /^(Ctrl\+(Shift\+)?([ntw]|Tab|F4|PageUp|PageDown)|Ctrl\+Shift\+[pq])$/,
  some: /^(Ctrl\+(Digit\d|[klpq])|Alt\+(Home|ArrowLeft|ArrowRight)|(Shift\+)?F11)$/,
};
const onMac: BrowserKeys = {
  all: /^((Shift\+)?Meta\+[ntw]|Ctrl\+(Shift\+)?(Tab|PageUp|PageDown))$/,
  some: /^(Meta\+(Digit\d|[klp]|ArrowLeft|ArrowRight)|Shift\+Meta\+p)$/,
};

/** Undefined if no program is known to keep the key. Browser keys do not affect a desk window. */
export function keptBy(key: string, { printed, browser, system }: CheckedKeyboard): KeptBy | undefined {
  if (systemKeys[system].test(key)) return 'system';
  if (!browser) return undefined;
  const code = key.slice(key.lastIndexOf('+') + 1);
  const held = key.slice(0, -code.length);
  const types = /^Digit/.test(code) ? code : (printed?.[code] ?? code.replace(/^Key/, '').toLowerCase());
  const named = held + (/^([a-z]|Digit\d)$/.test(types) ? types : code);
  const { all, some } = system === 'mac' ? onMac : withCtrl;
  if (all.test(named)) return 'browser';
  return some.test(named) ? 'some browsers' : undefined;
}
