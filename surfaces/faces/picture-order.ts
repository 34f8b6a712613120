import type { Picture } from './drawing/key-picture.ts';

/** A picture to be drawn for one control of a Stream Deck. */
export interface PictureOrder {
  usb: { vendor: number; product: number };
  control: string;
  picture: Picture;
}
