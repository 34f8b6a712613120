import type { ConnectionKind, ConnectionView, TestStep } from '../../contract/desk-api/connections.ts';
import { texts } from '../texts/texts.ts';

const words = texts.connections;

/** The kinds of connections in the operator's words. */
export const kindNames: Record<ConnectionKind, string> = words.kinds;

/** The states of a connection in the operator's words. */
export const statusNames: Record<ConnectionView['status'], string> = words.statuses;

/** The steps of a connection test in the operator's words. */
export const stepNames: Record<TestStep['step'], string> = words.steps;
