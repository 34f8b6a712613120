import type { SceneElement } from '../../scene/schema/scene.ts';
import { DrawnBox } from './box.ts';
import { DrawnClock } from './clock.ts';
import { DrawnCrawl } from './crawl.ts';
import type { DrawnElement, ElementPorts } from './drawn-element.ts';
import { DrawnFlash } from './flash.ts';
import { DrawnGraphic } from './graphic.ts';
import { DrawnGroup } from './group.ts';
import type { MakeElement } from './nested-elements.ts';
import { DrawnImage } from './image.ts';
import { DrawnList } from './list.ts';
import { DrawnMask } from './mask.ts';
import { DrawnPath } from './path.ts';
import { DrawnRepeater } from './repeater.ts';
import { DrawnSound } from './sound.ts';
import { DrawnText } from './text.ts';
import { DrawnTimer } from './timer.ts';
import { DrawnVideo } from './video.ts';

/**
 * Creates the nodes of a scene element.
 * @param make creates the nested elements
 * @throws Error for a kind that this page does not know
 */
export function drawElement(
  scene: SceneElement,
  { clock, media, fonts, report }: ElementPorts,
  make: MakeElement,
): DrawnElement {
  switch (scene.kind) {
    case 'box':
      return new DrawnBox(scene);
    case 'text':
      return new DrawnText(scene, fonts);
    case 'image':
      return new DrawnImage(scene, media);
    case 'video':
      return new DrawnVideo(scene, media);
    case 'path':
      return new DrawnPath(scene);
    case 'crawl':
      return new DrawnCrawl(scene, fonts);
    case 'timer':
      return new DrawnTimer(scene, fonts, clock);
    case 'clock':
      return new DrawnClock(scene, fonts, clock);
    case 'list':
      return new DrawnList(scene, fonts);
    case 'sound':
      return new DrawnSound(scene, media);
    case 'flash':
      return new DrawnFlash(scene);
    case 'graphic':
      return new DrawnGraphic(scene, media, report);
    case 'group':
      return new DrawnGroup(scene, make);
    case 'mask':
      return new DrawnMask(scene, media, make);
    case 'repeater':
      return new DrawnRepeater(scene, make);
    default:
      // A page that stayed open through an upgrade of its service may receive new kinds.
      throw new Error(`there is no element kind "${(scene satisfies never as { kind: string }).kind}"`);
  }
}
