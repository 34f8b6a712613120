import type { Composition } from '../../scene/schema/composition.ts';
import { requestBytes } from './connection.ts';
import { type Running, startService } from './programs.ts';
import type { Side } from './rounds.ts';
import { addOwner, addShow, compositionOfSize, dataDirectory, fill, type Size } from './stored-show.ts';

/** A service with one show of a size. */
export interface Stage {
  service: Running;
  data: string;
  /** The path of rows 29 and 31. */
  path: string;
  token: string;
  composition: Composition;
  close(): Promise<void>;
}

/** Start the service as it ships, with one show of this size on its disk. */
export async function stageOf(size: Size): Promise<Stage> {
  const directory = dataDirectory();
  const composition = compositionOfSize(size);
  const { app } = fill(directory.path, (store) => addShow(store, addOwner(store), composition));
  const service = await startService(directory.path);
  const close = async (): Promise<void> => {
    await service.kill();
    directory.remove();
  };
  const { token } = app;
  return { service, data: directory.path, token, path: `/apiv2/controlapps/${token}/control`, composition, close };
}

/** How many different requests there are of a kind, and how many fields those with one item go to: each gets other words each time. */
const [kinds, targets] = [64, 32];

/** Requests that each change this many fields, each with an item of its own, to what they were not before. */
export function changes(url: string, { path, composition }: Stage, items: number): Side {
  const subs = composition.root.subcompositions;
  const item = (at: number, turn: number) => {
    const sub = subs[at % subs.length]!;
    const field = sub.fields[Math.floor(at / subs.length) % sub.fields.length]!;
    return { subCompositionId: sub.id, payload: { [field.id]: `Ada Lovelace ${turn}` } };
  };
  const requests = Array.from({ length: kinds }, (_, turn) => {
    const body = Array.from({ length: items }, (_, at) => item(items === 1 ? turn % targets : at, turn));
    return requestBytes(url, { method: 'PATCH', path, body });
  });
  return { url, requests };
}
