import { elapsed } from '../../contract/model/time-control.ts';
import { choices } from '../../scene/schema/choices.ts';
import type { ElementOf } from '../../scene/schema/scene.ts';
import { choiceOf, numberOf, numberWithin, type Scope, textOf, timerOf } from '../binding.ts';
import type { ChannelClock } from '../live/page-service.ts';
import { EachFrame } from '../motion/each-frame.ts';
import { clockText } from '../text/clock-text.ts';
import type { Fonts } from '../text/fonts.ts';
import { loadFonts, type TextStyle, textStyleOf } from '../text/text-style.ts';
import { type AtEnd, atEndOf, countdownText, timerSigns, timerText } from '../text/timer-text.ts';
import { sinceTime } from '../text/time-zone.ts';
import { type Fit, oneLine, Words } from '../text/words.ts';
import type { DrawnElement } from './drawn-element.ts';

export function drawText(scene: ElementOf<'text'>, fonts: Fonts): DrawnElement {
  const words = new Words(fonts);
  const { lines = oneLine.lines, smallest = oneLine.smallest, place = oneLine.place } = scene;
  const fit = (scope: Scope): Fit => ({
    lines: Math.floor(numberWithin(lines, scope, [1, Infinity])),
    smallest: numberWithin(smallest, scope, [0.1, 1]),
    place: choiceOf(place, scope, choices.place),
  });
  return {
    node: words.node,
    prepare: (scope) => loadFonts(textStyleOf(scene, scope), textOf(scene.text, scope), fonts),
    show: (scope) => words.show(textOf(scene.text, scope), textStyleOf(scene, scope), fit(scope)),
    dispose: () => words.dispose(),
  };
}

interface TickingValues {
  style: TextStyle;
  end: AtEnd;
  /** The words at a time of the service's clock (ms since the epoch). */
  text: (now: number) => string;
  runs: boolean;
}

export function drawClock(scene: ElementOf<'clock'>, fonts: Fonts, clock: ChannelClock): DrawnElement {
  const read = (scope: Scope): TickingValues => {
    const style = textStyleOf(scene, scope);
    const zone = textOf(scene.zone, scope);
    const format = textOf(scene.format, scope);
    const until = scene.until === undefined ? undefined : textOf(scene.until, scope);
    const end = atEndOf(scene, scope);
    const language = style.font.language ?? 'en';
    const text = (now: number): string =>
      until === undefined
        ? clockText(now, { zone, format, language })
        : countdownText(sinceTime(until, zone, now), format, end);
    return { style, end, text, runs: true };
  };
  // Nothing changes within a tenth of a second.
  return tickingText(fonts, clock, { read, every: 100 });
}

export function drawTimer(scene: ElementOf<'timer'>, fonts: Fonts, clock: ChannelClock): DrawnElement {
  const read = (scope: Scope): TickingValues => {
    const time = timerOf(scene.time, scope);
    const format = textOf(scene.format, scope);
    const from = scene.from === undefined ? undefined : numberOf(scene.from, scope) * 1_000;
    const end = atEndOf(scene, scope);
    const text = (now: number): string => {
      const passed = elapsed(time, now);
      return from === undefined ? timerText(passed, format) : countdownText(passed - from, format, end);
    };
    return { style: textStyleOf(scene, scope), end, text, runs: time.isRunning };
  };
  return tickingText(fonts, clock, { read, every: 1 });
}

/**
 * Computed in each frame from the service's clock, so it cannot drift and all pages agree. `every`: the words stay the
 * same within so many milliseconds of that clock.
 */
function tickingText(
  fonts: Fonts,
  clock: ChannelClock,
  { read, every }: { read: (scope: Scope) => TickingValues; every: number },
): DrawnElement {
  const words = new Words(fonts);
  let values: TickingValues | undefined;
  let isShown = false;
  let lastStep = -1;
  const tick = (): void => {
    const now = clock.now();
    const step = Math.floor(now / every);
    if (!values || step === lastStep) return;
    lastStep = step;
    words.tick(values.text(now));
  };
  const frames = new EachFrame(tick);
  const runWhileNeeded = (): void => frames.run(isShown && values?.runs === true);
  return {
    node: words.node,
    prepare(scope) {
      const { style, end, text } = read(scope);
      return loadFonts(style, timerSigns + end.endText + text(clock.now()), fonts);
    },
    show(scope) {
      const next = read(scope);
      const text = next.text(clock.now());
      values = next;
      words.show(text, next.style);
      runWhileNeeded();
    },
    onShown(shown) {
      isShown = shown;
      if (shown) tick();
      runWhileNeeded();
    },
    dispose() {
      frames.run(false);
      words.dispose();
    },
  };
}
