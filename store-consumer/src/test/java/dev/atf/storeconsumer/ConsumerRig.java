package dev.atf.storeconsumer;

import dev.atf.hints.DueHint;
import dev.atf.hints.HintReceiver;
import dev.atf.hints.HintSettings;
import dev.atf.hints.Hints;
import dev.atf.hints.StoreConsumers;
import dev.atf.model.AlarmTimes;
import dev.atf.model.Attempt;
import dev.atf.model.ClaimId;
import dev.atf.model.CollectionName;
import dev.atf.model.ExecutorId;
import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.model.fairness.FairnessKey;
import dev.atf.model.lambda.Gate;
import dev.atf.model.lambda.GateState;
import dev.atf.model.lambda.Gates;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.lambda.LeaseTimes;
import dev.atf.model.task.Association;
import dev.atf.model.task.Notes;
import dev.atf.model.task.TaskHeader;
import dev.atf.model.task.Transition;
import dev.atf.model.task.Transitions;
import dev.atf.plans.hint.PlanHint;
import dev.atf.queue.QueueName;
import dev.atf.runtime.loop.Pool;
import dev.atf.store.GateRegistry;
import dev.atf.store.LambdaRegistry;
import dev.atf.store.StoreLocality;
import dev.atf.store.StoreUnavailableException;
import dev.atf.store.TaskAssociations;
import dev.atf.store.TransitionResult;
import dev.atf.store.awake.AwakeLambdas;
import dev.atf.store.awake.AwakeView;
import dev.atf.store.memory.InMemoryMemberRegistry;
import dev.atf.store.memory.InMemoryTaskStore;
import dev.atf.store.memory.plans.InMemoryPlans;
import dev.atf.store.notice.SubscriptionRegistry;
import dev.atf.store.plans.KeyTurns;
import dev.atf.store.rows.InMemoryRows;
import dev.atf.store.rows.Rows;
import dev.atf.store.worker.HostSightings;
import dev.atf.storeconsumer.alarm.AlarmDecider;
import dev.atf.storeconsumer.alarm.AlarmHandler;
import dev.atf.storeconsumer.alarm.CheckPoll;
import dev.atf.storeconsumer.alarm.DeadlineSweep;
import dev.atf.storeconsumer.alarm.LeaseExpiry;
import dev.atf.storeconsumer.lambda.LambdaDirectory;
import dev.atf.storeconsumer.member.HscWatch;
import dev.atf.storeconsumer.member.MemberId;
import dev.atf.storeconsumer.member.Membership;
import dev.atf.storeconsumer.member.MembershipSettings;
import dev.atf.storeconsumer.member.OwnedShards;
import dev.atf.storeconsumer.metrics.ConsumerMetrics;
import dev.atf.storeconsumer.plans.ChildTasks;
import dev.atf.storeconsumer.plans.ConditionWaiters;
import dev.atf.storeconsumer.plans.PlanTasks;
import dev.atf.storeconsumer.pool.WorkPools;
import dev.atf.storeconsumer.recovery.Recovery;
import dev.atf.storeconsumer.recovery.RecoveryHold;
import dev.atf.storeconsumer.release.BacklogWatch;
import dev.atf.storeconsumer.release.DispatchRates;
import dev.atf.storeconsumer.release.DrainRates;
import dev.atf.storeconsumer.release.DueLists;
import dev.atf.storeconsumer.release.DuePoll;
import dev.atf.storeconsumer.release.GateStep;
import dev.atf.storeconsumer.release.KeyLimits;
import dev.atf.storeconsumer.release.LookAhead;
import dev.atf.storeconsumer.release.PollSettings;
import dev.atf.storeconsumer.release.PolledQueues;
import dev.atf.storeconsumer.release.QueueCapacity;
import dev.atf.storeconsumer.release.ReleaseStep;
import dev.atf.storeconsumer.release.Releaser;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Environment of one lambda for store consumers, with access to all of its state. */
public final class ConsumerRig {
  public static final LambdaName LAMBDA = new LambdaName("resize");
  public static final Priority NORMAL = new Priority("normal");
  public static final QueueName QUEUE = new QueueName(LAMBDA, NORMAL);
  public static final Duration LEASE = Duration.ofSeconds(30);
  public static final Duration ENQUEUE_TIMEOUT = Duration.ofSeconds(30);
  static final MembershipSettings MEMBERSHIP =
      new MembershipSettings(Duration.ofSeconds(2), Duration.ofSeconds(10));
  public static final ExecutorId EXECUTOR = new ExecutorId("host-1-a");
  public static final ClaimId CLAIM = new ClaimId("00000000000000aa");

  private static final String HOST = "host-1";

  public final ManualClock clock = new ManualClock();
  public final InMemoryTaskStore store = new InMemoryTaskStore();
  public final LambdaRegistry lambdas = LambdaRegistry.inMemory();
  private final Rows<Gate> gateRows = new InMemoryRows<>(GateRegistry.KIND);
  public final GateRegistry gates = new GateRegistry(gateRows);
  public final SubscriptionRegistry subscriptions = SubscriptionRegistry.inMemory();
  public final PermitConnection permits = new PermitConnection();
  public final InMemoryMemberRegistry members = new InMemoryMemberRegistry();
  public final InMemoryPlans plans = new InMemoryPlans();
  public final FaultySender sender = new FaultySender();
  public boolean gatesAway;

  /** True if lambdas sleep that nothing has woken. */
  public boolean lambdasSleep;

  public int queueDepthMax = 2_000;
  public int pageSize = 500;
  public int lookAheadMax = 20_000;
  public Duration readTakes = Duration.ZERO;
  public Duration writeTakes = Duration.ZERO;
  private final Random random = new Random(17);

  public ConsumerRig() {
    register(LambdaDefinition.withDefaults(LAMBDA, ManualClock.START));
  }

  /** Registers a lambda, whose queues a host polls until {@link #hostLeaves}. */
  public void register(LambdaDefinition lambda) {
    lambdas.put(lambda, lambdas.find(lambda.name()));
    var ever = ManualClock.START.plus(Duration.ofDays(3_650));
    members.beat(HostSightings.service(lambda.name()), HOST, "running=1", ever, ever);
  }

  public void hostLeaves() {
    members.leave(HostSightings.service(LAMBDA), HOST);
  }

  /** Sets a gate of the lambda; {@code collection} null: its own. */
  public void gate(@Nullable CollectionName collection, GateState state, @Nullable Instant until) {
    gates.put(new Gate(LAMBDA, collection, state, until, "the bucket is full", "ana", now()));
  }

  public LambdaDefinition lambda() {
    return lambdas.find(LAMBDA).orElseThrow();
  }

  public Instant now() {
    return clock.instant();
  }

  public TaskId schedule(Instant at) {
    return schedule(LAMBDA, NORMAL, at, at.plus(Duration.ofDays(30)));
  }

  public TaskId schedule(LambdaName lambda, Priority priority, Instant at, Instant deadline) {
    return schedule(lambda, priority, null, 0, at, deadline);
  }

  public TaskId schedule(CollectionName collection, Instant at) {
    return schedule(LAMBDA, NORMAL, collection, 0, at, at.plus(Duration.ofDays(30)));
  }

  public TaskId schedule(int shard, Instant at) {
    return schedule(LAMBDA, NORMAL, null, shard, at, at.plus(Duration.ofDays(30)));
  }

  public TaskId schedule(FairnessKey key, Instant at) {
    return schedule(key, NORMAL, at);
  }

  public TaskId schedule(FairnessKey key, Priority priority, Instant at) {
    var id = TaskId.random(random);
    var deadline = at.plus(Duration.ofDays(30));
    store.create(
        Association.scheduled(
            new TaskHeader(id, LAMBDA, priority, null, 0, now(), at, deadline, null)
                .withFairnessKey(key)));
    return id;
  }

  private TaskId schedule(
      LambdaName lambda,
      Priority priority,
      @Nullable CollectionName collection,
      int shard,
      Instant at,
      Instant deadline) {
    var id = TaskId.random(random);
    store.create(
        Association.scheduled(
            new TaskHeader(id, lambda, priority, collection, shard, now(), at, deadline, null)));
    return id;
  }

  public List<TaskId> scheduleMany(int count, Instant at) {
    var ids = new ArrayList<TaskId>();
    for (int i = 0; i < count; i++) {
      ids.add(schedule(at));
    }
    return ids;
  }

  public Association task(TaskId id) {
    return store.find(id).orElseThrow();
  }

  public Instant alarm(TaskId id) {
    return Optional.ofNullable(task(id).trigger()).orElseThrow().at();
  }

  /** Claims the task in its present epoch, as an executor. */
  public Attempt claim(TaskId id) {
    var attempt = new Attempt(new TaskRef(id, task(id).epoch()), CLAIM);
    must(
        Transitions.claimAndMoveAlarm(
            attempt, task(id).header().lambda(), EXECUTOR, now(), now().plus(LEASE)));
    return attempt;
  }

  /** Writes the heartbeat of an HSC. */
  public void hscBeats() {
    members.beat(HscWatch.SERVICE, "hsc-1", "", now(), now().plus(Duration.ofMinutes(10)));
  }

  public void heartbeat(Attempt attempt) {
    must(
        Transitions.heartbeat(
            attempt,
            task(attempt.taskId()).header().lambda(),
            now().plus(LEASE),
            Notes.NONE,
            0,
            false));
  }

  public void must(Transition transition) {
    if (!(store.apply(transition) instanceof TransitionResult.Applied)) {
      throw new AssertionError(transition + " was refused by " + task(transition.taskId()));
    }
  }

  public Consumer consumer(String name) {
    var consumer = new Consumer(name);
    consumer.learn();
    return consumer;
  }

  /** The gates as the consumers reach them. */
  private final class CutOffGates extends GateRegistry {
    private CutOffGates() {
      super(gateRows);
    }

    @Override
    public Gates read() {
      if (gatesAway) {
        throw new StoreUnavailableException("cut off", new IllegalStateException());
      }
      return super.read();
    }
  }

  /** Replica of the consumer, turned by hand on the test's thread. */
  public final class Consumer {
    public final StoreConnection connection =
        new StoreConnection(store, () -> clock.advance(readTakes), () -> clock.advance(writeTakes));
    public final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    public final LookAhead lookAhead = new LookAhead(lookAheadMax);
    public final Membership membership;

    /** Set if it reports that it can work. */
    public volatile boolean works = true;

    public final LambdaDirectory directory;
    public final OwnedShards shards;
    final Recovery recovery;
    public final LeaseExpiry leaseExpiry;
    final HscWatch hscWatch;
    public final DrainRates drainRates;
    public final BacklogWatch backlogs;
    public final DuePoll duePoll;
    public final CheckPoll checkPoll;
    public final DeadlineSweep deadlines;
    public final GateStep gateStep;

    /** Hints about plans, of tasks that this consumer has ended. */
    public final List<PlanHint> plansHinted = new ArrayList<>();

    public final Hints hints;
    public final ReleaseStep release;

    public Consumer(String name) {
      var tuning = StoreConsumerTuning.DEFAULTS;
      var meters = new ConsumerMetrics(metrics);
      var times =
          new AlarmTimes(
              ENQUEUE_TIMEOUT,
              4,
              Duration.ZERO,
              tuning.refusedAlarmMin(),
              tuning.refusedAlarmMax());
      var poll =
          new PollSettings(
              Duration.ofSeconds(2),
              Duration.ofMillis(2_500),
              pageSize,
              tuning.turnTime(),
              tuning.cutPause());
      var chance = new Random(name.hashCode());
      membership =
          new Membership(members, new MemberId(name), MEMBERSHIP, () -> works, clock, clock);
      directory =
          new LambdaDirectory(
              lambdas,
              new CutOffGates(),
              subscriptions,
              new LambdaDirectory.Settings(Duration.ofSeconds(2)),
              clock,
              clock,
              new AwakeView(
                  new AwakeLambdas(members), lambdasSleep ? StoreLocality.FAR : new NearStore()));
      shards = new OwnedShards(directory, membership, meters);
      var room =
          new QueueCapacity(
              sender,
              new QueueCapacity.Settings(
                  queueDepthMax, pageSize, tuning.depthRefresh(), tuning.refusedPause()),
              shards);
      var rates = new DispatchRates(directory, shards, poll);
      drainRates = new DrainRates(members, rates, new MemberId(name), clock, clock);
      var releaser = new Releaser(connection, sender, room, drainRates, times, chance, meters);
      var limits =
          new RecoveryHold.Limits(
              LeaseTimes.DEFAULT.lease().dividedBy(2), LEASE, 10, Duration.ofSeconds(5));
      recovery = new Recovery(limits, clock, meters);
      hscWatch = new HscWatch(members, recovery, limits, MEMBERSHIP, clock);
      leaseExpiry = new LeaseExpiry(LeaseTimes.DEFAULT, clock, clock, recovery, meters);
      var direct = Pool.direct();
      var own = new OwnHints();
      hints =
          new Hints(
              () -> own,
              new StoreConsumers(
                  members,
                  (member, uri) -> {
                    throw new AssertionError(member + " is called at " + uri);
                  },
                  HintSettings.ofConsumer(name),
                  metrics,
                  clock,
                  clock),
              new NearStore(),
              clock,
              clock);
      var pools = new WorkPools(direct, direct, direct, direct, 64, 16);
      gateStep = new GateStep(connection, directory, hints, pools, clock, meters);
      var polled = new PolledQueues(new HostSightings(members), clock);
      backlogs = new BacklogWatch(directory, shards, sender, polled, pools, clock, meters);
      var childTasks =
          new ChildTasks(
              new PlanTasks(connection, hints),
              hints,
              plans,
              connection,
              new KeyTurns(plans, connection, clock),
              directory);
      var handler =
          new AlarmHandler(
              new AlarmDecider(
                  directory, leaseExpiry, room, polled, new ConditionWaiters(plans), times, chance),
              connection,
              childTasks,
              hints,
              releaser,
              pools,
              meters);
      var lists = new DueLists(connection, poll, meters);
      duePoll =
          new DuePoll(
              shards,
              directory,
              lists,
              connection,
              lookAhead,
              gateStep,
              room,
              rates,
              poll,
              pools,
              clock,
              meters);
      checkPoll =
          new CheckPoll(
              shards,
              directory,
              connection,
              connection,
              handler,
              leaseExpiry,
              poll,
              pools,
              clock,
              clock,
              meters);
      deadlines =
          new DeadlineSweep(
              shards,
              directory,
              lists,
              connection,
              connection,
              handler,
              leaseExpiry,
              poll,
              pools,
              clock,
              clock,
              meters);
      release =
          new ReleaseStep(
              lookAhead,
              directory,
              room,
              rates,
              new KeyLimits(permits, connection, directory, pools, meters),
              releaser,
              pools,
              clock,
              meters);
    }

    /** Returns the writer of plans' tasks. */
    public PlanTasks planTasks(TaskAssociations associations) {
      return new PlanTasks(associations, hints);
    }

    /** Hints of this consumer's own writes, which no other consumer gets. */
    private final class OwnHints implements HintReceiver {
      @Override
      public boolean due(DueHint hint) {
        return duePoll.hinted(hint);
      }

      @Override
      public void plan(PlanHint hint) {
        plansHinted.add(hint);
      }
    }

    public void learn() {
      membership.turn();
      directory.turn();
      hscWatch.turn();
    }

    /** Releases until nothing more is due now. */
    public void releaseAll() {
      while (release.turn().isZero()) {
        // The next chunk.
      }
    }

    /** Handles all tasks that wait behind closed gates now. */
    public void gateAll() {
      while (gateStep.turn().isZero()) {
        // The next chunk.
      }
    }

    public void checkAll() {
      while (checkPoll.turn().isZero()) {
        // The next page.
      }
    }

    /** Runs every step once, at the present time. */
    public void work() {
      duePoll.turn();
      releaseAll();
      gateAll();
      checkAll();
    }

    public double count(String meter) {
      return metrics.find(meter).counters().stream().mapToDouble(c -> c.count()).sum();
    }
  }
}
