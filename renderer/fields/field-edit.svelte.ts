import { canonicalValue } from '../../contract/model/canonical-value.ts';
import type { ModelItem } from '../../contract/model/control.ts';
import type { Field, Value } from '../../contract/model/field.ts';
import type { Desk } from '../state/desk.svelte.ts';
import { type Draft, isSpent } from './draft.ts';
import type { Drafts } from './drafts.svelte.ts';
import { asText, asTold, sameValue, stagedValue } from './shown-value.ts';

/** The editing of one field of one sub-composition: what is shown, what is staged, and what the operator is at. */
export class FieldEdit {
  readonly #of: () => { node: ModelItem; field: Field };
  readonly #desk: Desk;
  readonly #drafts: Drafts;
  #typing = $state(false);
  readonly #view = $derived.by(() => this.#desk.sub(this.node.id));
  readonly #present = $derived.by<Value>(() => this.#view?.values[this.field.id] ?? this.field.defaultValue);
  readonly #staged = $derived.by(() => stagedValue(this.field, this.#view?.staged[this.field.id], this.#present));
  readonly #draft = $derived.by(() => this.#drafts.of(this.node.id, this.field.id));

  /** `of` is asked anew each time: a model that arrives again must not throw the operator out of an editor. */
  constructor(desk: Desk, drafts: Drafts, of: () => { node: ModelItem; field: Field }) {
    this.#desk = desk;
    this.#drafts = drafts;
    this.#of = of;
  }

  get node(): ModelItem {
    return this.#of().node;
  }
  get field(): Field {
    return this.#of().field;
  }

  /** The value as the desk has it: what is staged, else what is confirmed. */
  get value(): Value {
    return this.#staged ?? this.#present;
  }
  /** What the editor shows as text: the operator's own words before anything else. */
  get text(): string {
    return this.#draft?.text ?? asText(this.value);
  }
  /** What the editor shows as a value: as {@link text}, but where the draft is not one yet, what the desk has. */
  get shown(): Value {
    return this.#draft?.value ?? this.value;
  }
  get problem(): string {
    return this.#draft?.problem ?? '';
  }
  /** Something is staged that differs from what is confirmed. */
  get edited(): boolean {
    return this.#staged !== undefined && !sameValue(this.#staged, this.#present);
  }
  /** The confirmed value in words, for beside an editor that shows something else. */
  get presentText(): string {
    return asTold(this.field, this.#present);
  }

  /** The operator went into the editor or left it. */
  typing(now: boolean): void {
    this.#typing = now;
    this.tidy();
  }

  /** The operator put this in. What the field can hold is staged at once; what it cannot, stays here with the problem. */
  async offer(input: unknown): Promise<void> {
    const { id } = this.node;
    const before = this.#draft;
    const checked = canonicalValue(this.field, input, { present: this.#present, now: 0 });
    if (!checked.ok) {
      const draft = { text: String(input), value: undefined, sentOn: this.#view };
      this.#drafts.keep(id, this.field.id, { ...draft, problem: checked.problem, settled: true });
      return;
    }
    const { value } = checked;
    const sent = { text: typeof input === 'string' ? input : asText(value), value, problem: '', settled: false };
    if (before?.problem === '' && before.text === sent.text && sameValue(before.value, value)) return;
    const draft = { ...sent, sentOn: this.#view };
    this.#drafts.keep(id, this.field.id, draft);
    const problem = await this.#stage(value);
    if (this.#drafts.of(id, this.field.id) !== draft) return;
    this.#answered(draft, problem?.message ?? '');
  }

  /** What was written and not kept stays with the problem; a switch or a choice goes back, for the alert tells why. */
  #answered(draft: Draft, problem: string): void {
    const { node, field } = this;
    const chosen = field.type === 'checkbox' || field.type === 'selection';
    if (problem !== '' && chosen) this.#drafts.drop(node.id, field.id);
    else this.#drafts.keep(node.id, field.id, { ...draft, problem, settled: true });
    this.tidy();
  }

  /** Back to what is confirmed: nothing typed and nothing staged. */
  revert(): void {
    const nothingSent = this.#staged === undefined && this.#draft?.value === undefined;
    this.#drafts.drop(this.node.id, this.field.id);
    if (!nothingSent && !this.field.immediateUpdate) void this.#stage(this.#present);
  }

  /** Let a draft go that has done its work. To be called whenever the desk tells something of the sub-composition. */
  tidy(): void {
    const editor = { typing: this.#typing, value: this.value, view: this.#view };
    if (this.#draft && isSpent(this.#draft, editor)) this.#drafts.drop(this.node.id, this.field.id);
  }

  /** Press a button field. */
  fire(): void {
    const { node, field } = this;
    void this.#desk.ask(`${field.title} of ${node.name}`, 'fire', { id: node.id, field: field.id });
  }

  /** Run, hold or reset a timer field. */
  time(command: 'play' | 'pause' | 'reset' | 'start'): void {
    const { node, field } = this;
    void this.#desk.ask(`${field.title} of ${node.name}`, 'time', { id: node.id, field: field.id, command });
  }

  #stage(value: Value): ReturnType<Desk['ask']> {
    const { node, field } = this;
    return this.#desk.ask(`Edit of ${field.title}, ${node.name}`, 'stage', { id: node.id, field: field.id, value });
  }
}
