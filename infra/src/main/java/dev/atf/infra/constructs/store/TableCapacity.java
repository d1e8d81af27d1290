package dev.atf.infra.constructs.store;

/** Billing mode of the capacity of a table and of its index. */
public sealed interface TableCapacity {
  /**
   * Capacity on demand. DynamoDB follows the load, at once up to twice its last peak.
   *
   * @param warmReads read units a second for which the table is prepared beforehand; 0: the
   *     default. Paid once when it is raised
   * @param warmWrites write units a second, likewise
   */
  record OnDemand(int warmReads, int warmWrites) implements TableCapacity {}

  /**
   * Provisioned capacity between bounds, at 70 % utilisation, paid by the hour. Cheaper for a
   * steady load; a sudden one is throttled until the scaling follows, within minutes.
   */
  record Provisioned(int readsMin, int readsMax, int writesMin, int writesMax)
      implements TableCapacity {}
}
