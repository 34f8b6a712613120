import { z } from 'zod';
import type { SettingsPort } from '../ports.ts';
import type { Clock } from '../../contract/clock.ts';

/** Milliseconds before settings that could not be written are written again. */
const again = 10_000;
/** Milliseconds after which what was saved for later is written by itself. */
const later = 60_000;
/** Milliseconds that the end of the desk waits for the disk. */
const closesWithin = 3_000;

export interface SettingsPorts {
  clock: Pick<Clock, 'after'>;
  /** The problems changed. */
  changed(): void;
}

/**
 * The settings file, member by member. A file that cannot be read at all is set aside, with a notice. A member or entry
 * that is wrong is left out, with a notice, and stays in the file: one typing error costs one key, and what another
 * version wrote is not lost.
 */
export class Settings {
  readonly #port: SettingsPort;
  readonly #ports: SettingsPorts;
  /** What was wrong with the file when it was read, in sentences for the operator. */
  readonly #unreadable: string[] = [];
  #content: Record<string, unknown> = {};
  /** The entries of lists that are wrong. */
  readonly #wrong = new Map<string, unknown[]>();
  /** The problems when a write ended last. */
  #told = '';
  /** Why the file is not written; undefined if it is, or will be. */
  #unwritten: string | undefined;
  /** The file could be neither read nor set aside, so writing would destroy it. */
  #untouchable = false;
  /** Resolves when what is being written has ended; undefined while nothing is. */
  #writing: Promise<void> | undefined;
  /** What is being written is no longer the newest. */
  #outdated = false;
  #closed = false;
  #callOff: () => void = () => {};
  /** What is to happen once the newest content is on the disk. */
  #onceWritten: (() => void)[] = [];
  /** What is saved with the next save, or by itself when that takes too long. */
  #later: Readonly<Record<string, unknown>> | undefined;
  #callOffLater: () => void = () => {};

  constructor(port: SettingsPort, ports: SettingsPorts) {
    this.#port = port;
    this.#ports = ports;
    try {
      const content = port.read();
      if (this.#isNewer(content)) this.#leave('a newer version of Overlay Desk wrote it');
      else if (content !== undefined)
        this.#content = z.looseObject({ version: z.literal(this.#version) }).parse(content);
    } catch (error) {
      const why = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message;
      this.#unreadable.push(`${port.file} could not be read (${why}). ${this.#setAside()}`);
    }
  }

  /** Problems with the file, in sentences for the operator. */
  get problems(): string[] {
    const all = [this.#port.problem?.() ?? '', ...this.#unreadable, this.#unwritten ?? ''];
    return all.filter((problem) => problem !== '');
  }

  /** The path of the file, for messages. */
  get file(): string {
    return this.#port.file;
  }

  /** A member; undefined if it is missing or wrong. A wrong one keeps its place in the file under another name. */
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

  /** A list member without its wrong entries; undefined if it is missing or no list. */
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

  /** Something in the file is wrong and is not used, which the operator is told; `path` leads to it in the file. */
  leftOut(where: string, error: z.ZodError, path?: readonly PropertyKey[]): void {
    const line = path && this.#port.lineOf?.([...path, ...(error.issues[0]?.path ?? [])]);
    const place = line === undefined ? '' : `, line ${line}`;
    this.#unreadable.push(`${this.#port.file}${place}, ${where}: ${z.prettifyError(error)}. It is left out.`);
  }

  /**
   * Saves a member. Never throws: what cannot be written counts while the desk runs, is among the problems, and is
   * written again until it is.
   */
  save(name: string, value: unknown): void {
    this.saveAll({ [name]: value });
  }

  /** Saves members together, in one write. */
  saveAll(members: Readonly<Record<string, unknown>>): void {
    const all = { ...this.#later, ...members };
    this.#later = undefined;
    this.#callOffLater();
    const kept = Object.entries(all).map(([name, value]): [string, unknown] => {
      const wrong = this.#wrong.get(name) ?? [];
      return [name, Array.isArray(value) ? [...(value as unknown[]), ...wrong] : value];
    });
    this.#content = { ...this.#content, version: this.#version, ...Object.fromEntries(kept) };
    this.#write();
  }

  /** Saves members with the next save, after a minute by themselves, and at the end at the latest. */
  saveLater(members: Readonly<Record<string, unknown>>): void {
    this.#later = { ...this.#later, ...members };
    this.#callOffLater();
    this.#callOffLater = this.#ports.clock.after(later, () => this.saveAll({}));
  }

  /** Calls `run` once what was saved last is on the disk, which may be never. */
  onceWritten(run: () => void): void {
    this.#onceWritten.push(run);
    if (!this.#writing && this.#unwritten === undefined && !this.#untouchable) this.#runOnceWritten();
  }

  /**
   * Resolves when the newest content is written, or has failed. What could not be written is tried once more, because there
   * may be room by now. Then nothing is written any more. A disk that does not answer is waited for three seconds.
   */
  async close(): Promise<void> {
    await this.saved();
    this.#closed = true;
    this.#callOff();
  }

  /** As {@link Settings.close}, but goes on writing. Resolves with whether the newest content is on the disk. */
  async saved(): Promise<boolean> {
    if (this.#later) this.saveAll({});
    const late = Promise.withResolvers<undefined>();
    const callOff = this.#ports.clock.after(closesWithin, () => late.resolve(undefined));
    await Promise.race([this.#writtenOnceMore(), late.promise]);
    callOff();
    return this.#writing === undefined && this.#unwritten === undefined;
  }

  async #writtenOnceMore(): Promise<void> {
    await this.#allEnded();
    if (this.#unwritten !== undefined) this.#write();
    await this.#allEnded();
  }

  /** Resolves when nothing is being written. */
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
        (error: unknown) => this.#endedLater((error as Error).message),
      );
    } catch (error) {
      this.#ended((error as Error).message);
    }
  }

  #endedLater(why: string): void {
    this.#writing = undefined;
    this.#ended(why);
    if (!this.#outdated) return;
    this.#outdated = false;
    this.#write();
  }

  /** A write ended; `why` it failed, or empty. */
  #ended(why: string): void {
    this.#unwritten = undefined;
    if (why !== '') {
      this.#unwritten = `${this.#port.file} could not be written (${why}). What was changed lasts until the desk ends.`;
      this.#callOff = this.#ports.clock.after(again, () => this.#write());
    }
    const told = this.problems.join('\n');
    if (told !== this.#told) this.#ports.changed();
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

  /** Whether a newer program wrote it. The version only ever grows. */
  #isNewer(content: unknown): boolean {
    return z.looseObject({ version: z.int().min(this.#version + 1) }).safeParse(content).success;
  }

  /** The file of a newer program stays as it is, whatever is changed: that program may read it again. */
  #leave(why: string): void {
    this.#untouchable = true;
    this.#unreadable.push(
      `${this.#port.file} could not be read (${why}). It is left as it is, so nothing is saved. Bring back the copy from before the update.`,
    );
  }

  /** Renames the file that cannot be read. Returns what became of it, for the operator. */
  #setAside(): string {
    try {
      return `It is kept as ${this.#port.setAside()}; the desk goes on without it.`;
    } catch (error) {
      this.#untouchable = true;
      return `It is left as it is (${(error as Error).message}), so nothing is saved until the desk starts again.`;
    }
  }

  #freeName(name: string): string {
    let free = name;
    for (let number = 2; free in this.#content; number++) free = `${name} ${number}`;
    return free;
  }
}
