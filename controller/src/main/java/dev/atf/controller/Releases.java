package dev.atf.controller;

import dev.atf.queue.ReceivedTask;
import dev.atf.queue.TaskReceiver;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Collection;
import java.util.stream.Collectors;

/**
 * Gives references back to their queues. One that cannot be given back returns by its visibility.
 */
final class Releases {
  private final TaskReceiver receiver;

  @Inject
  Releases(TaskReceiver receiver) {
    this.receiver = receiver;
  }

  void atOnce(Collection<BufferedRef> refs) {
    after(Duration.ZERO, refs);
  }

  /**
   * @param delay whole seconds
   */
  void after(Duration delay, Collection<BufferedRef> refs) {
    var messages =
        refs.stream()
            .collect(
                Collectors.groupingBy(
                    BufferedRef::queue,
                    Collectors.mapping(BufferedRef::message, Collectors.<ReceivedTask>toList())));
    messages.forEach((queue, held) -> receiver.release(queue, held, delay));
  }
}
