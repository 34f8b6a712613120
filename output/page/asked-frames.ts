/**
 * Draws a frame when asked, to prove that the page is drawn: a transparent mark moves by a pixel. A page that is not
 * drawn, such as one in a hidden tab, gets no animation frame.
 */
export function askedFrames(page: Document) {
  const mark = page.createElement('i');
  mark.className = 'mark';
  page.body.append(mark);
  let asked: number | undefined;
  let drew: number | undefined;
  return {
    get drew(): number | undefined {
      return drew;
    },
    draw(at: number): void {
      if (at === asked) return;
      asked = at;
      requestAnimationFrame(() => {
        mark.style.transform = mark.style.transform === '' ? 'translate(1px)' : '';
        // The next frame begins after this one was drawn.
        requestAnimationFrame(() => (drew = at));
      });
    },
  };
}
