import type { KeyPicture } from './drawing/key-picture.ts';

export interface PictureOrder {
  usb: { vendor: number; product: number };
  control: string;
  picture: KeyPicture;
}
