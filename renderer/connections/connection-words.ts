import type { ConnectionKind, ConnectionView, TestStep } from '../../contract/desk-api/connections.ts';

/** What the kinds of connections are called. */
export const kindNames: Record<ConnectionKind, string> = {
  embedded: 'Service of this desk',
  account: 'Account',
  token: 'App token',
};

/** What the states of a connection are called. */
export const statusNames: Record<ConnectionView['status'], string> = {
  opening: 'CONNECTING',
  open: 'OPEN',
  waiting: 'LOCKED',
  failed: 'FAILED',
};

/** What the steps of a test are called. */
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
