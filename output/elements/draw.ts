import type { SceneElement } from '../../contract/model/scene.ts';
import { Box } from './box.ts';
import { Crawl } from './crawl.ts';
import type { DrawnElement, Surroundings } from './drawn-element.ts';
import { Flash } from './flash.ts';
import { Image } from './image.ts';
import { List } from './list.ts';
import { Sound } from './sound.ts';
import { Text } from './text.ts';
import { Timer } from './timer.ts';

/** The nodes for one element of a scene; throws for a kind that this page does not know. */
export function drawElement(scene: SceneElement, surroundings: Surroundings): DrawnElement {
  switch (scene.kind) {
    case 'box':
      return new Box(scene, surroundings);
    case 'text':
      return new Text(scene, surroundings);
    case 'image':
      return new Image(scene, surroundings);
    case 'crawl':
      return new Crawl(scene, surroundings);
    case 'timer':
      return new Timer(scene, surroundings);
    case 'list':
      return new List(scene, surroundings);
    case 'sound':
      return new Sound(scene, surroundings);
    case 'flash':
      return new Flash(scene, surroundings);
    default:
      throw new Error(`there is no element kind "${(scene as { kind: string }).kind}"`);
  }
}
