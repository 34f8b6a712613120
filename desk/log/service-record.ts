import { z } from 'zod';
import { parsedJson } from '../../contract/json-text.ts';
import type { LogRecord } from '../ports.ts';

const ServiceLine = z.looseObject({ level: z.enum(['info', 'warn', 'error']), message: z.string(), time: z.string() });

export function serviceRecord(text: string): LogRecord {
  const line = ServiceLine.safeParse(parsedJson(text));
  if (!line.success) return { level: 'warn', where: 'service', message: text };
  const { level, message, time: _, ...fields } = line.data;
  return { level, where: 'service', message, fields };
}
