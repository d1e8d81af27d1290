package dev.atf.simulation.world;

import dev.atf.model.lambda.Gate;
import dev.atf.model.route.Route;
import dev.atf.model.task.Subscription;
import dev.atf.queue.QueueAdmin;
import dev.atf.queue.QueuePorts;
import dev.atf.queue.QueueUnavailableException;
import dev.atf.queue.TaskReceiver;
import dev.atf.queue.TaskSender;
import dev.atf.sim.aws.UnreliableQueues;
import dev.atf.sim.aws.WatchedStore;
import dev.atf.sim.time.StuckEvents;
import dev.atf.sim.time.VirtualProcess;
import dev.atf.simulation.fault.CallFault;
import dev.atf.simulation.fault.FaultyPort;
import dev.atf.store.GateRegistry;
import dev.atf.store.LambdaRegistry;
import dev.atf.store.MemberRegistry;
import dev.atf.store.RunningPermits;
import dev.atf.store.StoreException;
import dev.atf.store.StoreLocality;
import dev.atf.store.StoreOutcomeUnknownException;
import dev.atf.store.StoreUnavailableException;
import dev.atf.store.TaskAssociations;
import dev.atf.store.TaskEntities;
import dev.atf.store.TaskTransitions;
import dev.atf.store.TriggerIndex;
import dev.atf.store.memory.InMemoryMemberRegistry;
import dev.atf.store.memory.InMemoryRunningPermits;
import dev.atf.store.memory.InMemoryTaskSearch;
import dev.atf.store.notice.SubscriptionRegistry;
import dev.atf.store.plans.Plans;
import dev.atf.store.ports.StorePorts;
import dev.atf.store.route.RouteRegistry;
import dev.atf.store.rows.InMemoryRows;
import dev.atf.store.rows.Rows;
import dev.atf.store.search.TaskSearch;
import java.time.Duration;
import java.util.Set;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/** Store and queues as one process of a world has them: some calls fail, some are late. */
final class FaultyPorts {
  /** Methods of a receiver that never throw, as its contract says. */
  private static final Set<String> RECEIVER_SILENT = Set.of("delete", "release");

  /** Methods of the ports that only read. */
  private static final Set<String> READS =
      Set.of(
          "find",
          "findAll",
          "findEntity",
          "findEntities",
          "findResult",
          "findLog",
          "findOutputs",
          "read",
          "count",
          "list",
          "seen",
          "alive",
          "held",
          "estimate",
          "parts",
          "depth");

  /** Probability of a pause, and of a crash, at one call of a port. */
  private static final double AMBUSHED = 0.004;

  private static final Duration HESITATION_MAX = Duration.ofMillis(100);

  private final StuckEvents stuck;
  private final WatchedStore store;
  private final UnreliableQueues queues;
  private final Faults faults;
  private final RandomGenerator random;
  private final InMemoryTaskSearch search = new InMemoryTaskSearch();
  private final Rows<LambdaRegistry.Row> lambdas = new InMemoryRows<>(LambdaRegistry.KIND);
  private final Rows<Gate> gates = new InMemoryRows<>(GateRegistry.KIND);
  private final Rows<Subscription> subscriptions = new InMemoryRows<>(SubscriptionRegistry.KIND);
  private final Rows<Route> routes = new InMemoryRows<>(RouteRegistry.KIND);
  private final InMemoryMemberRegistry members = new InMemoryMemberRegistry();
  private final RunningPermits permits;
  private Consumer<VirtualProcess> crash = process -> {};
  private boolean hesitating;

  FaultyPorts(
      StuckEvents stuck,
      WatchedStore store,
      UnreliableQueues queues,
      Faults faults,
      Ablation ablation,
      RandomGenerator random) {
    this.permits = ablation.of(new InMemoryRunningPermits());
    this.stuck = stuck;
    this.store = store;
    this.queues = queues;
    this.faults = faults;
    this.random = random;
  }

  /** Names how a process is killed in the middle of what it does. */
  void setCrash(Consumer<VirtualProcess> crash) {
    this.crash = crash;
  }

  StorePorts store(VirtualProcess process) {
    return new StorePorts(
            ofStore(TaskTransitions.class, store, process),
            ofStore(TaskAssociations.class, store, process),
            ofStore(TaskEntities.class, store.entities(), process),
            ofStore(TaskSearch.class, search, process),
            ofStore(TriggerIndex.class, store.index(), process),
            new LambdaRegistry(ofStore(lambdas, process)),
            new GateRegistry(ofStore(gates, process)),
            new SubscriptionRegistry(ofStore(subscriptions, process)),
            new RouteRegistry(ofStore(routes, process)),
            ofStore(RunningPermits.class, permits, process),
            ofStore(MemberRegistry.class, members, process),
            ofStore(Plans.class, store.plans(), process),
            store.feed(),
            StoreLocality.FAR)
        .waking(process);
  }

  @SuppressWarnings("unchecked") // The proxy has the same rows.
  private <T> Rows<T> ofStore(Rows<T> rows, VirtualProcess process) {
    return ofStore(Rows.class, rows, process);
  }

  private <T> T ofStore(Class<T> port, T real, VirtualProcess process) {
    return FaultyPort.of(
        stuck,
        port,
        real,
        READS,
        Set.of(),
        process,
        faults.store(),
        FaultyPorts::storeFailure,
        this::runFaultHook);
  }

  QueuePorts queues(VirtualProcess process) {
    return QueuePorts.of(
        ofQueues(TaskSender.class, process),
        ofQueues(TaskReceiver.class, process),
        ofQueues(QueueAdmin.class, process));
  }

  private <T> T ofQueues(Class<T> port, VirtualProcess process) {
    return FaultyPort.of(
        stuck,
        port,
        port.cast(queues),
        READS,
        port == TaskReceiver.class ? RECEIVER_SILENT : Set.of(),
        process,
        faults.queues(),
        fault -> new QueueUnavailableException("simulated " + fault, new IllegalStateException()),
        this::runFaultHook);
  }

  /** Delays the next call of a process, which has just read something, before it decides. */
  void hesitate() {
    hesitating = true;
  }

  /** Delays, pauses or kills a process in the middle of a call. */
  private void runFaultHook(VirtualProcess process) {
    if (hesitating) {
      hesitating = false;
      process.sleepUninterruptibly(Duration.ofNanos(random.nextLong(HESITATION_MAX.toNanos())));
    }
    if (faults.chance(FaultKind.PAUSE, AMBUSHED)) {
      process.pause(Duration.ofNanos(random.nextLong(Fleet.PAUSE_MAX.toNanos())));
    }
    if (faults.chance(FaultKind.CRASH, AMBUSHED)) {
      crash.accept(process);
    }
  }

  private static StoreException storeFailure(CallFault fault) {
    return switch (fault) {
      case LOST, ANSWER_LOST, DONE_LATE ->
          new StoreOutcomeUnknownException("simulated " + fault, new IllegalStateException());
      case REFUSED, NONE, DONE_TWICE -> new StoreUnavailableException("simulated " + fault, null);
    };
  }
}
