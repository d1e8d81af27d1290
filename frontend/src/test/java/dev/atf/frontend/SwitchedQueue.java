package dev.atf.frontend;

import dev.atf.model.TaskRef;
import dev.atf.queue.QueueAdmin;
import dev.atf.queue.QueueDepth;
import dev.atf.queue.QueueName;
import dev.atf.queue.QueueUnavailableException;
import dev.atf.queue.TaskMessage;
import dev.atf.queue.TaskSender;
import dev.atf.queue.memory.InMemoryTaskQueue;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** Queues in memory that a test can switch off. */
public final class SwitchedQueue implements TaskSender, QueueAdmin {
  private final InMemoryTaskQueue queue;
  private volatile boolean off;
  private volatile CountDownLatch gate = new CountDownLatch(0);
  private final AtomicInteger ensuresToFail = new AtomicInteger();
  private final AtomicReference<Runnable> beforeEnsure = new AtomicReference<>(() -> {});

  SwitchedQueue(InMemoryTaskQueue queue) {
    this.queue = queue;
  }

  public void switchOff() {
    off = true;
  }

  public void switchOn() {
    off = false;
  }

  /** Lets the next pushes wait until {@link #letGo}. */
  public void holdPushes() {
    gate = new CountDownLatch(1);
  }

  public void letGo() {
    gate.countDown();
  }

  /** Makes this number of queue creations fail, after which creations succeed again. */
  public void failNextEnsures(int count) {
    ensuresToFail.set(count);
  }

  /** Sets an action that runs right before the next creation of a queue. */
  public void beforeNextEnsure(Runnable act) {
    beforeEnsure.set(act);
  }

  @Override
  public void ensure(QueueName name) {
    beforeEnsure.getAndSet(() -> {}).run();
    if (ensuresToFail.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
      throw new QueueUnavailableException("slow", new IllegalStateException("planted"));
    }
    check();
    queue.ensure(name);
  }

  @Override
  public boolean exists(QueueName name) {
    check();
    return queue.exists(name);
  }

  @Override
  public void delete(QueueName name) {
    check();
    queue.delete(name);
  }

  @Override
  public Set<TaskRef> push(QueueName name, Collection<TaskMessage> messages) {
    try {
      if (!gate.await(60, TimeUnit.SECONDS)) {
        throw new IllegalStateException("nobody let go");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return TaskMessage.refs(messages);
    }
    check();
    return queue.push(name, messages);
  }

  @Override
  public QueueDepth estimate(QueueName name) {
    check();
    return queue.estimate(name);
  }

  private void check() {
    if (off) {
      throw new QueueUnavailableException("off", new IllegalStateException("planted"));
    }
  }
}
