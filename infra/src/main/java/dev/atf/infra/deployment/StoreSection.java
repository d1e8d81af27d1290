package dev.atf.infra.deployment;

import dev.atf.runtime.config.SettingChecks;

/**
 * Settings of the store.
 *
 * @param existing whether the tables exist and belong to no stack, as after a restore; if false,
 *     they are created
 * @param warmReads read units per second for which on-demand tables are prepared; 0 for the 12,000
 *     of a new table
 * @param warmWrites write units per second for which on-demand tables are prepared; 0 for the 4,000
 *     of a new table
 * @param readsQuota read units per second that the account allows for one table, and for each of
 *     its indexes
 * @param writesQuota write units per second that the account allows for one table, and for each of
 *     its indexes
 * @param readsMin lower bound of provisioned read units per second
 */
public record StoreSection(
    boolean existing,
    Billing billing,
    int warmReads,
    int warmWrites,
    int readsQuota,
    int writesQuota,
    int readsMin,
    int readsMax,
    int writesMin,
    int writesMax) {
  /**
   * Reads per second that a new on-demand table serves:
   * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/warm-throughput.html
   */
  private static final int NEW_TABLE_READS = 12_000;

  private static final int NEW_TABLE_WRITES = 4_000;

  private static final String RAISED =
      "at most store.%s, the quota of the account for one table: raise it in Service Quotas first,"
          + " and write its new value there";

  public StoreSection {
    boolean provisioned = billing == Billing.PROVISIONED;
    new SettingChecks()
        .that(
            (warmReads == 0 && warmWrites == 0) || !provisioned,
            "store.warmWrites",
            warmWrites,
            "0 with provisioned capacity")
        .that(
            (warmReads == 0) == (warmWrites == 0),
            "store.warmReads",
            warmReads,
            "0 if, and only if, warmWrites is")
        .that(
            warmReads == 0
                || (warmReads >= NEW_TABLE_READS
                    && warmWrites >= NEW_TABLE_WRITES
                    && warmReads + warmWrites > NEW_TABLE_READS + NEW_TABLE_WRITES),
            "store.warmWrites",
            warmWrites,
            "0, or with warmReads more than a new table has: 4000 writes, 12000 reads")
        .that(
            Math.max(warmReads, readsMax) <= readsQuota,
            provisioned ? "store.readsMax" : "store.warmReads",
            Math.max(warmReads, readsMax),
            RAISED.formatted("readsQuota"))
        .that(
            Math.max(warmWrites, writesMax) <= writesQuota,
            provisioned ? "store.writesMax" : "store.warmWrites",
            Math.max(warmWrites, writesMax),
            RAISED.formatted("writesQuota"))
        .that(
            !provisioned || (readsMin >= 1 && readsMax >= readsMin),
            "store.readsMax",
            readsMax,
            "1 <= readsMin <= readsMax")
        .that(
            !provisioned || (writesMin >= 1 && writesMax >= writesMin),
            "store.writesMax",
            writesMax,
            "1 <= writesMin <= writesMax")
        .end();
  }
}
