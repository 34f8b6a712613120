/**
 * The messages between the page and a graphic's frame. They travel over a port that the page sends to the frame once.
 */

/** The methods of a graphic that the page calls. Source: EBU OGraf, "Web Component Interface". */
export type GraphicMethod = 'load' | 'dispose' | 'playAction' | 'stopAction' | 'updateAction' | 'customAction';

/** To the frame: call this method and answer with the same number. */
export interface GraphicCall {
  call: number;
  method: GraphicMethod;
  params: Record<string, unknown>;
}

/** The answer of a graphic. `currentStep` is the step that it was played to, from 0; undefined at its end. */
export interface GraphicStatus {
  statusCode: number;
  statusMessage: string;
  currentStep: number | undefined;
}

/** From the frame. `problem` is readable text: why a call failed, or an error thrown outside any call. */
export type GraphicAnswer =
  | ({ call: number; ok: true } & GraphicStatus)
  | { call: number; ok: false; problem: string }
  | { call: null; problem: string };
