package dev.atf.standalone.local;

import dev.atf.frontend.cost.CostSource;
import dev.atf.model.Association;
import dev.atf.model.TaskId;
import dev.atf.model.TriggerPartition;
import dev.atf.model.history.TaskEvent;
import dev.atf.model.transition.Transition;
import dev.atf.store.PageMark;
import dev.atf.store.StorePorts;
import dev.atf.store.TaskAssociations;
import dev.atf.store.TransitionResult;
import dev.atf.store.TriggerIndex;
import dev.atf.store.TriggerPage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;

/**
 * What DynamoDB and SQS would count for what the embedded engine does: its events and polls, times
 * the measured units of each (docs/performance.md), with items of at most 1 KB.
 */
final class EmbeddedCosts implements CostSource {
  private static final String STORE = "DynamoDB";

  /** Billed for an eventually consistent query that finds nothing. */
  private static final double READ_UNITS_OF_A_POLL = 0.5;

  /** Entity, association, and its entry in the index. */
  private static final int WRITE_UNITS_OF_A_SCHEDULE = 3;

  /** Measured under load: push, receive, delete. */
  private static final double QUEUE_REQUESTS_OF_A_RELEASE = 0.4;

  private final Map<TaskEvent, Tally> events = new ConcurrentHashMap<>();
  private final LongAdder polls = new LongAdder();
  private final List<CountedPlans> plans = new CopyOnWriteArrayList<>();

  /** The same ports, whose use is counted. */
  StorePorts counting(StorePorts store) {
    var counted = new CountedPlans(store.plans(), STORE);
    plans.add(counted);
    return new StorePorts(
        transition -> counted(transition, store.transitions().apply(transition)),
        new CountedAssociations(store.associations()),
        store.entities(),
        new CountedIndex(store.index()),
        store.lambdas(),
        store.gates(),
        store.permits(),
        store.members(),
        counted,
        store.feed(),
        store.locality());
  }

  @Override
  public List<Line> lines() {
    var lines = new ArrayList<Line>();
    events.forEach(
        (event, tally) -> {
          long n = tally.count.sum();
          var name = event.name().toLowerCase(Locale.ROOT);
          lines.add(new Line(STORE, name, n, tally.writeUnits.sum(), n * readUnits(event), 0));
        });
    long polled = polls.sum();
    lines.add(new Line(STORE, "poll", polled, 0, polled * READ_UNITS_OF_A_POLL, 0));
    plans.forEach(counted -> lines.addAll(counted.lines()));
    long pushed = count(TaskEvent.RELEASE) + count(TaskEvent.SCHEDULE_EXPRESS);
    lines.add(new Line("SQS", "queue", pushed, 0, 0, pushed * QUEUE_REQUESTS_OF_A_RELEASE));
    return lines;
  }

  @Override
  public boolean isEstimate() {
    return true;
  }

  private long count(TaskEvent event) {
    return tally(event).count.sum();
  }

  private Tally tally(TaskEvent event) {
    return events.computeIfAbsent(event, unused -> new Tally(new LongAdder(), new LongAdder()));
  }

  private record Tally(LongAdder count, LongAdder writeUnits) {
    void add(int units) {
      count.increment();
      writeUnits.add(units);
    }
  }

  private TransitionResult counted(Transition transition, TransitionResult result) {
    if (result instanceof TransitionResult.Applied applied) {
      tally(transition.event()).add(writeUnits(transition.event(), applied.after()));
    }
    return result;
  }

  /** One for the item, one for an entry that leaves the index, two for one that moves in it. */
  private static int writeUnits(TaskEvent event, Association after) {
    return switch (event) {
      case CLAIM, HEARTBEAT, REQUEST_CANCEL, SCHEDULE_WAITING, ABANDON -> 1;
      // It enters the index.
      case TURN -> 2;
      case SUCCEED,
          SUCCEED_WITH_CHILDREN,
          SETTLE,
          CONFIRM_CANCEL,
          EXPIRE_CANCELLED,
          CANCEL,
          SCHEDULE,
          SCHEDULE_EXPRESS,
          HOLD,
          RELEASE,
          PUSH_AGAIN,
          PUSH_FAILED,
          PARK,
          CLAIM_AND_MOVE_ALARM,
          LOOK_AGAIN,
          FAIL_RETRIABLY,
          FAIL_FATALLY,
          RETURN,
          EXPIRE,
          EXPIRE_FATALLY,
          GIVE_UP,
          DROP,
          RESCHEDULE,
          RUN_NOW,
          REDRIVE ->
          after.trigger() == null ? 2 : 3;
    };
  }

  /** A claim reads what is to be done. */
  private static int readUnits(TaskEvent event) {
    return event == TaskEvent.CLAIM || event == TaskEvent.CLAIM_AND_MOVE_ALARM ? 1 : 0;
  }

  private final class CountedAssociations implements TaskAssociations {
    private final TaskAssociations store;

    CountedAssociations(TaskAssociations store) {
      this.store = store;
    }

    @Override
    public boolean create(Association association) {
      boolean made = store.create(association);
      if (made) {
        // One that waits for its turn enters no index.
        tally(association.creationEvent())
            .add(WRITE_UNITS_OF_A_SCHEDULE - (association.trigger() == null ? 1 : 0));
      }
      return made;
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

  private final class CountedIndex implements TriggerIndex {
    private final TriggerIndex store;

    CountedIndex(TriggerIndex store) {
      this.store = store;
    }

    @Override
    public TriggerPage read(
        TriggerPartition partition, Instant until, int limit, Optional<PageMark> after) {
      polls.increment();
      return store.read(partition, until, limit, after);
    }

    @Override
    public long count(TriggerPartition partition, int max) {
      return store.count(partition, max);
    }
  }
}
