import type { Browser, CDPSession, Page } from 'playwright';

/** An event as Chromium writes it; times are microseconds. */
interface TraceEvent {
  name: string;
  /** When it began, on the clock of the machine. */
  ts: number;
  /** How long it took, and how long its thread was at work meanwhile. */
  dur?: number;
  tdur?: number;
  pid: number;
  tid: number;
}

/** What the main thread of a page did between two frames (ms): by the clock, and by the processor time that it used. */
interface FrameWork {
  wall: number;
  cpu: number;
}

/** What was seen of a page's frames. */
export interface Frames {
  work: FrameWork[];
  /** How many of them came out of the compositor as a picture. */
  drawn: number;
}

const marks = { begin: 'overlay-bench-begin', end: 'overlay-bench-end' } as const;
const categories = ['toplevel', 'disabled-by-default-devtools.timeline.frame', 'blink.user_timing'];

/** What the page's main thread had to do for each of its frames, while `during` went on. */
export async function frameWork(browser: Browser, page: Page, during: () => Promise<void>): Promise<Frames> {
  const session = await browser.newBrowserCDPSession();
  const events = collected(session);
  await session.send('Tracing.start', {
    traceConfig: { includedCategories: categories, excludedCategories: ['*'] },
    transferMode: 'ReportEvents',
  });
  await mark(page, marks.begin);
  await during();
  await mark(page, marks.end);
  await session.send('Tracing.end');
  const frames = framesOf(await events);
  await session.detach();
  return frames;
}

function collected(session: CDPSession): Promise<TraceEvent[]> {
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value) events.push(event as unknown as TraceEvent);
  });
  return new Promise((resolve) => session.once('Tracing.tracingComplete', () => resolve(events)));
}

function mark(page: Page, name: string): Promise<void> {
  return page.evaluate((marked) => void performance.mark(marked), name);
}

/** Of the page that the marks were made in, from the one to the other. */
function framesOf(events: readonly TraceEvent[]): Frames {
  const begin = events.find(({ name }) => name === marks.begin);
  const end = events.find(({ name }) => name === marks.end);
  if (!begin || !end) throw new Error('The trace does not show the page that was measured.');
  const own = events
    .filter(({ pid, ts }) => pid === begin.pid && ts > begin.ts && ts < end.ts)
    .toSorted((one, other) => one.ts - other.ts);
  return {
    work: perFrame(own.filter(({ tid }) => tid === begin.tid)),
    drawn: own.filter(({ name }) => name === 'DrawFrame').length,
  };
}

/** The tasks of a thread, in the order of time, added up from the beginning of one frame to that of the next. */
function perFrame(events: readonly TraceEvent[]): FrameWork[] {
  const frames: FrameWork[] = [];
  let task: TraceEvent | undefined;
  for (const event of events) {
    // A frame is said to begin inside of the task that makes it, which belongs to that frame as a whole.
    if (event.name === 'BeginMainThreadFrame') {
      frames.push({ wall: 0, cpu: 0 });
      if (task && task.ts + (task.dur ?? 0) > event.ts) move(task, frames);
    } else if (event.name === 'ThreadControllerImpl::RunTask') {
      task = event;
      add(frames.at(-1), event, 1);
    }
  }
  return frames.slice(1, -1);
}

function move(task: TraceEvent, frames: readonly FrameWork[]): void {
  add(frames.at(-2), task, -1);
  add(frames.at(-1), task, 1);
}

function add(frame: FrameWork | undefined, { dur = 0, tdur = 0 }: TraceEvent, sign: 1 | -1): void {
  if (!frame) return;
  frame.wall += (sign * dur) / 1000;
  frame.cpu += (sign * tdur) / 1000;
}
