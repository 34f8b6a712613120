import type { ModelItem } from '../../contract/model/control.ts';
import type { Field, Value } from '../../contract/model/field.ts';
import { type Edit, readInput } from '../fields/edit.ts';
import { asText, oneStep, sameValue } from '../fields/shown-value.ts';

/** A value that is chosen, not typed, is stored this long after its last change (ms). */
const storedAfter = 400;

/** What a {@link CueValue} edits; read on each use. */
export interface CueValueOf {
  node: ModelItem;
  field: Field;
  value: Value;
  /** The show is locked: what is typed waits. */
  locked: boolean;
  store(value: Value): void;
}

/**
 * The editing of a value that a cue will send. The cue stores the value; nothing goes on air. Typed text is stored once it
 * is committed, because another screen may fire the cue in the middle of a word.
 */
export class CueValue implements Edit {
  readonly #of: () => CueValueOf;
  #draft = $state.raw<{
    text: string;
    value: Value | undefined;
    problem: string;
    state: 'typed' | 'held' | 'stored';
  }>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #typing = $state(false);

  constructor(of: () => CueValueOf) {
    this.#of = of;
  }

  get node(): ModelItem {
    return this.#of().node;
  }
  get field(): Field {
    return this.#of().field;
  }
  get value(): Value {
    return this.#of().value;
  }
  get text(): string {
    return this.#draft?.text ?? asText(this.value);
  }
  get shown(): Value {
    return this.#draft?.value ?? this.value;
  }
  get problem(): string {
    return this.#draft?.problem ?? '';
  }

  /** There are words that are not stored. */
  get isTyped(): boolean {
    return this.#draft !== undefined && this.#draft.state !== 'stored';
  }

  /** A lock came while it was typed. */
  get isHeld(): boolean {
    return this.#draft?.state === 'held';
  }

  /** The cue still sends the text before. */
  get isWaiting(): boolean {
    const state = this.problem === '' ? this.#draft?.state : undefined;
    return state === 'held' || (state === 'typed' && this.#typing);
  }

  typing(now: boolean): void {
    this.#typing = now;
    // A field that another screen removes loses the cursor first. The cue lacks the field only after that.
    if (!now) queueMicrotask(() => this.store());
  }

  typed(text: string): void {
    this.offer(text);
  }

  step(by: 1 | -1): void {
    this.offer(oneStep(this.field, this.text, by));
  }

  offer(input: unknown): void {
    const read = readInput(this.field, input, this.value);
    const text = typeof input === 'string' || read.value === undefined ? String(input) : asText(read.value);
    this.#draft = { text, ...read, state: 'typed' };
    clearTimeout(this.#timer);
    if (!this.#typing) this.#timer = setTimeout(() => this.store(), storedAfter);
  }

  reset(): void {
    this.offer(this.field.resetValue);
    this.store();
  }

  revert(): void {
    clearTimeout(this.#timer);
    this.#draft = undefined;
  }

  /** Stores the typed text if it is valid. Invalid text, and text typed while another screen locked, stays in the editor. */
  store(): void {
    clearTimeout(this.#timer);
    const draft = this.#draft;
    if (!draft || draft.value === undefined || draft.state === 'stored') return;
    this.#draft = { ...draft, state: this.#of().locked ? 'held' : 'stored' };
    if (this.#draft.state === 'held') return;
    if (!sameValue(draft.value, this.value)) this.#of().store(draft.value);
    this.settle();
  }

  /** A lock takes the cursor away, maybe in the middle of a word: only this field stores the words after that. */
  hold(): void {
    clearTimeout(this.#timer);
    if (this.#draft?.state === 'typed') this.#draft = { ...this.#draft, state: 'held' };
  }

  settle(): void {
    if (this.#draft?.state === 'stored' && sameValue(this.#draft.value, this.value)) this.#draft = undefined;
  }
}
