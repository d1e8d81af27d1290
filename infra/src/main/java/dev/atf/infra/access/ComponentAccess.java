package dev.atf.infra.access;

import java.util.List;

/**
 * What each component may do to the cluster's data: no more than its code does. That the two agree
 * is tested by running the components and writing down their calls.
 */
public enum ComponentAccess {
  /** Accepts and answers: sees payloads, never receives from a queue. */
  FRONTEND(
      QueueUse.SEND,
      TableUse.of("entities", "GetItem", "PutItem", "UpdateItem"),
      TableUse.of(
          "associations", "BatchGetItem", "DescribeTable", "GetItem", "PutItem", "UpdateItem"),
      TableUse.of("associations/due", "Query"),
      TableUse.of("associations/stream", "DescribeStream", "GetRecords", "GetShardIterator"),
      // PutItem: a frontend of the former version, while it is replaced.
      TableUse.of("lambdas", "DeleteItem", "GetItem", "PutItem", "Scan", "UpdateItem"),
      TableUse.of("gates", "DeleteItem", "PutItem", "Scan"),
      TableUse.of("members", "DeleteItem", "PutItem", "Query"),
      TableUse.of("permits", "GetItem"),
      TableUse.of("plans", "DeleteItem", "GetItem", "PutItem", "Query", "UpdateItem"),
      TableUse.of("plans/due", "Query")),
  /** Moves what is due: has no way to a payload. */
  STORE_CONSUMER(
      QueueUse.SEND,
      TableUse.of("associations", "BatchGetItem", "GetItem", "PutItem", "UpdateItem"),
      TableUse.of("associations/due", "Query"),
      TableUse.of("lambdas", "GetItem", "Scan"),
      TableUse.of("gates", "Scan"),
      TableUse.of("members", "DeleteItem", "PutItem", "Query"),
      // PutItem: a store consumer of the former version, while it is replaced.
      TableUse.of("plans", "GetItem", "PutItem", "Query", "UpdateItem"),
      TableUse.of("plans/due", "Query")),
  /** Claims and results: reads payloads, writes large results, reaches no queue. */
  HSC(
      QueueUse.NONE,
      TableUse.of("entities", "BatchGetItem", "GetItem", "PutItem"),
      TableUse.of("associations", "BatchGetItem", "GetItem", "UpdateItem"),
      TableUse.of("lambdas", "GetItem", "Scan"),
      TableUse.of("gates", "Scan"),
      TableUse.of("members", "DeleteItem", "PutItem"),
      TableUse.of("permits", "GetItem", "PutItem", "UpdateItem"),
      TableUse.of("plans", "GetItem", "PutItem", "Query")),
  /** Pulls the queues of its lambdas: no table. */
  CONTROLLER(QueueUse.RECEIVE),
  /** Runs handlers: neither tables nor queues. */
  EXECUTOR(QueueUse.NONE);

  private final QueueUse queues;

  @SuppressWarnings("ImmutableEnumChecker") // List.of
  private final List<TableUse> tables;

  ComponentAccess(QueueUse queues, TableUse... tables) {
    this.queues = queues;
    this.tables = List.of(tables);
  }

  public List<TableUse> tables() {
    return tables;
  }

  /** Operations of SQS on the queues that it may reach. */
  public List<String> queues() {
    return queues.operations();
  }
}
