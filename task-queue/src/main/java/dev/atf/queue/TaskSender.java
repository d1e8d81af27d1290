package dev.atf.queue;

import dev.atf.model.TaskRef;
import java.util.Collection;
import java.util.Set;

/** Pushes references. Used by the store consumer and the frontend alone. */
public interface TaskSender {
  /**
   * Pushes references, in batches of ten.
   *
   * <p>Never throws for a queue's refusal: what is in the answer may not have arrived and its alarm
   * must be taken forward; a reference whose push was unknown is in the answer too, for a second
   * copy is harmless.
   *
   * @return the references that were not, or perhaps not, pushed
   */
  Set<TaskRef> push(QueueName queue, Collection<TaskRef> refs);

  /**
   * About how many messages wait in the queue, as the service estimates it.
   *
   * @throws QueueUnavailableException if it cannot be told
   */
  int depth(QueueName queue);
}
