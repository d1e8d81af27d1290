package dev.atf.infra.constructs.store;

/** How the capacity of a table and of its index is paid for. */
public sealed interface TableCapacity {
  /**
   * By request. DynamoDB follows the load, at once up to twice its last peak.
   *
   * @param warmReads read units a second for which the table is prepared beforehand; 0: as it
   *     comes. Paid once when it is raised
   * @param warmWrites write units a second, likewise
   */
  record OnDemand(int warmReads, int warmWrites) implements TableCapacity {}

  /**
   * By the hour, between bounds, at 70 % of use. Cheaper for a steady load; a sudden one is
   * throttled until the scaling follows, within minutes.
   */
  record Provisioned(int readsMin, int readsMax, int writesMin, int writesMax)
      implements TableCapacity {}
}
