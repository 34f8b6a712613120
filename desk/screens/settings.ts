import { z } from 'zod';
import { OverlayError } from '../../contract/errors.ts';
import type { SettingsPort } from '../ports.ts';

const Content = z.looseObject({ version: z.literal(1) });

/**
 * The settings file, member by member. A file that cannot be read at all is set aside, with a notice. A member or entry
 * that is wrong is ignored, with a notice, and stays in the file unchanged: one typing error costs one key, and what
 * another version wrote is not lost.
 */
export class Settings {
  /** Problems with the file, in sentences for the operator. */
  readonly problems: string[] = [];
  readonly #port: SettingsPort;
  #content: Record<string, unknown> = {};
  readonly #wrong = new Map<string, unknown[]>();

  constructor(port: SettingsPort) {
    this.#port = port;
    try {
      const content = port.read();
      if (content !== undefined) this.#content = Content.parse(content);
    } catch (error) {
      const why = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message;
      const kept = port.setAside();
      this.problems.push(
        `${port.file} could not be read (${why}). It is kept as ${kept}; the desk goes on with its own mapping.`,
      );
    }
  }

  /** A member; undefined if it is missing or wrong. */
  member<Schema extends z.ZodType>(name: string, schema: Schema): z.infer<Schema> | undefined {
    const content = this.#content[name];
    if (content === undefined) return undefined;
    const checked = schema.safeParse(content);
    if (checked.success) return checked.data;
    this.#report(name, checked.error);
    return undefined;
  }

  /** A list member without its wrong entries; undefined if it is missing. */
  list<Schema extends z.ZodType>(name: string, schema: Schema): z.infer<Schema>[] | undefined {
    const content = this.member(name, z.array(z.unknown()));
    return content?.flatMap((entry, at) => {
      const checked = schema.safeParse(entry);
      if (checked.success) return [checked.data];
      this.#report(`${name}[${at}]`, checked.error);
      this.#wrong.set(name, [...(this.#wrong.get(name) ?? []), entry]);
      return [];
    });
  }

  /** Saves a member. Throws `settings-not-written`; the new value then counts only while the desk runs. */
  save(name: string, value: unknown): void {
    const wrong = this.#wrong.get(name) ?? [];
    const kept: unknown = Array.isArray(value) ? [...(value as unknown[]), ...wrong] : value;
    this.#content = { ...this.#content, version: 1, [name]: kept };
    try {
      this.#port.write(this.#content);
    } catch (error) {
      throw new OverlayError(
        'settings-not-written',
        `${this.#port.file} could not be written: ${(error as Error).message}`,
      );
    }
  }

  #report(where: string, error: z.ZodError): void {
    this.problems.push(`${this.#port.file}, ${where}: ${z.prettifyError(error)}. It is left out.`);
  }
}
