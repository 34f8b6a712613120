import type { AccountQuota, QuotaGovernor } from './quota.ts';

/** Quotas by account: a service counts all requests of an account, not per app. */
export class Quotas {
  readonly #ofAccounts = new Map<string, AccountQuota>();

  joins(governor: QuotaGovernor, { base, account }: { base: string; account: string }): void {
    const name = `${base} ${account}`;
    const known = this.#ofAccounts.get(name);
    if (known) governor.join(known);
    else this.#ofAccounts.set(name, governor.account);
  }
}
