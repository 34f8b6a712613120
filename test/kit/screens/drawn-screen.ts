import type { Component, ComponentProps } from 'svelte';
import { render } from 'svelte/server';
import { onTestFinished } from 'vitest';
import type { DeskView } from '../../../contract/desk-api/desk-api.ts';
import type { Pipe } from '../../../contract/link/link.ts';
import { pipePair } from '../../../contract/link/pipe-pair.ts';
import { stayLinked } from '../../../renderer/link/stay-linked.ts';
import Screen from '../../../renderer/Screen.svelte';
import { linkEndOf, newShared, type Shared } from '../../../renderer/state/context.ts';
import { eveningNews } from '../service/evening-news.ts';
import { Drawn } from './drawn.ts';
import Part from './Part.svelte';
import { ScriptedDesk } from './scripted-desk.ts';

/** What is read of the page's window outside of effects and presses. */
const noWindow = {
  navigator: {},
  location: { hash: '' },
  sessionStorage: { getItem: () => null, setItem: () => {} },
  addEventListener: () => {},
} as unknown as Window;

/** Lets everything arrive that was sent over a pipe, and its answers. */
const arrived = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * The real screens in Node, as the markup that Svelte makes of their state, before a desk that does what the test says.
 * No effects, presses, focus, layout or styles; time passes only as the desk confirms. A test that needs one of these
 * takes `ScreenStage`.
 */
export class DrawnScreen {
  readonly desk: ScriptedDesk;
  /** What a press would change, for a test whose subject is not the press. */
  readonly shared: Shared;
  #pipe: ReturnType<typeof pipePair> | undefined;
  #redial = (): void => {};

  private constructor(view: DeskView) {
    this.desk = new ScriptedDesk(view);
    this.shared = newShared(noWindow);
    // The link to a desk that is gone dials again when the test returns it.
    void stayLinked(
      () => this.#dial(),
      linkEndOf(this.shared),
      () => new Promise((resolve) => (this.#redial = resolve)),
    );
  }

  /** The screens, once they show the Evening News. They are closed with the test. */
  static async open(asTold: (view: DeskView) => DeskView = (view) => view): Promise<DrawnScreen> {
    const screen = new DrawnScreen(asTold(eveningNews('http://127.0.0.1:8123/onair?aspect=16:9')));
    onTestFinished(() => screen.removeDesk());
    await arrived();
    return screen;
  }

  removeDesk(): void {
    this.#pipe?.close();
  }

  returnDesk(): void {
    this.#redial();
  }

  /** The whole screen as it is now, after everything that the desk told has arrived. A part that fails is thrown. */
  async draw(): Promise<Drawn> {
    await arrived();
    return new Drawn(render(Screen, { props: { shared: this.shared } }).body);
  }

  /** One component by itself, such as what a press would open. */
  async drawPart<Of extends Component<any>>(component: Of, props: ComponentProps<Of>): Promise<Drawn> {
    await arrived();
    return new Drawn(render(Part, { props: { shared: this.shared, component, props } }).body);
  }

  #dial(): Promise<Pipe> {
    this.#pipe = pipePair();
    this.desk.serve(this.#pipe.far);
    return Promise.resolve(this.#pipe.near);
  }
}
