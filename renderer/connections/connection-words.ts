import type { ConnectionKind, ConnectionView, TestStep } from '../../contract/desk-api/connections.ts';

/** The kinds of connections in the operator's words. */
export const kindNames: Record<ConnectionKind, string> = {
  embedded: 'Service of this desk',
  account: 'Account',
  token: 'App token',
};

/** The states of a connection in the operator's words. */
export const statusNames: Record<ConnectionView['status'], string> = {
  opening: 'CONNECTING',
  open: 'OPEN',
  waiting: 'LOCKED',
  failed: 'FAILED',
};

/** The steps of a connection test in the operator's words. */
export const stepNames: Record<TestStep['step'], string> = {
  address: 'Address',
  secret: 'Password or token',
  proxy: 'Proxy',
  name: 'Name',
  connect: 'Connection',
  encryption: 'Encryption',
  service: 'Service',
  access: 'Access',
};
