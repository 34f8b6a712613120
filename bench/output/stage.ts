import type { Composition } from '../../scene/schema/composition.ts';
import { type Answer, openConnection, requestBytes } from '../service/connection.ts';
import { type Running, startService } from '../service/programs.ts';
import { addOwner, addShow, dataDirectory, fill } from '../service/stored-show.ts';
import { together, twentyGraphics } from './twenty-graphics.ts';

/** What a request asks of one graphic: new values, and a state that it plays or jumps to. */
export interface Asked {
  /** The place of the graphic in the show. */
  graphic: number;
  payload?: Record<string, string>;
  take?: { to: 'In' | 'Out1' | 'Out2'; action: 'play' | 'jump' };
}

/** The built service on the disk with the show of twenty graphics, and a hand on it. */
export interface OnAirStage {
  service: Running;
  /** Its data directory. */
  data: string;
  composition: Composition;
  /** The address of the on-air page. */
  onair: string;
  /** A request as bytes, which {@link send} sends. */
  request(asked: readonly Asked[]): Buffer;
  /** Resolves with the answer; throws where it is no success. */
  send(request: Buffer): Promise<Answer>;
  close(): Promise<void>;
}

/** Start it; the first ten graphics are In from the start. */
export async function openStage(): Promise<OnAirStage> {
  const directory = dataDirectory();
  const composition = twentyGraphics();
  const { app } = fill(directory.path, (store) => addShow(store, addOwner(store), composition));
  const service = await startService(directory.path);
  const connection = await openConnection(service.url);
  const stage: OnAirStage = {
    service,
    data: directory.path,
    composition,
    onair: `${service.url}/onair/${app.outputToken}`,
    request: (asked) => {
      const body = asked.map((one) => item(composition, one));
      return requestBytes(service.url, { method: 'PATCH', path: `/apiv2/controlapps/${app.token}/control`, body });
    },
    send: async (request) => {
      const answer = await connection.ask(request);
      if (answer.status !== 200)
        throw new Error(`A request was answered with ${answer.status}: ${String(answer.body)}`);
      return answer;
    },
    close: async () => {
      connection.close();
      await service.kill();
      directory.remove();
    },
  };
  await stage.send(stage.request(everyGraphic({ to: 'In', action: 'jump' })));
  return stage;
}

/** The same asked of each of the graphics that find room together. */
function everyGraphic(take: NonNullable<Asked['take']>): Asked[] {
  return Array.from({ length: together }, (_, graphic) => ({ graphic, take }));
}

function item({ root }: Composition, { graphic, payload, take }: Asked): object {
  return {
    subCompositionId: root.subcompositions[graphic]?.id,
    ...(payload && { payload }),
    ...(take && { state: take.to, action: take.action }),
  };
}
