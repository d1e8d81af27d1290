package dev.atf.frontend;

import dev.atf.model.Association;
import dev.atf.model.Payload;
import dev.atf.model.TaskEntity;
import dev.atf.model.TaskId;
import dev.atf.model.transition.Transition;
import dev.atf.store.StoreOutcomeUnknownException;
import dev.atf.store.StoreUnavailableException;
import dev.atf.store.TaskAssociations;
import dev.atf.store.TaskEntities;
import dev.atf.store.TaskTransitions;
import dev.atf.store.TransitionResult;
import dev.atf.store.memory.InMemoryTaskStore;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** In-memory store that fails as a test tells it to, write by write. */
public final class FaultyStore implements TaskEntities, TaskAssociations, TaskTransitions {
  public enum Fault {
    NONE,
    /** The write is not applied, and the caller knows. */
    UNAVAILABLE,
    /** The write is applied, and the caller does not know. */
    REPLY_LOST,
    /** The write is not applied, and the caller does not know. */
    REQUEST_LOST,
    /** An unforeseen exception. */
    BUG
  }

  private final InMemoryTaskStore store;
  private final Deque<Fault> next = new ArrayDeque<>();
  private final Deque<Runnable> before = new ArrayDeque<>();
  private Fault always = Fault.NONE;
  private Runnable after = () -> {};
  private long writes;
  private CountDownLatch gate = new CountDownLatch(0);
  private boolean held;

  FaultyStore(InMemoryTaskStore store) {
    this.store = store;
  }

  /** Sets the faults of the next writes, in order; after them all is well. */
  public synchronized void failNext(Fault... faults) {
    next.clear();
    next.addAll(java.util.List.of(faults));
  }

  synchronized void failAlways(Fault fault) {
    always = fault;
  }

  /** Sets what others do right before one of the next transitions, in the order of these calls. */
  public synchronized void beforeNext(Runnable act) {
    before.add(act);
  }

  /** Sets what others do right after the next transition. */
  public synchronized void afterNext(Runnable act) {
    after = act;
  }

  private synchronized Runnable takeBefore() {
    return before.isEmpty() ? () -> {} : before.remove();
  }

  private synchronized Runnable takeAfter() {
    var taken = after;
    after = () -> {};
    return taken;
  }

  /** Lets the next writes wait before they are applied, until {@link #letGo}. */
  synchronized void holdNext() {
    held = false;
    gate = new CountDownLatch(1);
  }

  /** Returns whether a write waits, or has waited, since {@link #holdNext}. */
  synchronized boolean isHolding() {
    return held;
  }

  synchronized void letGo() {
    gate.countDown();
  }

  private void passGate() {
    CountDownLatch present;
    synchronized (this) {
      present = gate;
      held |= present.getCount() > 0;
    }
    try {
      if (!present.await(60, TimeUnit.SECONDS)) {
        throw new IllegalStateException("nobody let go");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreOutcomeUnknownException("interrupted", e);
    }
  }

  /** Returns how many writes were tried so far. */
  public synchronized long writes() {
    return writes;
  }

  private synchronized Fault fault() {
    writes++;
    return next.isEmpty() ? always : next.remove();
  }

  private <T> T write(Supplier<T> write) {
    passGate();
    var cause = new IllegalStateException("planted");
    return switch (fault()) {
      case NONE -> write.get();
      case UNAVAILABLE -> throw new StoreUnavailableException("throttled", cause);
      case REPLY_LOST -> {
        var unused = write.get();
        throw new StoreOutcomeUnknownException("timed out", cause);
      }
      case REQUEST_LOST -> throw new StoreOutcomeUnknownException("timed out", cause);
      case BUG -> throw new IllegalStateException("secret of the inside");
    };
  }

  @Override
  public Optional<TaskEntity> putIfAbsent(TaskEntity entity) {
    return write(() -> store.putIfAbsent(entity));
  }

  @Override
  public Optional<TaskEntity> replace(TaskEntity seen, TaskEntity entity) {
    return write(() -> store.replace(seen, entity));
  }

  @Override
  public boolean create(Association association) {
    return write(() -> store.create(association));
  }

  @Override
  public TransitionResult apply(Transition transition) {
    takeBefore().run();
    try {
      return write(() -> store.apply(transition));
    } finally {
      takeAfter().run();
    }
  }

  @Override
  public void setExpiry(TaskId taskId, Instant at) {
    store.setExpiry(taskId, at);
  }

  @Override
  public Optional<TaskEntity> findEntity(TaskId taskId) {
    return store.findEntity(taskId);
  }

  @Override
  public Map<TaskId, TaskEntity> findEntities(Collection<TaskId> taskIds) {
    return store.findEntities(taskIds);
  }

  @Override
  public void putResult(TaskId taskId, long epoch, Payload result, Instant expiresAt) {
    store.putResult(taskId, epoch, result, expiresAt);
  }

  @Override
  public Optional<Payload> findResult(TaskId taskId, long epoch) {
    return store.findResult(taskId, epoch);
  }

  @Override
  public Optional<Association> find(TaskId taskId) {
    return store.find(taskId);
  }

  @Override
  public Map<TaskId, Association> findAll(Collection<TaskId> taskIds) {
    return store.findAll(taskIds);
  }
}
