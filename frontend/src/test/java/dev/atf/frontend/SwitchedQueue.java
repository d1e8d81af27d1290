package dev.atf.frontend;

import dev.atf.model.TaskRef;
import dev.atf.queue.QueueAdmin;
import dev.atf.queue.QueueDepth;
import dev.atf.queue.QueueName;
import dev.atf.queue.QueueUnavailableException;
import dev.atf.queue.TaskSender;
import dev.atf.queue.memory.InMemoryTaskQueue;
import java.util.Collection;
import java.util.Set;

/** Queues in memory that a test can switch off. */
final class SwitchedQueue implements TaskSender, QueueAdmin {
  private final InMemoryTaskQueue queue;
  private volatile boolean off;

  SwitchedQueue(InMemoryTaskQueue queue) {
    this.queue = queue;
  }

  void switchOff() {
    off = true;
  }

  @Override
  public void ensure(QueueName name) {
    check();
    queue.ensure(name);
  }

  @Override
  public void delete(QueueName name) {
    check();
    queue.delete(name);
  }

  @Override
  public Set<TaskRef> push(QueueName name, Collection<TaskRef> refs) {
    check();
    return queue.push(name, refs);
  }

  @Override
  public QueueDepth look(QueueName name) {
    check();
    return queue.look(name);
  }

  private void check() {
    if (off) {
      throw new QueueUnavailableException("off", new IllegalStateException("planted"));
    }
  }
}
