import type { SceneElement } from '../../scene/schema/scene.ts';
import { Box } from './box.ts';
import { Clock } from './clock.ts';
import { Crawl } from './crawl.ts';
import type { DrawnElement, ElementPorts } from './drawn-element.ts';
import { Flash } from './flash.ts';
import { Graphic } from './graphic.ts';
import { Group } from './group.ts';
import type { MakeElement } from './nested-elements.ts';
import { Image } from './image.ts';
import { List } from './list.ts';
import { Mask } from './mask.ts';
import { Path } from './path.ts';
import { Repeater } from './repeater.ts';
import { Sound } from './sound.ts';
import { Text } from './text.ts';
import { Timer } from './timer.ts';
import { Video } from './video.ts';

/**
 * Creates the nodes for one element of a scene.
 * @param make creates the elements nested in it
 * @throws Error for a kind that this page does not know
 */
export function drawElement(scene: SceneElement, ports: ElementPorts, make: MakeElement): DrawnElement {
  switch (scene.kind) {
    case 'box':
      return new Box(scene, ports);
    case 'text':
      return new Text(scene, ports);
    case 'image':
      return new Image(scene, ports);
    case 'video':
      return new Video(scene, ports);
    case 'path':
      return new Path(scene, ports);
    case 'crawl':
      return new Crawl(scene, ports);
    case 'timer':
      return new Timer(scene, ports);
    case 'clock':
      return new Clock(scene, ports);
    case 'list':
      return new List(scene, ports);
    case 'sound':
      return new Sound(scene, ports);
    case 'flash':
      return new Flash(scene, ports);
    case 'graphic':
      return new Graphic(scene, ports);
    case 'group':
      return new Group(scene, ports, make);
    case 'mask':
      return new Mask(scene, ports, make);
    case 'repeater':
      return new Repeater(scene, ports, make);
    default:
      // A page that stayed open while its service was upgraded may receive further kinds.
      throw new Error(`there is no element kind "${(scene satisfies never as { kind: string }).kind}"`);
  }
}
