package dev.atf.store.testing;

import dev.atf.model.LambdaName;
import dev.atf.model.Payload;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.TriggerPartition;
import dev.atf.model.fairness.KeyGroup;
import dev.atf.model.resource.Resource;
import dev.atf.model.task.Association;
import dev.atf.model.task.TaskEntity;
import dev.atf.model.task.Transition;
import dev.atf.store.PageMark;
import dev.atf.store.StoreOutcomeUnknownException;
import dev.atf.store.StoreUnavailableException;
import dev.atf.store.TaskAssociations;
import dev.atf.store.TaskEntities;
import dev.atf.store.TaskTransitions;
import dev.atf.store.TransitionResult;
import dev.atf.store.TriggerIndex;
import dev.atf.store.TriggerPage;
import dev.atf.store.memory.InMemoryTaskStore;
import dev.atf.store.testing.StoreWrite.Kind;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * In-memory store that fails as a test specifies, write by write. Thread-safe. Modules whose tests
 * need faulty reads extend it.
 */
public class FaultyStore implements TaskEntities, TaskAssociations, TaskTransitions, TriggerIndex {
  private record Rule(Predicate<StoreWrite> writes, Fault fault) {}

  private final InMemoryTaskStore store;
  private final Deque<Fault> next = new ArrayDeque<>();
  private final List<Rule> rules = new ArrayList<>();
  private final Deque<Runnable> before = new ArrayDeque<>();
  private Runnable after = () -> {};
  private long writes;
  private Predicate<StoreWrite> held = write -> false;
  private CountDownLatch gate = new CountDownLatch(0);
  private boolean holding;

  public FaultyStore(InMemoryTaskStore store) {
    this.store = store;
  }

  /** Removes the faults and what others would do, lets held writes go, and counts from zero. */
  public synchronized void reset() {
    next.clear();
    rules.clear();
    before.clear();
    after = () -> {};
    writes = 0;
    letGo();
  }

  /** Sets the faults of the next writes, in order, of which {@link Fault#NONE} is one. */
  public synchronized void failNext(Fault... faults) {
    next.clear();
    next.addAll(List.of(faults));
  }

  /** Fails these writes until {@link #reset}. */
  public synchronized void failIf(Predicate<StoreWrite> writes, Fault fault) {
    rules.add(new Rule(writes, fault));
  }

  /**
   * Sets what others do right before one of the next transitions, in the order of these calls, each
   * before another transition.
   */
  public synchronized void beforeNext(Runnable act) {
    before.add(act);
  }

  /** Sets what others do right after the next transition. */
  public synchronized void afterNext(Runnable act) {
    after = act;
  }

  /** Lets these writes wait before they are applied, until {@link #letGo}. */
  public synchronized void hold(Predicate<StoreWrite> writes) {
    held = writes;
    holding = false;
    gate = new CountDownLatch(1);
  }

  /** Returns whether a write waits, or has waited, since {@link #hold}. */
  public synchronized boolean isHolding() {
    return holding;
  }

  /** Applies the held writes, and holds none any more. */
  public synchronized void letGo() {
    held = write -> false;
    gate.countDown();
  }

  /** Returns how many writes were tried so far, also those that are held. */
  public synchronized long writes() {
    return writes;
  }

  @Override
  public Optional<TaskEntity> putIfAbsent(TaskEntity entity) {
    return write(Kind.ENTITY, entity.header().taskId(), () -> store.putIfAbsent(entity));
  }

  @Override
  public Optional<TaskEntity> replace(TaskEntity seen, TaskEntity entity) {
    return write(Kind.ENTITY, entity.header().taskId(), () -> store.replace(seen, entity));
  }

  @Override
  public boolean create(Association association) {
    return write(Kind.ASSOCIATION, association.taskId(), () -> store.create(association));
  }

  @Override
  public void putResult(TaskId taskId, long epoch, Payload result, Instant expiresAt) {
    var unused =
        write(
            Kind.RESULT,
            taskId,
            () -> {
              store.putResult(taskId, epoch, result, expiresAt);
              return true;
            });
  }

  @Override
  public TransitionResult apply(Transition transition) {
    takeBefore().run();
    try {
      var write =
          new StoreWrite(Kind.TRANSITION, transition.taskId(), Optional.of(transition.event()));
      return write(write, () -> store.apply(transition));
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
  public Optional<Payload> findResult(TaskId taskId, long epoch) {
    return store.findResult(taskId, epoch);
  }

  @Override
  public void putLog(TaskId taskId, long epoch, int number, Payload part, Instant expiresAt) {
    var unused =
        write(
            Kind.LOG,
            taskId,
            () -> {
              store.putLog(taskId, epoch, number, part, expiresAt);
              return true;
            });
  }

  @Override
  public void putOutputs(TaskId taskId, long epoch, List<Resource> outputs, Instant expiresAt) {
    var unused =
        write(
            Kind.OUTPUTS,
            taskId,
            () -> {
              store.putOutputs(taskId, epoch, outputs, expiresAt);
              return true;
            });
  }

  @Override
  public List<Resource> findOutputs(TaskId taskId, long epoch) {
    return store.findOutputs(taskId, epoch);
  }

  @Override
  public List<Payload> findLog(TaskId taskId, long epoch, int from, int most) {
    return store.findLog(taskId, epoch, from, most);
  }

  @Override
  public Optional<Association> find(TaskId taskId) {
    return store.find(taskId);
  }

  @Override
  public Map<TaskId, Association> findAll(Collection<TaskId> taskIds) {
    return store.findAll(taskIds);
  }

  @Override
  public TriggerPage read(
      TriggerPartition partition, Instant until, int limit, Optional<PageMark> mark) {
    return store.read(partition, until, limit, mark);
  }

  @Override
  public TriggerPage latest(
      TriggerPartition partition,
      Instant since,
      Instant until,
      int limit,
      Optional<PageMark> before) {
    return store.latest(partition, since, until, limit, before);
  }

  @Override
  public SortedMap<KeyGroup, Long> groups(LambdaName lambda, Priority priority, int shard) {
    return store.groups(lambda, priority, shard);
  }

  @Override
  public long count(TriggerPartition partition, int max) {
    return store.count(partition, max);
  }

  private <T> T write(Kind kind, TaskId taskId, Supplier<T> applied) {
    return write(new StoreWrite(kind, taskId, Optional.empty()), applied);
  }

  private <T> T write(StoreWrite write, Supplier<T> applied) {
    passGate(write);
    var cause = new IllegalStateException("planted");
    return switch (faultOf(write)) {
      case NONE -> applied.get();
      case UNAVAILABLE -> throw new StoreUnavailableException("throttled", cause);
      case REPLY_LOST -> {
        var unused = applied.get();
        throw new StoreOutcomeUnknownException("timed out", cause);
      }
      case REQUEST_LOST -> throw new StoreOutcomeUnknownException("timed out", cause);
      case BUG -> throw new IllegalStateException("secret of the inside");
    };
  }

  private synchronized Fault faultOf(StoreWrite write) {
    var planned = next.isEmpty() ? Fault.NONE : next.remove();
    return planned != Fault.NONE
        ? planned
        : rules.stream()
            .filter(rule -> rule.writes().test(write))
            .map(Rule::fault)
            .findFirst()
            .orElse(Fault.NONE);
  }

  private void passGate(StoreWrite write) {
    CountDownLatch present;
    synchronized (this) {
      writes++;
      if (!held.test(write)) {
        return;
      }
      present = gate;
      holding = true;
    }
    try {
      if (!present.await(60, TimeUnit.SECONDS)) {
        throw new IllegalStateException("nobody let go");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreUnavailableException("interrupted", e);
    }
  }

  private synchronized Runnable takeBefore() {
    return before.isEmpty() ? () -> {} : before.remove();
  }

  private synchronized Runnable takeAfter() {
    var taken = after;
    after = () -> {};
    return taken;
  }
}
