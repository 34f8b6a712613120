type Labels = Readonly<Record<string, string>>;

/** Everything that is counted, as text in the Prometheus format (version 0.0.4). Labels never hold a token or a name. */
export interface Metric {
  lines(): string[];
}

function head(name: string, type: string, help: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

function labelled(name: string, labels: string, value: number): string {
  return `${name}${labels && `{${labels}}`} ${value}`;
}

/** Labels in the format's notation, which is also what a series is known by. */
function written(labels: Labels): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
    .join(',');
}

/** One of the numbers of a {@link Counter}. */
export interface Count {
  value: number;
}

/** A number that only grows, one for each set of labels. */
export class Counter implements Metric {
  readonly #about: [name: string, help: string];
  readonly #counts = new Map<string, Count>();

  constructor(name: string, help: string) {
    this.#about = [name, help];
  }

  /** The number of these labels, to be raised by whoever counts. It is shown from now on. */
  of(labels: Labels = {}): Count {
    const key = written(labels);
    const count = this.#counts.get(key) ?? { value: 0 };
    this.#counts.set(key, count);
    return count;
  }

  lines(): string[] {
    const [name, help] = this.#about;
    return [...head(name, 'counter', help), ...[...this.#counts].map(([key, { value }]) => labelled(name, key, value))];
  }
}

/** A number that is looked up when it is asked for. */
export function reading(about: { name: string; help: string; type: 'gauge' | 'counter' }, value: () => number): Metric {
  const { name, help, type } = about;
  return { lines: () => [...head(name, type, help), labelled(name, '', value())] };
}

/** A gauge with one number for each set of labels that there is when it is asked for. */
export function gauges(name: string, help: string, values: () => readonly [Labels, number][]): Metric {
  return {
    lines: () => [...head(name, 'gauge', help), ...values().map(([of, value]) => labelled(name, written(of), value))],
  };
}

/** The values of one set of labels. */
export class Series {
  readonly #bounds: readonly number[];
  /** How many fell at or under each bound but over the one before. */
  readonly within: number[];
  sum = 0;
  count = 0;

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.within = bounds.map(() => 0);
  }

  observe(value: number): void {
    const at = this.#bounds.findIndex((bound) => value <= bound);
    if (at >= 0) this.within[at] = (this.within[at] ?? 0) + 1;
    this.sum += value;
    this.count += 1;
  }
}

/** How values are spread, for each set of labels: how many are at or under each bound. */
export class Histogram implements Metric {
  readonly #about: [name: string, help: string];
  readonly #bounds: readonly number[];
  readonly #series = new Map<string, Series>();

  constructor(name: string, help: string, bounds: readonly number[]) {
    this.#about = [name, help];
    this.#bounds = bounds;
  }

  /** The series of these labels. It is shown from now on. */
  of(labels: Labels = {}): Series {
    const key = written(labels);
    const series = this.#series.get(key) ?? new Series(this.#bounds);
    this.#series.set(key, series);
    return series;
  }

  lines(): string[] {
    const [name, help] = this.#about;
    return [...head(name, 'histogram', help), ...[...this.#series].flatMap(([key, series]) => this.#of(key, series))];
  }

  #of(key: string, { within, sum, count }: Series): string[] {
    const [name] = this.#about;
    const bucket = (bound: string, value: number): string =>
      labelled(`${name}_bucket`, `${key && `${key},`}le="${bound}"`, value);
    let under = 0;
    return [
      ...this.#bounds.map((bound, at) => bucket(String(bound), (under += within[at] ?? 0))),
      bucket('+Inf', count),
      labelled(`${name}_sum`, key, sum),
      labelled(`${name}_count`, key, count),
    ];
  }
}

/** All of them as one text. */
export function metricsText(metrics: readonly Metric[]): string {
  return `${metrics.flatMap((metric) => metric.lines()).join('\n')}\n`;
}
