package dev.atf.simulation.scale;

import dev.atf.model.lambda.Gate;
import dev.atf.model.route.Route;
import dev.atf.model.task.Subscription;
import dev.atf.queue.QueuePorts;
import dev.atf.queue.TaskSender;
import dev.atf.sim.time.Timeline;
import dev.atf.sim.time.VirtualProcess;
import dev.atf.store.GateRegistry;
import dev.atf.store.LambdaRegistry;
import dev.atf.store.MemberRegistry;
import dev.atf.store.RunningPermits;
import dev.atf.store.StoreLocality;
import dev.atf.store.StoreUnavailableException;
import dev.atf.store.memory.InMemoryMemberRegistry;
import dev.atf.store.memory.InMemoryRunningPermits;
import dev.atf.store.memory.InMemoryTaskSearch;
import dev.atf.store.memory.plans.InMemoryPlans;
import dev.atf.store.notice.SubscriptionRegistry;
import dev.atf.store.plans.Plans;
import dev.atf.store.ports.StorePorts;
import dev.atf.store.route.RouteRegistry;
import dev.atf.store.rows.InMemoryRows;
import dev.atf.store.rows.Rows;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.random.RandomGenerator;

/** Store and queues of a region, and their latencies from each process. */
final class ScalePorts {
  static final Duration READ = Duration.ofMillis(3);
  static final Duration WRITE = Duration.ofMillis(5);
  static final Duration QUEUE = Duration.ofMillis(10);

  private final LimitedTables tables;
  private final LimitedQueues queues;
  private final Usage usage;
  private final RandomGenerator random;
  private final Latency reads;
  private final Latency writes;
  private final Latency queueRequests;
  private final Rows<LambdaRegistry.Row> lambdas = new InMemoryRows<>(LambdaRegistry.KIND);
  private final Rows<Gate> gates = new InMemoryRows<>(GateRegistry.KIND);
  private final Rows<Subscription> subscriptions = new InMemoryRows<>(SubscriptionRegistry.KIND);
  private final Rows<Route> routes = new InMemoryRows<>(RouteRegistry.KIND);
  private final InMemoryMemberRegistry members = new InMemoryMemberRegistry();
  private final InMemoryRunningPermits permits = new InMemoryRunningPermits();
  private final InMemoryPlans plans = new InMemoryPlans();
  private final InMemoryTaskSearch search = new InMemoryTaskSearch();

  ScalePorts(Timeline timeline, LimitedTables tables, Usage usage, RandomGenerator random) {
    this.tables = tables;
    this.queues = new LimitedQueues(timeline, TaskSender.IN_FLIGHT_MAX);
    this.usage = usage;
    this.random = random;
    this.reads = new Latency(READ, random);
    this.writes = new Latency(WRITE, random);
    this.queueRequests = new Latency(QUEUE, random);
  }

  LimitedQueues queues() {
    return queues;
  }

  StorePorts store(VirtualProcess process) {
    var store = new DistantStore(process, tables, reads, writes, random);
    return new StorePorts(
            store,
            store,
            store,
            search,
            store,
            new LambdaRegistry(distant(lambdas, process)),
            new GateRegistry(distant(gates, process)),
            new SubscriptionRegistry(distant(subscriptions, process)),
            new RouteRegistry(distant(routes, process)),
            distant(RunningPermits.class, permits, process),
            distant(MemberRegistry.class, members, process),
            distant(Plans.class, plans, process),
            tables.feed(),
            StoreLocality.FAR)
        .waking(process);
  }

  QueuePorts queues(VirtualProcess process) {
    var sqs = new DistantQueues(process, queues, queueRequests, usage);
    return QueuePorts.of(sqs, sqs, sqs);
  }

  @SuppressWarnings("unchecked") // The proxy has the same rows.
  private <T> Rows<T> distant(Rows<T> rows, VirtualProcess process) {
    return distant(Rows.class, rows, process);
  }

  /** Returns a port of a small table: neither limited nor counted, but away with the others. */
  private <T> T distant(Class<T> port, T real, VirtualProcess process) {
    return port.cast(
        Proxy.newProxyInstance(
            port.getClassLoader(),
            new Class<?>[] {port},
            (proxy, method, arguments) -> {
              process.sleepUninterruptibly(writes.next());
              if (tables.isAway()) {
                throw new StoreUnavailableException("the store is away", null);
              }
              try {
                return method.invoke(real, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }
}
