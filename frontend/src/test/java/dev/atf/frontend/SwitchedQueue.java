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
import java.util.concurrent.atomic.AtomicReference;

/** Queues in memory that a test can switch off. */
final class SwitchedQueue implements TaskSender, QueueAdmin {
  private final InMemoryTaskQueue queue;
  private volatile boolean off;
  private final AtomicReference<Runnable> beforeEnsure = new AtomicReference<>(() -> {});

  SwitchedQueue(InMemoryTaskQueue queue) {
    this.queue = queue;
  }

  void switchOff() {
    off = true;
  }

  /** What others do right before a queue is made the next time. */
  void beforeNextEnsure(Runnable act) {
    beforeEnsure.set(act);
  }

  @Override
  public void ensure(QueueName name) {
    beforeEnsure.getAndSet(() -> {}).run();
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
