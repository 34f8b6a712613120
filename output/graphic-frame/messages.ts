/** The messages between the page and a graphic's frame, over a port that the page sends to the frame once. */

/** Methods of a graphic. Source: EBU OGraf, "Web Component Interface". */
export type GraphicMethod = 'load' | 'dispose' | 'playAction' | 'stopAction' | 'updateAction' | 'customAction';

/** To the frame: call this method, and answer with the same number. */
export interface GraphicCall {
  call: number;
  method: GraphicMethod;
  params: Record<string, unknown>;
}

/** `currentStep`: the reached step, from 0; undefined at the end. */
export interface GraphicStatus {
  statusCode: number;
  statusMessage: string;
  currentStep: number | undefined;
}

/** From the frame. `problem`: readable text, why a call failed or an error outside any call. */
export type GraphicAnswer =
  | ({ call: number; ok: true } & GraphicStatus)
  | { call: number; ok: false; problem: string }
  | { call: null; problem: string };
