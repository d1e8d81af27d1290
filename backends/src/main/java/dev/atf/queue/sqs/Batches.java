package dev.atf.queue.sqs;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Splits collections into parts that fit into one batch request to SQS. */
final class Batches {
  /**
   * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessageBatch.html
   */
  static final int ENTRIES_MAX = 10;

  private Batches() {}

  static <T> List<List<T>> of(Collection<T> all) {
    var list = List.copyOf(all);
    var batches = new ArrayList<List<T>>();
    for (int from = 0; from < list.size(); from += ENTRIES_MAX) {
      batches.add(list.subList(from, Math.min(list.size(), from + ENTRIES_MAX)));
    }
    return batches;
  }
}
