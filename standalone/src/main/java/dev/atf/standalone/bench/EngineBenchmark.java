package dev.atf.standalone.bench;

import dev.atf.model.Association;
import dev.atf.model.Attempt;
import dev.atf.model.ClaimId;
import dev.atf.model.Ending;
import dev.atf.model.ExecutorId;
import dev.atf.model.LambdaDefinition.History;
import dev.atf.model.LambdaName;
import dev.atf.model.Notes;
import dev.atf.model.Outcome;
import dev.atf.model.Payload;
import dev.atf.model.Priority;
import dev.atf.model.TaskEntity;
import dev.atf.model.TaskHeader;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.model.Transition;
import dev.atf.model.Transitions;
import dev.atf.runtime.MonotonicClock;
import dev.atf.standalone.demo.DemoProgress;
import dev.atf.store.StorePorts;
import dev.atf.store.TransitionResult;
import dev.atf.store.embedded.EmbeddedStore;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;

/** The embedded store's floor: the services' own calls, in a loop, and nothing else. */
public final class EngineBenchmark {
  private static final List<Integer> CLIENTS = List.of(1, 8, 32);
  private static final int RUN_THREADS = 16;
  private static final LambdaName LAMBDA = new LambdaName("engine");
  private static final ExecutorId OWNER = new ExecutorId("bench:1:0");

  private final MonotonicClock clock = MonotonicClock.system();
  private final Instant now = InstantSource.system().instant().truncatedTo(ChronoUnit.MILLIS);
  private final DemoProgress progress;
  private final Duration each;
  private final int payloadBytes;

  /**
   * @param each how long each number of clients schedules
   */
  public EngineBenchmark(DemoProgress progress, Duration each, int payloadBytes) {
    this.progress = progress;
    this.each = each;
    this.payloadBytes = payloadBytes;
  }

  /**
   * @param directory for the store; removed by the caller
   */
  public EngineReport run(Path directory) {
    try (var store = EmbeddedStore.open(directory, () -> {})) {
      Queue<TaskId> scheduled = new ConcurrentLinkedQueue<>();
      progress.say("warming up");
      schedule(store.ports(), 8, scheduled);
      var schedules = new ArrayList<EngineReport.Schedules>();
      for (int clients : CLIENTS) {
        progress.say("scheduling by " + clients);
        schedules.add(schedule(store.ports(), clients, scheduled));
      }
      int tasks = scheduled.size();
      progress.say("running " + tasks + " tasks");
      long begun = clock.nanos();
      together(RUN_THREADS, thread -> runAll(store.ports(), scheduled, thread));
      return new EngineReport(
          payloadBytes, schedules, RUN_THREADS, Phase.round(tasks / seconds(begun), 1));
    }
  }

  private EngineReport.Schedules schedule(StorePorts store, int clients, Queue<TaskId> scheduled) {
    long begun = clock.nanos();
    var nanos =
        together(clients, client -> scheduleUntil(store, begun + each.toNanos(), client, scheduled))
            .stream()
            .flatMap(List::stream)
            .mapToLong(Long::longValue)
            .sorted()
            .toArray();
    return new EngineReport.Schedules(
        clients,
        Phase.round(nanos.length / seconds(begun), 1),
        millis(nanos, 0.5),
        millis(nanos, 0.99));
  }

  private List<Long> scheduleUntil(
      StorePorts store, long until, int client, Queue<TaskId> scheduled) {
    var random = new SplittableRandom(clock.nanos() + client);
    var took = new ArrayList<Long>();
    long begun = clock.nanos();
    while (begun < until) {
      var header = header(TaskId.random(random));
      var payload = new byte[payloadBytes];
      random.nextBytes(payload);
      store
          .entities()
          .putIfAbsent(
              new TaskEntity(
                  header, new Payload(payload, ""), Map.of(), "", now.plusSeconds(999_999)));
      store.associations().create(Association.scheduled(header));
      scheduled.add(header.taskId());
      long end = clock.nanos();
      took.add(end - begun);
      begun = end;
    }
    return took;
  }

  private boolean runAll(StorePorts store, Queue<TaskId> scheduled, int thread) {
    var random = new SplittableRandom(thread);
    var ending = new Ending(now, now.plusSeconds(60), History.NONE);
    for (var taskId = scheduled.poll(); taskId != null; taskId = scheduled.poll()) {
      var attempt = new Attempt(new TaskRef(taskId, 1), ClaimId.random(random));
      var leaseUntil = now.plusSeconds(60);
      apply(store, Transitions.release(taskId, 0, now, now, now.plusSeconds(30)));
      store.entities().findEntity(taskId);
      apply(store, Transitions.claim(attempt, LAMBDA, OWNER, now, leaseUntil));
      apply(
          store,
          Transitions.succeed(
              attempt, LAMBDA, Outcome.success("d", Payload.EMPTY), ending, Notes.NONE));
    }
    return true;
  }

  private static void apply(StorePorts store, Transition transition) {
    if (!(store.transitions().apply(transition) instanceof TransitionResult.Applied)) {
      throw new IllegalStateException(transition + " was refused");
    }
  }

  private TaskHeader header(TaskId taskId) {
    return new TaskHeader(
        taskId, LAMBDA, new Priority("normal"), null, 0, now, now, now.plusSeconds(86_400), null);
  }

  private static <T> List<T> together(int threads, IntFunction<T> work) {
    var pool = Executors.newFixedThreadPool(threads);
    try {
      var running = new ArrayList<Future<T>>();
      for (int i = 0; i < threads; i++) {
        int number = i;
        running.add(pool.submit(() -> work.apply(number)));
      }
      var done = new ArrayList<T>();
      for (var one : running) {
        done.add(one.get());
      }
      return done;
    } catch (ExecutionException e) {
      throw new IllegalStateException("the store failed", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } finally {
      pool.shutdownNow();
    }
  }

  private double seconds(long begun) {
    return clock.since(begun).toNanos() / 1e9;
  }

  private static double millis(long[] sortedNanos, double quantile) {
    int index = (int) Math.min(sortedNanos.length - 1L, Math.round(sortedNanos.length * quantile));
    return Phase.round(sortedNanos[index] / 1e6, 1_000);
  }
}
