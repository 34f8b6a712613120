import type { ErrorDetail } from '../../../contract/errors.ts';
import type { Composition } from '../../../scene/schema/composition.ts';
import type { CompositionContent, ContentEntry } from '../../../scene/schema/composition-content.ts';
import type { CompositionEntry } from '../../../contract/model/composition-entry.ts';
import type { StillElement } from '../../../scene/schema/scene.ts';
import { hasElement } from '../../../scene/edit/element-edits.ts';
import { elementOf, elementRows } from '../../../scene/edit/elements.ts';
import { edited, type History, historyOf, redone, undone } from '../../../scene/edit/history.ts';
import { readPath, type Step } from '../../../scene/edit/path.ts';
import { subRows } from '../../../scene/edit/sub-compositions.ts';
import type { Installed } from '../../../scene/content/content-advice.ts';
import { checkContent } from '../../../scene/content/content-check.ts';

export type BenchTab = 'elements' | 'fields' | 'settings';

export interface PlacedProblem extends ErrorDetail {
  steps: Step[];
  kind: 'problem' | 'warning';
}

/** The revision is null if the service reports none. */
export interface StoredContent {
  content: CompositionContent;
  revision: number | null;
}

/** The delay (ms) between the last edit and the check: shorter than a pause between two words. */
const restBefore = 150;

/** Checks every edit on the bench with the service's own code. */
class Checking {
  readonly #installed: Installed;
  problems = $state.raw<readonly ErrorDetail[]>([]);
  warnings = $state.raw<readonly ErrorDetail[]>([]);
  composition = $state.raw<Composition>();
  busy = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(installed: Installed) {
    this.#installed = installed;
  }

  /** Checks this content soon, unless a newer one comes first. */
  soon(content: CompositionContent): void {
    this.end();
    this.busy = true;
    this.#timer = setTimeout(() => this.now(content), restBefore);
  }

  now(content: CompositionContent): void {
    this.end();
    const { problems, warnings, composition } = checkContent(content, this.#installed);
    this.problems = problems;
    this.warnings = warnings;
    if (composition) this.composition = composition;
  }

  /** Takes problems found elsewhere: by the service on storing, or in a followed file. */
  refused(problems: readonly ErrorDetail[]): void {
    this.end();
    this.problems = problems;
  }

  end(): void {
    clearTimeout(this.#timer);
    this.busy = false;
  }
}

/** The open composition: its content with all edits, the choice of parts, and its problems. */
export class Bench {
  readonly checking: Readonly<Checking>;
  entry: CompositionEntry = $state.raw() as CompositionEntry;
  #history: History<CompositionContent> = $state.raw() as History<CompositionContent>;
  #saved: CompositionContent = $state.raw() as CompositionContent;
  #revision: number | null;
  /** A version that another author stored meanwhile, until one of the two is chosen. */
  elsewhere = $state.raw<StoredContent>();
  #sub = $state('');
  #element = $state<string>();
  tab = $state<BenchTab>('elements');
  readonly problems = $derived.by<PlacedProblem[]>(() => [
    ...this.checking.problems.map((detail) => placed(detail, 'problem')),
    ...this.checking.warnings.map((detail) => placed(detail, 'warning')),
  ]);

  constructor(installed: Installed, entry: CompositionEntry, { content, revision }: StoredContent) {
    this.checking = new Checking(installed);
    this.entry = entry;
    this.#history = historyOf(content);
    this.#saved = content;
    this.#revision = revision;
    this.#sub = firstSub(content);
    this.check();
  }

  get content(): CompositionContent {
    return this.#history.present;
  }
  get revision(): number | null {
    return this.#revision;
  }
  get unsaved(): boolean {
    return this.content !== this.#saved;
  }
  get canUndo(): boolean {
    return this.#history.past.length > 0;
  }
  get canRedo(): boolean {
    return this.#history.future.length > 0;
  }
  get subId(): string {
    return this.#sub;
  }
  get sub(): ContentEntry | undefined {
    return this.content.compositions[this.#sub];
  }
  get element(): StillElement | undefined {
    return this.#element === undefined ? undefined : elementOf(this.sub?.elements ?? [], this.#element);
  }

  /** Changes the content. Quick successive edits with the same `key` are undone as one. */
  edit(change: (content: CompositionContent) => CompositionContent, key = ''): void {
    const content = change(this.content);
    if (content === this.content) return;
    this.#adopt(edited(this.#history, content, { key, now: performance.now() }));
  }

  check(): void {
    this.checking.now(this.content);
  }

  undo(): void {
    this.#step(undone(this.#history));
  }

  redo(): void {
    this.#step(redone(this.#history));
  }

  /** Takes over the other author's version. Undo brings back the edits made here. */
  takeTheirs(): void {
    const theirs = this.elsewhere;
    if (!theirs) return;
    this.edit(() => theirs.content);
    this.stored(theirs);
  }

  stored({ content, revision }: StoredContent): void {
    this.elsewhere = undefined;
    this.#saved = content;
    this.#revision = revision;
  }

  choose(sub: string, element?: string): void {
    this.#sub = sub;
    this.#element = element;
  }

  chooseElement(id: string | undefined): void {
    this.#element = id;
    if (id !== undefined) this.tab = 'elements';
  }

  go(problem: PlacedProblem): void {
    const [top, sub] = problem.steps;
    if (top !== 'compositions' || typeof sub !== 'string' || !this.content.compositions[sub]) return;
    this.choose(sub, this.elementOf(problem));
    this.tab = this.tabOf(problem);
  }

  tabOf({ steps }: PlacedProblem): BenchTab {
    if (steps[2] === 'elements' || steps[2] === 'groups') return 'elements';
    return steps[2] === 'dataSources' ? 'fields' : 'settings';
  }

  elementOf({ steps }: PlacedProblem): string | undefined {
    const [, sub, part, ...rest] = steps;
    if (part === 'groups') return String(rest[0]);
    return part === 'elements' ? this.#elementAt(String(sub), rest) : undefined;
  }

  /** A problem's place in the author's names, and counted from 1 where there is none: `Lower Third › name › size`. */
  placeWords(problem: PlacedProblem): string {
    const { steps } = problem;
    const entry = steps[0] === 'compositions' ? this.content.compositions[String(steps[1])] : undefined;
    if (!entry) return problem.path;
    const element = this.elementOf(problem);
    const row = elementRows(entry.elements).find((each) => each.element.id === element);
    const inElements = 3 + (row?.steps.length ?? 0);
    const from = element === undefined ? 2 : steps[2] === 'groups' ? 5 : inElements;
    const words = stepWords(this.content, steps)
      .slice(from)
      .filter((word) => !unspoken.has(word));
    return [entry.name, ...(element === undefined ? [] : [element]), ...words].join(' › ');
  }

  get subSteps(): Step[] {
    return ['compositions', this.#sub];
  }

  end(): void {
    this.checking.end();
  }

  #elementAt(sub: string, steps: readonly Step[]): string | undefined {
    const rows = elementRows(this.content.compositions[sub]?.elements ?? []);
    const holders = rows.filter((row) => row.steps.every((step, at) => step === steps[at]));
    return holders.at(-1)?.element.id;
  }

  /** Chooses the sub-composition that the step changes, so that its author sees the change. */
  #step(history: History<CompositionContent>): void {
    const before = this.content.compositions;
    this.#adopt(history);
    const now = this.content.compositions;
    const changed = subRows(this.content).filter(
      ({ id }) => id !== this.content.mainComposition && now[id] !== before[id],
    );
    const restored = changed.find(({ id }) => !Object.hasOwn(before, id));
    const shown = restored ?? changed.find(({ id }) => id === this.#sub) ?? changed[0];
    if (shown && shown.id !== this.#sub) this.choose(shown.id);
  }

  #adopt(history: History<CompositionContent>): void {
    if (history === this.#history) return;
    this.#history = history;
    if (!this.sub) this.choose(firstSub(this.content));
    if (this.#element !== undefined && !hasElement(this.sub, this.#element)) this.#element = undefined;
    this.checking.soon(this.content);
  }
}

function placed({ path, message }: ErrorDetail, kind: PlacedProblem['kind']): PlacedProblem {
  return { path, message, kind, steps: readPath(path) };
}

/** Steps of a path that say nothing to its author. */
const unspoken: ReadonlySet<string> = new Set(['dataSources', 'composition', 'controlNode', 'widget', 'model']);

/** The steps in words: a part of a list by its title, name or id, else by its place. */
function stepWords(whole: unknown, steps: readonly Step[]): string[] {
  let part = whole;
  return steps.map((step) => {
    part = (Object(part) as Record<Step, unknown>)[step];
    if (typeof step === 'string') return step;
    const { title, name, id } = Object(part) as Partial<Record<'title' | 'name' | 'id', string>>;
    return title || name || id || String(step + 1);
  });
}

/** The main composition is usually empty, so work begins at its first sub-composition. */
function firstSub(content: CompositionContent): string {
  return subRows(content)[1]?.id ?? content.mainComposition;
}
