/**
 * The page of `compose preview`: it shows what the file holds in the preview page, and takes its sub-compositions In and Out.
 *
 * @import { Composition, SubComposition } from '../../scene/schema/composition.ts'
 * @import { StoredState } from '../../contract/model/animation-state.ts'
 * @import { PreviewAnswer, PreviewRequest } from '../../contract/service-api/preview-page.ts'
 * @import { FileShown } from '../follow-file.ts'
 */

/** @type {Map<string, StoredState>} What was taken In stays In when the file changes. */
const states = new Map();
/** @type {Composition | null} The last one that was good. */
let shown = null;
let listens = false;
const frame = /** @type {HTMLIFrameElement} */ (byId('frame'));

addEventListener('message', ({ source, data }) => {
  if (source === frame.contentWindow) hear(/** @type {PreviewAnswer} */ (data));
});

const updates = new EventSource('updates');
updates.addEventListener('message', ({ data }) => follow(/** @type {FileShown} */ (JSON.parse(String(data)))));
updates.addEventListener('error', () => say('The preview has ended.'));

/** @param {PreviewAnswer} answer */
function hear(answer) {
  if (answer.type === 'ready') {
    listens = true;
    draw('jump');
  } else if (answer.type === 'shown') {
    say(answer.problems.length === 0 ? 'Shown.' : `Shown. ${answer.problems.join(' ')}`);
  } else if (answer.type === 'failed') say(`Not shown: ${answer.reason}`);
}

/** @param {FileShown} update */
function follow({ file, previewUrl, problems, warnings, composition }) {
  document.title = file;
  byId('file').textContent = file;
  if (frame.src !== previewUrl) frame.src = previewUrl;
  lines(byId('problems').querySelector('ul'), problems);
  byId('problems').hidden = problems.length === 0;
  if (!composition) {
    heading(shown ? 'This is the last good picture. Now the file cannot be shown:' : 'The file cannot be shown:');
    return;
  }
  shown = composition;
  lines(byId('warnings'), warnings);
  list(composition);
  draw('jump');
}

/** @param {'play' | 'jump'} action */
function draw(action) {
  if (!shown || !listens) return;
  const items = subsOf(shown).map(({ sub }) => ({ id: sub.id, state: stateOf(sub) }));
  /** @type {PreviewRequest} */
  const request = { type: 'show', composition: shown, items, action };
  frame.contentWindow?.postMessage(request, new URL(frame.src).origin);
}

/** @param {SubComposition} sub */
function stateOf({ id }) {
  return states.get(id) ?? 'Out1';
}

/** @param {Composition} composition */
function list(composition) {
  byId('subs').replaceChildren(
    ...subsOf(composition).map(({ sub, depth }) => {
      const row = document.createElement('li');
      const name = document.createElement('span');
      name.textContent = sub.name;
      name.style.paddingLeft = `${depth}em`;
      row.append(name, buttons(sub));
      return row;
    }),
  );
}

/** @param {SubComposition} sub */
function buttons(sub) {
  /** @type {[string, StoredState][]} */
  const choices = sub.secondTimeline
    ? [
        ['In', 'In'],
        ['Out1', 'Out1'],
        ['Out2', 'Out2'],
      ]
    : [
        ['In', 'In'],
        ['Out', 'Out1'],
      ];
  const all = document.createElement('span');
  for (const [caption, state] of choices) {
    const button = document.createElement('button');
    button.textContent = caption;
    button.title = `${sub.name}: ${caption}`;
    button.setAttribute('aria-pressed', String(stateOf(sub) === state));
    button.addEventListener('click', () => {
      states.set(sub.id, state);
      for (const other of all.children) other.setAttribute('aria-pressed', String(other === button));
      draw('play');
    });
    all.append(button);
  }
  return all;
}

/**
 * All below the root, which is the picture itself and neither In nor Out.
 * @param {Composition} composition
 */
function subsOf({ root }) {
  /** @type {(subs: SubComposition[], depth: number) => { sub: SubComposition, depth: number }[]} */
  const below = (subs, depth) => subs.flatMap((sub) => [{ sub, depth }, ...below(sub.subcompositions, depth + 1)]);
  return below(root.subcompositions, 0);
}

/**
 * @param {Element | null} place
 * @param {{ path: string, message: string }[]} details
 */
function lines(place, details) {
  place?.replaceChildren(
    ...details.map(({ path, message }) => {
      const line = document.createElement('li');
      line.textContent = path === '' ? message : `${path}: ${message}`;
      return line;
    }),
  );
}

/** @param {string} words */
function heading(words) {
  const place = document.querySelector('#problems h2');
  if (place) place.textContent = words;
}

/** @param {string} words */
function say(words) {
  byId('status').textContent = words;
}

/** @param {string} id */
function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no ${id}.`);
  return found;
}
