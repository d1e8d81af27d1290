package dev.atf.infra.access;

import java.util.List;
import java.util.stream.Stream;

/**
 * Rights of one component on one table.
 *
 * @param table name in {@code TableNames}, without the cluster's prefix; {@code associations/due}
 *     is the index, {@code associations/stream} the stream
 * @param operations operations of DynamoDB
 */
public record TableUse(String table, List<String> operations) {
  public TableUse {
    operations = operations.stream().sorted().toList();
  }

  static TableUse of(String table, String... operations) {
    return new TableUse(table, Stream.of(operations).toList());
  }

  /** Returns whether the rights are on the stream instead of the table. */
  public boolean isOfStream() {
    return table.endsWith("/stream");
  }
}
