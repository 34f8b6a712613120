import type { ElementOf, SceneElement } from '../../scene/schema/scene.ts';
import { DrawnCrawl } from './crawl.ts';
import type { DrawnElement, ElementPorts } from './drawn-element.ts';
import { DrawnGraphic } from './graphic.ts';
import { drawList } from './list.ts';
import { drawImage, drawSound, drawVideo } from './media.ts';
import { DrawnGroup, DrawnMask, type MakeElement } from './nested-elements.ts';
import { DrawnRepeater } from './repeater.ts';
import { drawBox, drawFlash, drawPath } from './shapes.ts';
import { drawClock, drawText, drawTimer } from './text.ts';

type Draw<Kind extends SceneElement['kind']> = (
  scene: ElementOf<Kind>,
  ports: ElementPorts,
  make: MakeElement,
) => DrawnElement;

const draws: { [Kind in SceneElement['kind']]: Draw<Kind> } = {
  box: (scene) => drawBox(scene),
  text: (scene, { fonts }) => drawText(scene, fonts),
  image: (scene, { media }) => drawImage(scene, media),
  video: (scene, { media }) => drawVideo(scene, media),
  path: (scene) => drawPath(scene),
  crawl: (scene, { fonts }) => new DrawnCrawl(scene, fonts),
  timer: (scene, { fonts, clock }) => drawTimer(scene, fonts, clock),
  clock: (scene, { fonts, clock }) => drawClock(scene, fonts, clock),
  list: (scene, { fonts }) => drawList(scene, fonts),
  sound: (scene, { media }) => drawSound(scene, media),
  flash: (scene) => drawFlash(scene),
  graphic: (scene, ports) => new DrawnGraphic(scene, ports),
  group: (scene, _ports, make) => new DrawnGroup(scene, make),
  mask: (scene, { media }, make) => new DrawnMask(scene, media, make),
  repeater: (scene, _ports, make) => new DrawnRepeater(scene, make),
};

/** Creates the nodes of a scene element. Throws for a kind that this page does not know. */
export function drawElement(scene: SceneElement, ports: ElementPorts, make: MakeElement): DrawnElement {
  // A page that stayed open through an upgrade of its service may receive new kinds.
  if (!Object.hasOwn(draws, scene.kind)) throw new Error(`there is no element kind "${scene.kind}"`);
  const draw = draws[scene.kind] as Draw<SceneElement['kind']>;
  return draw(scene, ports, make);
}
