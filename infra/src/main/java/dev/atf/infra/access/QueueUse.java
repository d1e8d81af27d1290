package dev.atf.infra.access;

import java.util.List;

/** Rights of one component on its queues: operations of SQS, by their names in IAM. */
enum QueueUse {
  /** Pushes references and reads the depth of queues. */
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
