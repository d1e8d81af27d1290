package dev.atf.infra.access;

import java.util.List;

/**
 * Rights of each component on the cluster's data, limited to what its code uses. A test runs the
 * components, records their calls, and compares.
 */
public enum ComponentAccess {
  /** Accepts and answers calls. It reads payloads and never receives from a queue. */
  FRONTEND(
      QueueUse.SEND,
      TableUse.of("entities", "BatchGetItem", "GetItem", "PutItem", "UpdateItem"),
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
      TableUse.of("plans/due", "Query"),
      TableUse.of("search", "PutItem", "Query")),
  /** Moves due tasks. It cannot read payloads. */
  STORE_CONSUMER(
      QueueUse.SEND,
      TableUse.of("associations", "BatchGetItem", "GetItem", "PutItem", "UpdateItem"),
      TableUse.of("associations/due", "Query"),
      TableUse.of("lambdas", "GetItem", "Scan"),
      TableUse.of("gates", "Scan"),
      TableUse.of("members", "DeleteItem", "PutItem", "Query"),
      TableUse.of("permits", "GetItem"),
      // DeleteItem, PutItem: tasks that wait for a condition.
      TableUse.of("plans", "DeleteItem", "GetItem", "PutItem", "Query", "UpdateItem"),
      TableUse.of("plans/due", "Query")),
  /** Serves claims and results. It reads payloads, writes large results, and uses no queue. */
  HSC(
      QueueUse.NONE,
      TableUse.of("entities", "BatchGetItem", "GetItem", "PutItem"),
      TableUse.of("associations", "BatchGetItem", "GetItem", "UpdateItem"),
      TableUse.of("lambdas", "GetItem", "Scan"),
      TableUse.of("gates", "Scan"),
      TableUse.of("members", "DeleteItem", "PutItem", "Query"),
      TableUse.of("permits", "GetItem", "PutItem", "UpdateItem"),
      // UpdateItem: a condition that it closes.
      TableUse.of("plans", "GetItem", "PutItem", "Query", "UpdateItem")),
  /** Polls the queues of its lambdas. It uses no table. */
  CONTROLLER(QueueUse.RECEIVE),
  /** Runs handlers. It uses neither tables nor queues. */
  EXECUTOR(QueueUse.NONE);

  /** Operations with which a frontend creates and deletes the queues of lambdas, if it may. */
  public static final List<String> QUEUE_ADMINISTRATION =
      List.of("CreateQueue", "DeleteQueue", "TagQueue");

  /** Operations with which a controller stores copies of unreadable messages. */
  static final List<String> UNUSABLE = List.of("GetQueueUrl", "SendMessage");

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

  /** Returns the operations of SQS on the queues that the component may use. */
  public List<String> queues() {
    return queues.operations();
  }

  /** Rights of one component on its queues, as operations of SQS by their names in IAM. */
  private enum QueueUse {
    /** Sends references, and reads the depth of queues. */
    SEND("GetQueueAttributes", "GetQueueUrl", "SendMessage"),
    /**
     * Receives references, and reads the depth of queues, which determines the number of executors.
     */
    RECEIVE(
        "ChangeMessageVisibility",
        "DeleteMessage",
        "GetQueueAttributes",
        "GetQueueUrl",
        "ReceiveMessage"),
    NONE;

    @SuppressWarnings("ImmutableEnumChecker") // List.of
    private final List<String> operations;

    QueueUse(String... operations) {
      this.operations = List.of(operations);
    }

    List<String> operations() {
      return operations;
    }
  }
}
