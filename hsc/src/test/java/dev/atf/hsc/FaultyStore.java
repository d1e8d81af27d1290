package dev.atf.hsc;

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
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** In-memory store that loses answers, refuses or is slow, as a test tells it. */
public final class FaultyStore implements TaskTransitions, TaskEntities, TaskAssociations {
  private final InMemoryTaskStore store;
  private final AtomicInteger answersToLose = new AtomicInteger();
  private final AtomicInteger writesToRefuse = new AtomicInteger();
  private final AtomicInteger tried = new AtomicInteger();
  private final Set<TaskId> unreadable = ConcurrentHashMap.newKeySet();
  private final Set<TaskId> unwritable = ConcurrentHashMap.newKeySet();
  private final Map<TaskId, Association> late = new ConcurrentHashMap<>();
  private volatile Interruption interruption = new Interruption(-1, () -> {});
  private volatile CountDownLatch claimsWaitFor = new CountDownLatch(0);

  private record Interruption(int at, Runnable meanwhile) {}

  FaultyStore(InMemoryTaskStore store) {
    this.store = store;
  }

  /** Removes pending faults and counts. */
  void reset() {
    interruption = new Interruption(-1, () -> {});
    answersToLose.set(0);
    writesToRefuse.set(0);
    tried.set(0);
    unreadable.clear();
    unwritable.clear();
    late.clear();
    claimsWaitFor = new CountDownLatch(0);
  }

  /** Applies the next {@code count} writes, and loses their answers. */
  public void loseAnswers(int count) {
    answersToLose.set(count);
  }

  /** Refuses all writes of this task. */
  public void refuseWritesOf(TaskId taskId) {
    unwritable.add(taskId);
  }

  /** Refuses the next {@code count} writes. */
  public void refuseWrites(int count) {
    writesToRefuse.set(count);
  }

  /**
   * Does {@code meanwhile} before the {@code nth} of the transitions that follow, counted from 1.
   */
  public void beforeTransition(int nth, Runnable meanwhile) {
    interruption = new Interruption(tried.get() + nth, meanwhile);
  }

  /** Shows this task from now on as one whose status a newer version has written. */
  public void makeUnreadable(TaskId taskId) {
    unreadable.add(taskId);
  }

  /** Shows this task from now on as it is now in reads that may be late. */
  public void freezeForLateReads(TaskId taskId) {
    late.put(taskId, store.find(taskId).orElseThrow());
  }

  /** Lets claims hang until {@code released} is counted down. */
  public void holdClaims(CountDownLatch released) {
    claimsWaitFor = released;
  }

  /** Returns the number of transitions that were tried. */
  public int transitionsTried() {
    return tried.get();
  }

  @Override
  public TransitionResult apply(Transition transition) {
    if (tried.incrementAndGet() == interruption.at()) {
      interruption.meanwhile().run();
    }
    switch (transition.event()) {
      case CLAIM, CLAIM_AND_MOVE_ALARM -> await(claimsWaitFor);
      default -> {}
    }
    if (unwritable.contains(transition.taskId())) {
      throw new StoreUnavailableException("refused for this task", null);
    }
    refuseIfTold();
    if (unreadable.contains(transition.taskId())) {
      return new TransitionResult.Refused(Optional.empty());
    }
    var result = store.apply(transition);
    if (result instanceof TransitionResult.Applied) {
      loseIfTold();
    }
    return result;
  }

  @Override
  public void putResult(TaskId taskId, long epoch, Payload result, Instant expiresAt) {
    refuseIfTold();
    store.putResult(taskId, epoch, result, expiresAt);
    loseIfTold();
  }

  @Override
  public boolean create(Association association) {
    return store.create(association);
  }

  @Override
  public Optional<Association> find(TaskId taskId) {
    return unreadable.contains(taskId) ? Optional.empty() : store.find(taskId);
  }

  @Override
  public Map<TaskId, Association> findAll(Collection<TaskId> taskIds) {
    var found = new HashMap<>(store.findAll(taskIds));
    late.forEach((taskId, then) -> found.computeIfPresent(taskId, (id, now) -> then));
    return found;
  }

  @Override
  public Optional<TaskEntity> putIfAbsent(TaskEntity entity) {
    return store.putIfAbsent(entity);
  }

  @Override
  public Optional<TaskEntity> replace(TaskEntity seen, TaskEntity entity) {
    return store.replace(seen, entity);
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
  public Optional<Payload> findResult(TaskId taskId, long epoch) {
    return store.findResult(taskId, epoch);
  }

  private void refuseIfTold() {
    if (take(writesToRefuse)) {
      throw new StoreUnavailableException("refused as told", new IllegalStateException());
    }
  }

  private void loseIfTold() {
    if (take(answersToLose)) {
      throw new StoreOutcomeUnknownException("answer lost as told", new IllegalStateException());
    }
  }

  private static boolean take(AtomicInteger tickets) {
    return tickets.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreUnavailableException("interrupted", e);
    }
  }
}
