import type { ModelItem } from '../../contract/model/control.ts';
import { type Field, stepOf, type Value } from '../../contract/model/field.ts';
import type { DeskClient } from '../state/desk.svelte.ts';
import { type Edit, readInput } from './edit.ts';
import { type Drafts, type FieldDraft, isDone } from './drafts.svelte.ts';
import { asText, displayText, oneStep, sameValue, stagedValue } from './shown-value.ts';
import { texts } from '../texts/texts.ts';
import { ownOf } from '../../contract/own.ts';

const words = texts.fields;

/** The editing of one field: the draft here, the staged edit in the desk, the confirmed value. */
export class FieldEdit implements Edit {
  readonly #of: { node: ModelItem; field: Field };
  readonly #desk: DeskClient;
  readonly #drafts: Drafts;
  #typing = $state(false);
  /** The typing goes on in a new row: its show was away for a moment. */
  readonly resumes: boolean;
  /** Text that the desk does not have: it was gone, or the field is sent at once and waits for Enter or the next focus. */
  #unsent: string | undefined;
  /** What Escape reverted, until the next edit. */
  #reverted = $state.raw<{ value: Value; text: string }>();
  readonly #view = $derived.by(() => this.#desk.sub(this.node.id));
  readonly #present = $derived.by<Value>(() => ownOf(this.#view?.values, this.field.id) ?? this.field.defaultValue);
  readonly #staged = $derived.by(() =>
    stagedValue(this.field, ownOf(this.#view?.staged, this.field.id), this.#present),
  );
  readonly #draft = $derived.by(() => this.#drafts.of(this.node.id, this.field.id));

  /** `of` is looked up in each new model. Its row may see another graphic, or none, before it ends. */
  constructor(desk: DeskClient, drafts: Drafts, of: { node: ModelItem; field: Field }) {
    this.#desk = desk;
    this.#drafts = drafts;
    this.#of = of;
    const { node, field } = of;
    this.resumes = drafts.resumes(node.id, field.id);
    if (!this.resumes) return;
    this.#typing = true;
    this.#unsent = drafts.of(node.id, field.id)?.text;
  }

  get node(): ModelItem {
    return this.#desk.node(this.#of.node.id) ?? this.#of.node;
  }
  get field(): Field {
    return this.node.model.find(({ id }) => id === this.#of.field.id) ?? this.#of.field;
  }

  get value(): Value {
    return this.#staged ?? this.#present;
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
  get edited(): boolean {
    const edit = (this.field.immediateUpdate ? undefined : this.#draft?.value) ?? this.#staged;
    return edit !== undefined && !sameValue(edit, this.#present);
  }
  /** Words for a field that is sent at once, and are not sent yet. */
  get waits(): boolean {
    const value = this.field.immediateUpdate ? this.#draft?.value : undefined;
    return value !== undefined && !sameValue(value, this.#present);
  }
  get presentText(): string {
    return displayText(this.field, this.#present);
  }

  get reverted(): { text: string } | undefined {
    return this.#reverted;
  }

  typing(now: boolean): void {
    this.#typing = now;
    if (now) this.#drafts.await(undefined);
    // A field that goes with its show was not left: a desk that starts again knows the show in a moment.
    if (!now && !this.#desk.node(this.node.id)) return this.#drafts.await({ id: this.node.id, field: this.field.id });
    if (!now) this.commit();
    this.settle();
  }

  /** The hand is elsewhere since the field went. What is sent at once needs a new press. */
  left(): void {
    this.#typing = false;
    this.settle();
  }

  typed(text: string): void {
    if (!this.field.immediateUpdate) return void this.offer(text);
    this.#reverted = undefined;
    const read = readInput(this.field, text, this.#present);
    this.#drafts.keep(this.node.id, this.field.id, { text, ...read, settled: true, sentOn: this.#view });
    this.#unsent = text;
  }

  /** Offers what the editor shows, also where another hand has staged other words meanwhile. */
  commit(): void {
    const draft = this.#draft;
    const isOther =
      draft?.value !== undefined &&
      draft.problem === '' &&
      this.#view !== draft.sentOn &&
      !sameValue(draft.value, this.value);
    const text = this.#unsent ?? (isOther && !this.field.immediateUpdate ? draft.text : undefined);
    if (text === undefined) return;
    this.#drafts.drop(this.node.id, this.field.id);
    void this.offer(text);
  }

  /** The desk is there again: it gets what was typed while it was gone. What is sent at once needs a new press. */
  cameBack(): void {
    if (!this.field.immediateUpdate) this.commit();
  }

  /** Escape drops text that was not sent. */
  leave(): void {
    if (this.#unsent !== undefined) this.revert();
  }

  /** Announces the cursor while it is here, also to a desk that comes back. Returns how to announce that it left. */
  announce(): (() => void) | undefined {
    if (!this.#typing || this.#desk.link !== 'open') return undefined;
    const cursor = { address: this.#of.node.id, field: this.#of.field.id };
    // Without a link, the desk has forgotten the cursor already.
    const say = (now: boolean): void => void this.#desk.call('typing', { ...cursor, now }).catch(() => undefined);
    say(true);
    return () => say(false);
  }

  /** Stages a valid value; invalid input stays here with the problem, and nothing stays staged. */
  async offer(input: unknown): Promise<void> {
    this.#reverted = this.#unsent = undefined;
    const { id } = this.node;
    const before = this.#draft;
    const { value, problem } = readInput(this.field, input, this.#present);
    if (value === undefined) {
      // A take must not send the valid beginning of a refused text.
      if (this.edited && !this.field.immediateUpdate) void this.#stage(this.#present);
      return this.#drafts.keep(id, this.field.id, {
        text: String(input),
        value,
        problem,
        settled: true,
        sentOn: this.#view,
      });
    }
    const sent = { text: typeof input === 'string' ? input : asText(value), value, problem: '', settled: false };
    if (before?.problem === '' && before.text === sent.text && sameValue(before.value, value)) return;
    const draft = { ...sent, sentOn: this.#view };
    this.#drafts.keep(id, this.field.id, draft);
    const refusal = await this.#stage(value);
    if (this.#drafts.of(id, this.field.id) !== draft) return;
    if (refusal && this.#desk.link !== 'open') this.#unsent = draft.text;
    this.#settleDraft(draft, refusal?.message ?? '');
  }

  /** Refused text stays, with the problem. A switch or a choice goes back, because the alert gives the reason. */
  #settleDraft(draft: FieldDraft, problem: string): void {
    const { node, field } = this;
    const chosen = field.type === 'checkbox' || field.type === 'selection';
    if (problem !== '' && chosen) this.#drafts.drop(node.id, field.id);
    else this.#drafts.keep(node.id, field.id, { ...draft, problem, settled: true });
    this.settle();
  }

  /** Goes back to the confirmed value; {@link FieldEdit.putBack} undoes it. */
  revert(): void {
    const value = this.problem === '' ? this.shown : this.text;
    this.#reverted = { value, text: displayText(this.field, value) };
    this.#unsent = undefined;
    const nothingSent = this.#staged === undefined && this.#draft?.value === undefined;
    this.#drafts.drop(this.node.id, this.field.id);
    if (!nothingSent && !this.field.immediateUpdate) void this.#stage(this.#present);
  }

  putBack(): void {
    if (this.#reverted) void this.offer(this.#reverted.value);
  }

  /** Drops a finished draft. Runs on every change of the sub-composition. */
  settle(): void {
    const draft = this.#draft;
    if (!draft) return;
    if (this.#isReplaced(draft)) {
      this.#drafts.keep(this.node.id, this.field.id, { ...draft, sentOn: this.#view });
      void this.#stage(draft.value);
      return;
    }
    const isConfirmed = this.#staged === undefined && draft.text === asText(this.#present);
    const editor = { typing: this.#typing && !isConfirmed, value: this.value, view: this.#view };
    if (isDone(draft, editor)) this.#drafts.drop(this.node.id, this.field.id);
  }

  /** Another hand set this field and sent it, so the desk no longer has the words under the cursor. */
  #isReplaced(draft: FieldDraft): draft is FieldDraft & { value: Value } {
    const isKnown = draft.settled && draft.problem === '' && draft.sentOn !== this.#view;
    const isMissing = this.#staged === undefined && draft.value !== undefined && !sameValue(draft.value, this.#present);
    return this.#typing && !this.field.immediateUpdate && isKnown && isMissing;
  }

  fire(): void {
    const { node, field } = this;
    void this.#desk.do(words.fieldOf(field.title, node.name), { do: 'fire', ...this.#target });
  }

  time(command: 'play' | 'pause' | 'reset' | 'start'): void {
    const { node, field } = this;
    void this.#desk.do(words.fieldOf(field.title, node.name), { do: 'time', ...this.#target, command });
  }

  /** Corrects a timer at once. `text`: a time as typed. */
  setTime(text: string): ReturnType<DeskClient['do']> {
    return this.#stage(text);
  }

  /** What goes on air at once is added by the desk, because several screens may step at the same time. */
  step(by: 1 | -1): void {
    const { node, field } = this;
    if (!field.immediateUpdate || this.#draft) return void this.offer(oneStep(field, this.text, by));
    const action = { do: 'step', ...this.#target, by: by * (stepOf(field) ?? 1) } as const;
    void this.#desk.do(words.editOf(field.title, node.name), action);
  }

  nudge(seconds: 1 | -1): void {
    const { node, field } = this;
    void this.#desk.do(words.fieldOf(field.title, node.name), { do: 'step', ...this.#target, by: seconds });
  }

  get #target(): { subComposition: string; field: string } {
    return { subComposition: this.node.id, field: this.field.id };
  }

  #stage(value: Value): ReturnType<DeskClient['do']> {
    const { node, field } = this;
    return this.#desk.do(words.editOf(field.title, node.name), { do: 'set', ...this.#target, value });
  }
}
