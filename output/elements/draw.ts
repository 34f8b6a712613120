import type { SceneElement } from '../../scene/schema/scene.ts';
import { Box } from './box.ts';
import { Clock } from './clock.ts';
import { Crawl } from './crawl.ts';
import type { DrawnElement, Surroundings } from './drawn-element.ts';
import { Flash } from './flash.ts';
import { Graphic } from './graphic.ts';
import { Group } from './group.ts';
import type { MakeHeld } from './held.ts';
import { Image } from './image.ts';
import { List } from './list.ts';
import { Mask } from './mask.ts';
import { Path } from './path.ts';
import { Repeater } from './repeater.ts';
import { Sound } from './sound.ts';
import { Text } from './text.ts';
import { Timer } from './timer.ts';
import { Video } from './video.ts';

/** The nodes for one element of a scene, with those that it holds made by `make`; throws for a kind that this page does not know. */
export function drawElement(scene: SceneElement, surroundings: Surroundings, make: MakeHeld): DrawnElement {
  switch (scene.kind) {
    case 'box':
      return new Box(scene, surroundings);
    case 'text':
      return new Text(scene, surroundings);
    case 'image':
      return new Image(scene, surroundings);
    case 'video':
      return new Video(scene, surroundings);
    case 'path':
      return new Path(scene, surroundings);
    case 'crawl':
      return new Crawl(scene, surroundings);
    case 'timer':
      return new Timer(scene, surroundings);
    case 'clock':
      return new Clock(scene, surroundings);
    case 'list':
      return new List(scene, surroundings);
    case 'sound':
      return new Sound(scene, surroundings);
    case 'flash':
      return new Flash(scene, surroundings);
    case 'graphic':
      return new Graphic(scene, surroundings);
    case 'group':
      return new Group(scene, surroundings, make);
    case 'mask':
      return new Mask(scene, surroundings, make);
    case 'repeater':
      return new Repeater(scene, surroundings, make);
    default:
      throw new Error(`there is no element kind "${(scene as { kind: string }).kind}"`);
  }
}
