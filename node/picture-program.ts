import { OrderDrawing } from '../surfaces/hid/deck.ts';
import type { PictureCalls } from './picture-thread.ts';
import { answerCalls } from './thread-calls.ts';

const drawing = new OrderDrawing();

answerCalls<PictureCalls>({ draw: (order) => drawing.draw(order) });
