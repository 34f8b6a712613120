import type { RemoteRight } from '../../contract/desk-api/remote.ts';
import { texts } from '../texts/texts.ts';

const words = texts.remote;

export const rightNames: Record<RemoteRight, string> = words.rights;
