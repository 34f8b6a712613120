import { describe, expect, it } from 'vitest';
import { errorTable } from '../../contract/errors.ts';
import type { Endpoint } from '../../contract/service-api/endpoint.ts';
import { endpoints } from '../../contract/service-api/endpoints.ts';
import { handlers } from '../../service/endpoints/handlers.ts';

it('every endpoint of the contract has one handler, and every handler its endpoint', () => {
  expect(handlers.map(({ endpoint }) => endpoint.name).sort()).toEqual(endpoints.map(({ name }) => name).sort());
});

describe.each(endpoints.map((endpoint): [string, Endpoint] => [endpoint.name, endpoint]))('%s', (_, endpoint) => {
  it('has examples that fit its own schemas', () => {
    expect(endpoint.answer.safeParse(endpoint.example.answer).error).toBeUndefined();
    // What an example cannot show as JSON is a file.
    const body = endpoint.bodyKind === 'multipart' ? { file: new Uint8Array() } : endpoint.example.body;
    expect(endpoint.body?.safeParse(body).error).toBeUndefined();
  });

  it('can only fail with errors that have a status', () => {
    expect(endpoint.errors.filter((code) => errorTable[code].status === null)).toEqual([]);
  });
});
