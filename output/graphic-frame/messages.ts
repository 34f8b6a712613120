/** What the page and the frame of a graphic tell each other, over a port that the page gives the frame once. */

/** The methods of a graphic that the page calls. Source: EBU OGraf, "Web Component Interface". */
export type GraphicMethod = 'load' | 'dispose' | 'playAction' | 'stopAction' | 'updateAction' | 'customAction';

/** To the frame: call this method, and answer under this number. */
export interface GraphicCall {
  call: number;
  method: GraphicMethod;
  params: Record<string, unknown>;
}

/** From the frame. `problem` is for people: why a call failed, or what was thrown outside of any. */
export type GraphicAnswer =
  | { call: number; ok: true; statusCode: number; statusMessage: string }
  | { call: number; ok: false; problem: string }
  | { call: null; problem: string };
