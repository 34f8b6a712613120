/** A letter or a shape. */
export interface Mask {
  width: number;
  height: number;
  /** How much of each pixel it covers, from 0 to 1, row by row. */
  alpha: Float32Array;
}
