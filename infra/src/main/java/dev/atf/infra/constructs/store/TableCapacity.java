package dev.atf.infra.constructs.store;

/** Billing mode of the capacity of a table and of its index. */
public sealed interface TableCapacity {
  /**
   * Capacity on demand. DynamoDB follows the load, immediately up to twice the last peak.
   *
   * @param warmReads read units per second for which the table is prepared; 0 for the default; each
   *     increase is billed once
   * @param warmWrites write units per second for which the table is prepared; 0 for the default
   */
  record OnDemand(int warmReads, int warmWrites) implements TableCapacity {}

  /**
   * Provisioned capacity between bounds, at 70 % utilisation, billed by the hour. It is cheaper for
   * a steady load. A sudden load is throttled for some minutes until the scaling has followed.
   */
  record Provisioned(int readsMin, int readsMax, int writesMin, int writesMax)
      implements TableCapacity {}
}
