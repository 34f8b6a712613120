import { choices } from '../../scene/schema/choices.ts';
import type { AnimationAction, StoredState } from '../../contract/model/animation-state.ts';
import type { ElementOf } from '../../scene/schema/scene.ts';
import { choiceOf, jsonOf, numberOf, numberWithin, type Scope } from '../binding.ts';
import { type LineName, Timeline, type Track } from '../timeline.ts';
import type { DrawnElement, Surroundings } from './drawn-element.ts';
import { Held, type MakeHeld } from './held.ts';

interface Row {
  index: number;
  node: HTMLElement;
  held: Held;
  /** How it comes and goes by itself, while the sub-composition is In; then it has no part in that one's timeline. */
  alone: Timeline;
  /** How much later (ms) than its motions say it comes by itself. */
  late: number;
}

/** How the cells stand, as the fields have it. */
interface Cells {
  direction: 'down' | 'across';
  /** Pixels along the direction. */
  cell: number;
  gap: number;
}

/** The same elements for each member of a list. A row that comes or goes while the others are on air does so by its own In. */
export class Repeater implements DrawnElement {
  readonly node: HTMLElement;
  readonly #scene: ElementOf<'repeater'>;
  readonly #document: Document;
  readonly #make: MakeHeld;
  #rows: Row[] = [];
  /** Rows that are made ahead, so that what they need is there when they are shown. */
  #coming: Row[] = [];
  /** Rows that are on their way out. */
  readonly #leaving = new Set<Row>();
  #shown = false;
  #resting = false;
  #state: StoredState = 'Out1';

  constructor(scene: ElementOf<'repeater'>, { document }: Surroundings, make: MakeHeld) {
    this.#scene = scene;
    this.#document = document;
    this.#make = make;
    this.node = document.createElement('div');
    this.node.className = 'holder';
  }

  get lacking(): boolean {
    return this.#rows.some(({ held }) => held.lacking);
  }

  prepare(scope: Scope): Promise<unknown> | undefined {
    const members = this.#members(scope, this.#cells(scope));
    const there = this.#rows.length + this.#coming.length;
    for (let index = there; index < members.length; index += 1) this.#coming.push(this.#row(index));
    const fetching = [...this.#rows, ...this.#coming].slice(0, members.length).flatMap(({ index, held }) => {
      return held.prepare(rowScope(scope, members, index)) ?? [];
    });
    return fetching.length > 0 ? Promise.all(fetching) : undefined;
  }

  show(scope: Scope, smooth: boolean): void {
    const cells = this.#cells(scope);
    const members = this.#members(scope, cells);
    const before = this.#rows.length;
    const byItself = smooth && this.#shown && this.#resting;
    while (this.#rows.length > members.length) this.#take(byItself);
    while (this.#rows.length < members.length) this.#rows.push(this.#next(this.#rows.length));
    for (const unwanted of this.#coming) this.#drop(unwanted);
    this.#coming = [];
    for (const { index, node, held } of this.#rows) {
      stand(node, index, cells);
      held.show(rowScope(scope, members, index), smooth && index < before);
    }
    for (const row of this.#rows.slice(before)) {
      if (this.#shown) row.held.onShown(true);
      row.held.go(this.#state, byItself ? 'play' : 'jump');
      row.late = (row.index - before) * (this.#scene.stagger ?? 0);
      row.alone.go('In', byItself ? 'play' : 'jump');
    }
  }

  go(state: StoredState, action: AnimationAction): void {
    this.#state = state;
    for (const { held } of this.#rows) held.go(state, action);
  }

  onShown(shown: boolean): void {
    if (shown === this.#shown) return;
    this.#shown = shown;
    if (!shown) {
      for (const row of this.#leaving) this.#drop(row);
      for (const { alone } of this.#rows) alone.go('In', 'jump');
    }
    for (const { held } of this.#rows) held.onShown(shown);
  }

  /** A row that is still on its own way when all leave goes back by it, and comes again when all are back. */
  onRest(resting: boolean): void {
    this.#resting = resting;
    for (const { alone, held } of this.#rows) {
      if (!alone.atRest) alone.go(resting ? 'In' : 'Out1', 'play');
      else held.onRest(resting);
    }
  }

  press(field: string): void {
    for (const { held } of this.#rows) held.press(field);
  }

  leave(): void {
    for (const { held } of [...this.#rows, ...this.#coming, ...this.#leaving]) held.leave();
  }

  tracks(line: LineName, delay: number): Track[] {
    return this.#rows.flatMap(({ held, alone }, index) =>
      alone.atRest ? held.tracks(line, delay + index * (this.#scene.stagger ?? 0)) : [],
    );
  }

  /** As many members as there is room for. */
  #members(scope: Scope, { direction, cell, gap }: Cells): unknown[] {
    const { items, most, frame } = this.#scene;
    const members = jsonOf(items, scope);
    if (!Array.isArray(members)) throw new Error('its items are not a JSON array');
    const room = numberOf(direction === 'down' ? frame.height : frame.width, scope);
    if (most !== undefined) return members.slice(0, numberWithin(most, scope, [0, 200]));
    return members.slice(0, Math.max(0, Math.floor((room + gap) / (cell + gap))));
  }

  #cells(scope: Scope): Cells {
    const { direction, cell, gap = 0 } = this.#scene;
    return {
      direction: choiceOf(direction, scope, choices.cells),
      cell: numberWithin(cell, scope, [1, Infinity]),
      gap: numberOf(gap, scope),
    };
  }

  #row(index: number): Row {
    const node = this.#document.createElement('div');
    node.className = 'cell';
    const held = new Held(this.#scene.elements, this.#make);
    node.append(...held.nodes);
    const alone = new Timeline((line) => held.tracks(line, row.late), {
      onShown: (shown) => {
        if (!shown && this.#leaving.has(row)) this.#drop(row);
      },
      onRest: (resting) => held.onRest(resting && this.#resting),
    });
    const row: Row = { index, node, held, alone, late: 0 };
    return row;
  }

  /** The row for an index: one that is on its way out turns around. */
  #next(index: number): Row {
    const returning = [...this.#leaving].find((row) => row.index === index);
    if (returning) {
      this.#leaving.delete(returning);
      return returning;
    }
    const row = this.#coming.find((row) => row.index === index) ?? this.#row(index);
    this.#coming = this.#coming.filter((coming) => coming !== row);
    this.node.append(row.node);
    return row;
  }

  /** Takes the last row away. */
  #take(byItself: boolean): void {
    const row = this.#rows.pop();
    if (!row) return;
    this.#leaving.add(row);
    row.alone.go('Out1', byItself ? 'play' : 'jump');
  }

  #drop(row: Row): void {
    this.#leaving.delete(row);
    row.held.onShown(false);
    row.held.leave();
    row.node.remove();
  }
}

/** Stands a row in its cell. */
function stand({ style }: HTMLElement, index: number, { direction, cell, gap }: Cells): void {
  const [start, size] = [`${index * (cell + gap)}px`, `${cell}px`];
  const down = direction === 'down';
  Object.assign(style, {
    top: down ? start : '',
    height: down ? size : '',
    left: down ? '' : start,
    width: down ? '' : size,
  });
}

function rowScope(scope: Scope, members: readonly unknown[], index: number): Scope {
  return { ...scope, item: members[index], index, count: members.length };
}
