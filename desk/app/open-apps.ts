import { OverlayError } from '../../contract/errors.ts';
import { address, parts } from '../../contract/model/address.ts';
import type { OpenApp } from './open-app.ts';
import type { Held } from './confirmed.ts';

/** A sub-composition: the app that it is in, and its id there. */
export interface Place {
  app: OpenApp;
  id: string;
}

/** The apps that the desk controls, by key, in the order in which they were opened. */
export class OpenApps {
  readonly #apps = new Map<string, OpenApp>();

  get all(): OpenApp[] {
    return [...this.#apps.values()];
  }

  get(key: string): OpenApp | undefined {
    return this.#apps.get(key);
  }

  add(app: OpenApp): void {
    this.#apps.set(app.identity.key, app);
  }

  delete(key: string): void {
    this.#apps.delete(key);
  }

  /** Where an address leads; undefined where nothing is there. */
  find(text: string): Place | undefined {
    const { app: key, id } = parts(text);
    const app = this.#apps.get(key);
    return app?.state.confirmed.get(id) && { app, id };
  }

  /** Where an address leads; throws `call-invalid` where nothing is there. */
  at(text: string): Place {
    const place = this.find(text);
    if (!place) throw new OverlayError('call-invalid', `There is no sub-composition "${text}" in this show.`);
    return place;
  }

  /** What is confirmed of the sub-composition at an address. */
  held(text: string): Held | undefined {
    const place = this.find(text);
    return place?.app.state.confirmed.get(place.id);
  }

  /** Whether an address may still turn out to lead somewhere: its app is not known yet, or where it is not open any app. */
  mayCome(text: string): boolean {
    const named = this.#apps.get(parts(text).app);
    return (named ? [named] : this.all).some((app) => app.state.confirmed.revision < 0);
  }

  /** What the operator must know of the pages that draw the shows. Where there are several apps, each names itself. */
  get outputProblems(): string[] {
    return this.all.flatMap(({ name, state }) => {
      const problems = state.outputs.problems(state.confirmed.model.length > 0);
      return this.#apps.size > 1 ? problems.map((problem) => `${name}: ${problem}`) : problems;
    });
  }

  /** The origins of the program pictures of all apps and of the media in them, as their services told of them. */
  get pictureOrigins(): string[] {
    const told = this.all.flatMap(({ state }) => state.confirmed.app ?? []);
    const addresses = told.flatMap(({ onairUrl, mediaUrl }) => [onairUrl, mediaUrl]);
    return [...new Set(addresses.filter((one) => URL.canParse(one)).map((one) => new URL(one).origin))];
  }

  /** What is prepared to be taken, as addresses, app by app. */
  get cued(): string[] {
    return this.all.flatMap((app) => app.state.cued.map((id) => address(app.identity.key, id)));
  }
}
