package dev.atf.storeconsumer;

import dev.atf.model.TaskRef;
import dev.atf.queue.QueueDepth;
import dev.atf.queue.QueueName;
import dev.atf.queue.QueueUnavailableException;
import dev.atf.queue.TaskMessage;
import dev.atf.queue.TaskSender;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Queues that record pushed references, can refuse them, and can be worked off. */
public final class FaultySender implements TaskSender {
  public final List<TaskRef> pushed = new ArrayList<>();
  public final Map<QueueName, Integer> depths = new HashMap<>();
  public boolean refuses;
  public int refusalsLeft;
  public int lookFails;
  public int attempts;
  public int requests;
  public boolean dies;
  public boolean depthUnknown;
  public int inFlight;
  public int depthsAsked;

  @Override
  public Set<TaskRef> push(QueueName queue, Collection<TaskMessage> messages) {
    if (dies) {
      throw new OutOfMemoryError("the consumer dies between mark and push");
    }
    requests++;
    attempts += messages.size();
    var refused = new HashSet<TaskRef>();
    for (var ref : messages.stream().map(TaskMessage::ref).toList()) {
      if (refuses || refusalsLeft > 0) {
        refusalsLeft = Math.max(0, refusalsLeft - 1);
        refused.add(ref);
      } else {
        pushed.add(ref);
        depths.merge(queue, 1, Integer::sum);
      }
    }
    return refused;
  }

  @Override
  public QueueDepth estimate(QueueName queue) {
    depthsAsked++;
    if (lookFails > 0) {
      lookFails--;
      throw new IllegalStateException("not the port's promise");
    }
    if (depthUnknown) {
      throw new QueueUnavailableException("cut off", new IllegalStateException());
    }
    return new QueueDepth(depths.getOrDefault(queue, 0), inFlight);
  }

  /** Takes everything from the queues, as workers do. */
  public void drain() {
    depths.clear();
  }
}
