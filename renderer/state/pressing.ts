/** The handlers of a button whose press means what it showed when the pointer went down. */
export interface Pressing {
  onpointerdown: () => void;
  onclick: (event: MouseEvent) => void;
}

/**
 * A press that takes what `shown` gives as the pointer goes down, whatever else is shown when it comes up: what an operator did not
 * see is not pressed. The keyboard, and programs that read the screen, press at once.
 */
export function pressing<Shown>(shown: () => Shown, press: (what: Shown) => void): Pressing {
  let down: { what: Shown } | undefined;
  return {
    onpointerdown: () => (down = { what: shown() }),
    onclick: ({ detail }) => {
      press(detail > 0 && down ? down.what : shown());
      down = undefined;
    },
  };
}
