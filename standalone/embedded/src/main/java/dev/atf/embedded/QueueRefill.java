package dev.atf.embedded;

import dev.atf.model.Alarm;
import dev.atf.model.Priority;
import dev.atf.model.TaskStatus;
import dev.atf.model.TriggerPartition;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.queue.QueueName;
import dev.atf.queue.TaskMessage;
import dev.atf.queue.TaskSender;
import dev.atf.store.PageMark;
import dev.atf.store.TriggerEntry;
import dev.atf.store.ports.StorePorts;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Pushes the references of a queue that was lost with its process. The alarm of each task would do
 * that, too, but only after a while. A duplicate reference is harmless.
 */
record QueueRefill(StorePorts store, TaskSender sender) {
  private static final int PAGE = 1_000;

  /** Time later than every alarm. */
  private static final Instant EVER = Instant.parse("9999-01-01T00:00:00Z");

  void run() {
    for (var lambda : store.lambdas().list()) {
      for (var priority : lambda.priorities()) {
        refill(lambda, priority);
      }
    }
  }

  private void refill(LambdaDefinition lambda, Priority priority) {
    var queue = new QueueName(lambda.name(), priority);
    for (int shard = 0; shard < lambda.shards(); shard++) {
      var checks = TriggerPartition.live(lambda.name(), priority, shard, Alarm.CHECK);
      Optional<PageMark> next = Optional.empty();
      do {
        var page = store.index().read(checks, EVER, PAGE, next);
        sender.push(queue, waiting(page.entries(), lambda));
        next = page.next();
      } while (next.isPresent());
    }
  }

  private List<TaskMessage> waiting(List<TriggerEntry> entries, LambdaDefinition lambda) {
    var found = store.associations().findAll(entries.stream().map(TriggerEntry::taskId).toList());
    return entries.stream()
        .map(entry -> Optional.ofNullable(found.get(entry.taskId())))
        .flatMap(Optional::stream)
        .filter(task -> task.status() == TaskStatus.ENQUEUED)
        .map(task -> TaskMessage.of(task.ref(), task.header().group(), lambda))
        .toList();
  }
}
