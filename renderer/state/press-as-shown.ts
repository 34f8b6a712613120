/** The handlers of what is pressed: a button, a row, or a list of rows. */
export interface PressHandlers {
  onpointerdown: (event: Event) => void;
  onclick: (event: MouseEvent) => void;
}

/**
 * A press that takes what `shown` gives as the pointer goes down, whatever else is shown when it comes up: what an operator did not
 * see is not pressed. The keyboard, and programs that read the screen, press at once.
 */
export function pressAsShown<Shown>(
  shown: (event: Event) => Shown,
  press: (what: Shown, event: MouseEvent) => void,
): PressHandlers {
  let down: { what: Shown } | undefined;
  return {
    onpointerdown: (event) => (down = { what: shown(event) }),
    onclick: (event) => {
      press(event.detail > 0 && down ? down.what : shown(event), event);
      down = undefined;
    },
  };
}
