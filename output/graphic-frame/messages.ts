/** What the page and the frame of a graphic tell each other, over a port that the page gives the frame once. */

/** The methods of a graphic that the page calls. Source: EBU OGraf, "Web Component Interface". */
export type GraphicMethod = 'load' | 'dispose' | 'playAction' | 'stopAction' | 'updateAction' | 'customAction';

/** To the frame: call this method, and answer under this number. */
export interface GraphicCall {
  call: number;
  method: GraphicMethod;
  params: Record<string, unknown>;
}

/** What a graphic answered; `currentStep` is the step, from 0, that it was played to, undefined at its end. */
export interface GraphicStatus {
  statusCode: number;
  statusMessage: string;
  currentStep: number | undefined;
}

/** From the frame. `problem` is for people: why a call failed, or what was thrown outside of any. */
export type GraphicAnswer =
  | ({ call: number; ok: true } & GraphicStatus)
  | { call: number; ok: false; problem: string }
  | { call: null; problem: string };
