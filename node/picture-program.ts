import { parentPort } from 'node:worker_threads';
import { OrderDrawing } from '../surfaces/faces/draw-order.ts';
import type { FromPictureThread, ToPictureThread } from './picture-thread.ts';

const drawing = new OrderDrawing();

function tell(message: FromPictureThread): void {
  parentPort?.postMessage(message);
}

parentPort?.on('message', ({ nth, order }: ToPictureThread) => {
  drawing.draw(order).then(
    (reports) => tell({ nth, reports }),
    (thrown: unknown) => tell({ nth, problem: thrown instanceof Error ? thrown.message : String(thrown) }),
  );
});
