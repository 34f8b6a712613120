/** How much the parts of the bench that look at the on-air page do. */
export interface OutputBenchOptions {
  /** Requests whose way to the picture is measured. */
  events: number;
  /** Seconds that ten timelines run. */
  seconds: number;
  /** Takes after which memory is looked at for the last time. */
  takes: number;
  /** How often the page is loaded. */
  loads: number;
}

export const full: OutputBenchOptions = { events: 500, seconds: 20, takes: 10_000, loads: 20 };
export const quick: OutputBenchOptions = { events: 120, seconds: 5, takes: 2_000, loads: 6 };
