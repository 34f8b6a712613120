import { z } from 'zod';
import { parsedJson } from '../../contract/json-text.ts';
import type { LogRecord } from '../ports.ts';

/** A line of the log of the service: see `service/log.ts`. */
const ServiceLine = z.looseObject({ level: z.enum(['info', 'warn', 'error']), message: z.string(), time: z.string() });

/** A line that the embedded service wrote on stderr, as a record of the desk's log. */
export function serviceRecord(text: string): LogRecord {
  const line = ServiceLine.safeParse(parsedJson(text));
  if (!line.success) return { level: 'warn', where: 'service', message: text };
  const { level, message, time: _, ...fields } = line.data;
  return { level, where: 'service', message, fields };
}
