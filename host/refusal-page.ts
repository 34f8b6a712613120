/** `why` is a sentence of the gate, never a visitor's own words. */
export function refusalPage(why: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Overlay Desk: no entry</title>
<style>
  html { color-scheme: dark; background: #14171c; color: #e8eaed; font: 18px/1.5 system-ui, sans-serif; }
  main { max-width: 36em; margin: 20vh auto; padding: 0 1.5em; }
</style>
<main>
<h1>This desk is closed to this browser</h1>
<p>${why}</p>
</main>
</html>
`;
}
