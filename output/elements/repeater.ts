import { choices } from '../../scene/schema/choices.ts';
import type { AnimationAction, StoredState } from '../../contract/model/animation-state.ts';
import type { ElementOf } from '../../scene/schema/scene.ts';
import { choiceOf, jsonOf, numberOf, numberWithin, type Scope } from '../binding.ts';
import { type LineName, Timeline, type Track } from '../motion/timeline.ts';
import { div, type DrawnElement } from './drawn-element.ts';
import { NestedElements, type MakeElement } from './nested-elements.ts';

interface RepeaterRow {
  index: number;
  node: HTMLElement;
  nested: NestedElements;
  /** Moves only this row, while the sub-composition stays In. Meanwhile the row is on no other timeline. */
  ownTimeline: Timeline;
  /** This row's extra delay (ms) on its own timeline. */
  lateBy: number;
}

interface CellLayout {
  direction: 'down' | 'across';
  /** Pixels along the direction. */
  cell: number;
  gap: number;
}

/** The same elements for each member of a list. A row added or removed on air uses its own In motion. */
export class DrawnRepeater implements DrawnElement {
  readonly node = div('holder');
  readonly #scene: ElementOf<'repeater'>;
  readonly #make: MakeElement;
  #rows: RepeaterRow[] = [];
  /** Rows created early, so that their media are loaded when shown. */
  #prepared: RepeaterRow[] = [];
  readonly #leaving = new Set<RepeaterRow>();
  #shown = false;
  #resting = false;
  #state: StoredState = 'Out1';

  constructor(scene: ElementOf<'repeater'>, make: MakeElement) {
    this.#scene = scene;
    this.#make = make;
  }

  get mediaMissing(): boolean {
    return this.#rows.some(({ nested }) => nested.mediaMissing);
  }

  prepare(scope: Scope): Promise<unknown> | undefined {
    const members = this.#members(scope, this.#cells(scope));
    const count = this.#rows.length + this.#prepared.length;
    for (let index = count; index < members.length; index += 1) this.#prepared.push(this.#createRow(index));
    const fetching = [...this.#rows, ...this.#prepared].slice(0, members.length).flatMap(({ index, nested }) => {
      return nested.prepare(rowScope(scope, members, index)) ?? [];
    });
    return fetching.length > 0 ? Promise.all(fetching) : undefined;
  }

  show(scope: Scope, smooth: boolean): void {
    const cells = this.#cells(scope);
    const members = this.#members(scope, cells);
    const before = this.#rows.length;
    const animated = smooth && this.#shown && this.#resting;
    while (this.#rows.length > members.length) this.#removeLast(animated);
    while (this.#rows.length < members.length) this.#rows.push(this.#rowFor(this.#rows.length));
    for (const unwanted of this.#prepared) this.#drop(unwanted);
    this.#prepared = [];
    for (const { index, node, nested } of this.#rows) {
      placeInCell(node, index, cells);
      nested.show(rowScope(scope, members, index), smooth && index < before);
    }
    for (const row of this.#rows.slice(before)) {
      if (this.#shown) row.nested.onShown(true);
      row.nested.take(this.#state, animated ? 'play' : 'jump');
      row.lateBy = (row.index - before) * (this.#scene.stagger ?? 0);
      row.ownTimeline.take('In', animated ? 'play' : 'jump');
    }
  }

  take(state: StoredState, action: AnimationAction): void {
    this.#state = state;
    for (const { nested } of this.#rows) nested.take(state, action);
  }

  onShown(shown: boolean): void {
    if (shown === this.#shown) return;
    this.#shown = shown;
    if (!shown) {
      for (const row of this.#leaving) this.#drop(row);
      for (const { ownTimeline } of this.#rows) ownTimeline.take('In', 'jump');
    }
    for (const { nested } of this.#rows) nested.onShown(shown);
  }

  /** On leaving, a row that moves on its own timeline turns back; it comes in again at the next rest. */
  onRest(resting: boolean): void {
    this.#resting = resting;
    for (const { ownTimeline, nested } of this.#rows) {
      if (!ownTimeline.atRest) ownTimeline.take(resting ? 'In' : 'Out1', 'play');
      else nested.onRest(resting);
    }
  }

  press(field: string): void {
    for (const { nested } of this.#rows) nested.press(field);
  }

  dispose(): void {
    for (const { nested } of [...this.#rows, ...this.#prepared, ...this.#leaving]) nested.dispose();
  }

  tracks(line: LineName, delay: number): Track[] {
    return this.#rows.flatMap(({ nested, ownTimeline }, index) =>
      ownTimeline.atRest ? nested.tracks(line, delay + index * (this.#scene.stagger ?? 0)) : [],
    );
  }

  #members(scope: Scope, { direction, cell, gap }: CellLayout): unknown[] {
    const { items, most, frame } = this.#scene;
    const members = jsonOf(items, scope);
    if (!Array.isArray(members)) throw new Error('its items are not a JSON array');
    const room = numberOf(direction === 'down' ? frame.height : frame.width, scope);
    if (most !== undefined) return members.slice(0, numberWithin(most, scope, [0, 200]));
    return members.slice(0, Math.max(0, Math.floor((room + gap) / (cell + gap))));
  }

  #cells(scope: Scope): CellLayout {
    const { direction, cell, gap = 0 } = this.#scene;
    return {
      direction: choiceOf(direction, scope, choices.cells),
      cell: numberWithin(cell, scope, [1, Infinity]),
      gap: numberOf(gap, scope),
    };
  }

  #createRow(index: number): RepeaterRow {
    const node = div('cell');
    const nested = new NestedElements(this.#scene.elements, this.#make);
    node.append(...nested.nodes);
    const ownTimeline = new Timeline((line) => nested.tracks(line, row.lateBy), {
      onShown: (shown) => {
        if (!shown && this.#leaving.has(row)) this.#drop(row);
      },
      onRest: (resting) => nested.onRest(resting && this.#resting),
    });
    const row: RepeaterRow = { index, node, nested, ownTimeline, lateBy: 0 };
    return row;
  }

  /** A row on its way out turns around. */
  #rowFor(index: number): RepeaterRow {
    const returning = [...this.#leaving].find((row) => row.index === index);
    if (returning) {
      this.#leaving.delete(returning);
      return returning;
    }
    const row = this.#prepared.find((row) => row.index === index) ?? this.#createRow(index);
    this.#prepared = this.#prepared.filter((prepared) => prepared !== row);
    this.node.append(row.node);
    return row;
  }

  #removeLast(animated: boolean): void {
    const row = this.#rows.pop();
    if (!row) return;
    this.#leaving.add(row);
    row.ownTimeline.take('Out1', animated ? 'play' : 'jump');
  }

  #drop(row: RepeaterRow): void {
    this.#leaving.delete(row);
    row.nested.onShown(false);
    row.nested.dispose();
    row.node.remove();
  }
}

function placeInCell({ style }: HTMLElement, index: number, { direction, cell, gap }: CellLayout): void {
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
