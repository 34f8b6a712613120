import type { ConnectionKind, ConnectionView, TestStep } from '../../contract/desk-api/connections.ts';
import { texts } from '../texts/texts.ts';

const words = texts.connections;

export const kindNames: Record<ConnectionKind, string> = words.kinds;

export const statusNames: Record<ConnectionView['status'], string> = words.statuses;

export const stepNames: Record<TestStep['step'], string> = words.steps;
