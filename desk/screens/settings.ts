import { texts } from '../../contract/texts/texts.ts';
import { z } from 'zod';
import { errorIn } from '../../contract/errors.ts';
import type { SettingsPort } from '../ports.ts';
import type { Clock } from '../../contract/clock.ts';

/** Milliseconds before a failed write is repeated. */
const again = 10_000;
/** Milliseconds before deferred changes are written, unless the caller of `saveLater` says otherwise. */
const later = 60_000;
/** Milliseconds that closing waits for the disk. */
const closesWithin = 3_000;

/**
 * Reads a settings file field by field. An unreadable file is set aside; a wrong field is ignored with a notice, but
 * stays in the file.
 */
export class Settings {
  readonly #port: SettingsPort;
  readonly #clock: Clock;
  readonly #changed: () => void;
  readonly #unreadable: string[] = [];
  #content: Record<string, unknown> = {};
  readonly #wrong = new Map<string, unknown[]>();
  #told = '';
  #unwritten: string | undefined;
  /** The file could be neither read nor set aside, so writing would destroy it. */
  #untouchable = false;
  #writing: Promise<void> | undefined;
  #outdated = false;
  #closed = false;
  #callOff: () => void = () => {};
  #onceWritten: (() => void)[] = [];
  #later: Readonly<Record<string, unknown>> | undefined;
  #callOffLater: () => void = () => {};

  constructor(port: SettingsPort, clock: Clock, changed: () => void) {
    this.#port = port;
    [this.#clock, this.#changed] = [clock, changed];
    try {
      const content = port.read();
      if (this.#isNewer(content)) this.#leave(texts.settings.newer);
      else if (content !== undefined)
        this.#content = z.looseObject({ version: z.literal(this.#version) }).parse(content);
    } catch (error) {
      const why = error instanceof z.ZodError ? z.prettifyError(error) : errorIn(error).message;
      this.#unreadable.push(texts.settings.unreadable(port.file, why, this.#setAside()));
    }
  }

  get problems(): string[] {
    const all = [this.#port.problem?.() ?? '', ...this.#unreadable, this.#unwritten ?? ''];
    return all.filter((problem) => problem !== '');
  }

  get file(): string {
    return this.#port.file;
  }

  /** Undefined if missing or wrong. A wrong field keeps its value in the file under another name. */
  member<Schema extends z.ZodType>(name: string, schema: Schema): z.infer<Schema> | undefined {
    const content = this.#content[name];
    if (content === undefined) return undefined;
    const checked = schema.safeParse(content);
    if (checked.success) return checked.data;
    const { [name]: _, ...rest } = this.#content;
    const kept = this.#freeName(`${name} set aside`);
    this.#content = { ...rest, [kept]: content };
    this.leftOut(name, checked.error, [name]);
    return undefined;
  }

  /** Skips wrong entries; undefined if missing or not a list. */
  list<Schema extends z.ZodType>(name: string, schema: Schema): z.infer<Schema>[] | undefined {
    const content = this.member(name, z.array(z.unknown()));
    return content?.flatMap((entry, at) => {
      const checked = schema.safeParse(entry);
      if (checked.success) return [checked.data];
      this.leftOut(`${name}[${at}]`, checked.error, [name, at]);
      this.#wrong.set(name, [...(this.#wrong.get(name) ?? []), entry]);
      return [];
    });
  }

  /** Reports an ignored part of the file to the operator; `path` locates it. */
  leftOut(where: string, error: z.ZodError, path?: readonly PropertyKey[]): void {
    const line = path && this.#port.lineOf?.([...path, ...(error.issues[0]?.path ?? [])]);
    const place = line === undefined ? '' : texts.settings.line(line);
    this.#unreadable.push(texts.settings.leftOut(`${this.#port.file}${place}, ${where}`, z.prettifyError(error)));
  }

  /** Never throws: unwritten values apply while the desk runs, are reported as problems and are retried. */
  save(name: string, value: unknown): void {
    this.saveAll({ [name]: value });
  }

  saveAll(members: Readonly<Record<string, unknown>>): void {
    const all = { ...this.#later, ...this.#dated(members) };
    this.#later = undefined;
    this.#callOffLater();
    const kept = Object.entries(all).map(([name, value]): [string, unknown] => {
      const wrong = this.#wrong.get(name) ?? [];
      return [name, Array.isArray(value) ? [...(value as unknown[]), ...wrong] : value];
    });
    this.#content = { ...this.#content, version: this.#version, ...Object.fromEntries(kept) };
    this.#write();
  }

  /** Saves with the next save, once so many milliseconds brought no other deferred change, or at the end of the desk. */
  saveLater(members: Readonly<Record<string, unknown>>, quiet = later): void {
    this.#later = { ...this.#later, ...this.#dated(members) };
    this.#callOffLater();
    this.#callOffLater = this.#clock.after(quiet, () => this.saveAll({}));
  }

  /** A write may come long after its edit, and a later write may have none of its own. */
  #dated(members: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    return 'edit' in members ? { ...members, act: { edit: members.edit, at: this.#clock.now() } } : members;
  }

  /** Calls `run` once the last save is on disk, which may never happen. */
  onceWritten(run: () => void): void {
    this.#onceWritten.push(run);
    if (!this.#writing && this.#unwritten === undefined && !this.#untouchable) this.#runOnceWritten();
  }

  /** Resolves after the final write, or after three seconds. A failed write is tried once more, then writing stops. */
  async close(): Promise<void> {
    await this.saved();
    this.#closed = true;
    this.#callOff();
  }

  /** As {@link Settings.close}, but writing continues. Resolves with whether the newest content is on disk. */
  async saved(): Promise<boolean> {
    if (this.#later) this.saveAll({});
    const late = Promise.withResolvers<undefined>();
    const callOff = this.#clock.after(closesWithin, () => late.resolve(undefined));
    await Promise.race([this.#writtenOnceMore(), late.promise]);
    callOff();
    return this.#writing === undefined && this.#unwritten === undefined;
  }

  async #writtenOnceMore(): Promise<void> {
    await this.#allEnded();
    if (this.#unwritten !== undefined) this.#write();
    await this.#allEnded();
  }

  async #allEnded(): Promise<void> {
    while (this.#writing) await this.#writing;
  }

  #write(): void {
    this.#callOff();
    if (this.#untouchable || this.#closed) return;
    if (this.#writing) {
      this.#outdated = true;
      return;
    }
    try {
      const writing = this.#port.write(this.#content);
      if (!writing) return this.#ended('');
      this.#writing = writing.then(
        () => this.#endedLater(''),
        (error: unknown) => this.#endedLater(errorIn(error).message),
      );
    } catch (error) {
      this.#ended(errorIn(error).message);
    }
  }

  #endedLater(why: string): void {
    this.#writing = undefined;
    this.#ended(why);
    if (!this.#outdated) return;
    this.#outdated = false;
    this.#write();
  }

  /** `why` is empty after success. */
  #ended(why: string): void {
    this.#unwritten = undefined;
    if (why !== '') {
      this.#unwritten = texts.settings.unwritable(this.#port.file, why);
      this.#callOff = this.#clock.after(again, () => this.#write());
    }
    const told = this.problems.join('\n');
    if (told !== this.#told) this.#changed();
    this.#told = told;
    if (why === '' && !this.#outdated) this.#runOnceWritten();
  }

  #runOnceWritten(): void {
    const waiting = this.#onceWritten;
    this.#onceWritten = [];
    for (const run of waiting) run();
  }

  get #version(): number {
    return this.#port.version ?? 1;
  }

  /** File versions only grow. */
  #isNewer(content: unknown): boolean {
    return z.looseObject({ version: z.int().min(this.#version + 1) }).safeParse(content).success;
  }

  /** A newer program's file stays unchanged, because that program may read it again. */
  #leave(why: string): void {
    this.#untouchable = true;
    this.#unreadable.push(texts.settings.leftUnreadable(this.#port.file, why));
  }

  /** Returns a sentence for the operator. */
  #setAside(): string {
    try {
      return texts.settings.setAside(this.#port.setAside());
    } catch (error) {
      this.#untouchable = true;
      return texts.settings.notSaved(errorIn(error).message);
    }
  }

  #freeName(name: string): string {
    let free = name;
    for (let number = 2; free in this.#content; number++) free = `${name} ${number}`;
    return free;
  }
}
