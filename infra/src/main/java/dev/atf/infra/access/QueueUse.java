package dev.atf.infra.access;

import java.util.List;

/** What one component does to the queues that it may reach: operations of SQS as IAM calls them. */
enum QueueUse {
  /** Pushes references and looks how many wait. */
  SEND("GetQueueAttributes", "GetQueueUrl", "SendMessage"),
  RECEIVE("ChangeMessageVisibility", "DeleteMessage", "GetQueueUrl", "ReceiveMessage"),
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
