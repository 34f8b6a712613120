/**
 * Acts on the value of `shown` at pointer-down, even if the screen changes before pointer-up: a press never hits
 * something the operator did not see. Keyboards and screen readers press at once.
 */
export function pressAsShown<Shown>(shown: (event: Event) => Shown, press: (what: Shown, event: MouseEvent) => void) {
  let down: { what: Shown } | undefined;
  return {
    onpointerdown: (event: Event) => {
      down = { what: shown(event) };
    },
    onclick: (event: MouseEvent) => {
      press(event.detail > 0 && down ? down.what : shown(event), event);
      down = undefined;
    },
  };
}
