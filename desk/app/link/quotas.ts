import type { AccountQuota, QuotaGovernor } from './quota.ts';

/**
 * The quotas of the accounts of services. A service counts for each account: an app that knew only its own requests would
 * think that all that is left is its own.
 */
export class Quotas {
  readonly #ofAccounts = new Map<string, AccountQuota>();

  /** An app turns out to belong to an account. The first one brings along what it has learned. */
  joins(governor: QuotaGovernor, { base, account }: { base: string; account: string }): void {
    const name = `${base} ${account}`;
    const known = this.#ofAccounts.get(name);
    if (known) governor.join(known);
    else this.#ofAccounts.set(name, governor.account);
  }
}
