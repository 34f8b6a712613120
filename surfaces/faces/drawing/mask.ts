export interface Mask {
  width: number;
  height: number;
  /** Coverage of each pixel from 0 to 1, row by row. */
  alpha: Float32Array;
}
