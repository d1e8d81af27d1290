package dev.atf.infra.access;

import java.util.List;
import java.util.stream.Stream;

/**
 * What one component does to one table.
 *
 * @param table as of {@code TableNames}, without the cluster's prefix; {@code associations/due} is
 *     the index, {@code associations/stream} the stream
 * @param operations of DynamoDB
 */
public record TableUse(String table, List<String> operations) {
  public TableUse {
    operations = operations.stream().sorted().toList();
  }

  static TableUse of(String table, String... operations) {
    return new TableUse(table, Stream.of(operations).toList());
  }

  /** Of the stream, and not of the table. */
  public boolean isOfStream() {
    return table.endsWith("/stream");
  }
}
