import type { Payload } from '../../contract/model/field.ts';

/** What an element may need from the page around it. */
export interface Surroundings {
  /** The service's clock, milliseconds since the epoch. */
  now: () => number;
  /** The absolute address of a picture or a sound; throws where it is none that may be loaded. */
  address: (source: string) => string;
  /** The page itself, to make nodes with. */
  document: Document;
}

/**
 * One element of a scene as nodes of the page. It is told to show once at first, then whenever a field that it is bound
 * to is set. Every call may throw: the caller reports it and draws the others.
 */
export interface DrawnElement {
  readonly node: HTMLElement;
  /** Begins to fetch what these values need. A promise, which never rejects, where that is not there yet. */
  prepare?(values: Payload): Promise<void> | undefined;
  /** Shows these values. `smooth`: they changed while on air, so that what can move to them may. */
  show(values: Payload, smooth: boolean): void;
  /** The sub-composition begins to be seen, or stopped to be. */
  onShown?(shown: boolean): void;
  /** The button field was pressed: called exactly once for each press. */
  press?(field: string): void;
}
