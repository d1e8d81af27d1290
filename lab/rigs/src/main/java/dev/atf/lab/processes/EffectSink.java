package dev.atf.lab.processes;

import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.server.Server;
import com.linecorp.armeria.server.ServiceRequestContext;
import dev.atf.executor.TaskContext;
import dev.atf.local.Pause;
import dev.atf.runtime.loop.MonotonicClock;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Server outside the framework that receives the effects of handlers. Handlers also report the
 * start and the end of each execution. The server refuses an effect if it has already seen a newer
 * fencing token of the same task.
 *
 * <p>Requests: {@code POST /start|/effect|/end?task=…&token=…&attempt=…&pid=…}. The response to an
 * effect has the status 200, or 409 if the effect is stale.
 */
public final class EffectSink implements AutoCloseable {
  /** Maximum time without progress while work continues. It is long enough for a busy machine. */
  private static final Duration STALL_MAX = Duration.ofMinutes(5);

  private final Server server;
  private final Witness witness;
  private final ExecutorService threads = Executors.newFixedThreadPool(16);
  private final Map<String, List<Run>> open = new HashMap<>();
  private final Map<String, Long> newestToken = new HashMap<>();
  private final Map<String, Integer> effects = new TreeMap<>();
  private final Map<String, Integer> starts = new TreeMap<>();
  private final List<Overlap> overlaps = new ArrayList<>();
  private int staleRefused;

  /** One execution, as its handler reported it. */
  public record Run(long token, int attempt, long pid) {}

  /** Observer that gets each event immediately, in order, by one thread at a time. */
  public interface Witness {
    default void begun(String task, Run run) {}

    default void effect(String task, Run run, boolean accepted) {}

    /** Called when an execution has reported its end, or its process was found dead. */
    default void ended(String task, Run run) {}
  }

  /**
   * Two executions of one task at the same time: when {@code later} began, {@code earlier} had not
   * ended, and its process was alive.
   */
  public record Overlap(String task, Run earlier, Run later) {}

  private EffectSink(Witness witness) {
    this.witness = witness;
    this.server =
        Server.builder()
            .http(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .serviceUnder("/", (ctx, request) -> HttpResponse.of(answer(ctx)))
            .gracefulShutdownTimeoutMillis(0, 0)
            .build();
  }

  private CompletableFuture<HttpResponse> answer(ServiceRequestContext ctx) {
    var query = ctx.queryParams();
    return CompletableFuture.supplyAsync(
        () ->
            HttpResponse.of(
                handle(
                    ctx.path(),
                    query.get("task", ""),
                    new Run(
                        query.getLong("token", 0),
                        query.getInt("attempt", 0),
                        query.getLong("pid", 0)))),
        threads);
  }

  public static EffectSink start() {
    return start(new Witness() {});
  }

  public static EffectSink start(Witness witness) {
    var sink = new EffectSink(witness);
    sink.server.start().join();
    return sink;
  }

  public String uri() {
    return "http://127.0.0.1:" + server.activeLocalPort();
  }

  private synchronized int handle(String path, String task, Run run) {
    return switch (path) {
      case "/start" -> started(task, run);
      case "/effect" -> effect(task, run);
      case "/end" -> ended(task, run);
      default -> 404;
    };
  }

  private int started(String task, Run run) {
    var running = open.computeIfAbsent(task, t -> new ArrayList<>());
    // Executions of a dead process have ended. A stopped process is not dead.
    for (var other : List.copyOf(running)) {
      if (!isAlive(other.pid())) {
        running.remove(other);
        witness.ended(task, other);
      }
    }
    running.forEach(other -> overlaps.add(new Overlap(task, other, run)));
    running.add(run);
    starts.merge(task, 1, Integer::sum);
    newestToken.merge(task, run.token(), Math::max);
    witness.begun(task, run);
    return 200;
  }

  private int effect(String task, Run run) {
    boolean accepted = run.token() >= newestToken.getOrDefault(task, 0L);
    witness.effect(task, run, accepted);
    if (!accepted) {
      staleRefused++;
      return 409;
    }
    newestToken.put(task, run.token());
    effects.merge(task, 1, Integer::sum);
    return 200;
  }

  private int ended(String task, Run run) {
    if (open.getOrDefault(task, new ArrayList<>()).remove(run)) {
      witness.ended(task, run);
    }
    return 200;
  }

  /** Returns the tasks that this process is running now. */
  public synchronized List<String> runningIn(long pid) {
    return open.entrySet().stream()
        .filter(entry -> entry.getValue().stream().anyMatch(run -> run.pid() == pid))
        .map(Map.Entry::getKey)
        .sorted()
        .toList();
  }

  /** Returns the number of executions that have begun and have not ended. */
  public synchronized int running() {
    return open.values().stream().mapToInt(List::size).sum();
  }

  public synchronized List<Overlap> overlaps() {
    return List.copyOf(overlaps);
  }

  /** Returns the number of accepted effects, by task. */
  public synchronized Map<String, Integer> effects() {
    return Map.copyOf(effects);
  }

  /** Returns the number of executions begun, by task. */
  public synchronized Map<String, Integer> starts() {
    return Map.copyOf(starts);
  }

  /** Returns the number of effects that were refused because their tokens were too old. */
  public synchronized int staleRefused() {
    return staleRefused;
  }

  /**
   * Waits until one more task has had its first accepted effect, which shows that work continues.
   *
   * @throws IllegalStateException if this takes longer than five minutes
   */
  public void awaitMore() {
    int before = effects().size();
    boolean more = Pause.until(() -> effects().size() > before, STALL_MAX, MonotonicClock.system());
    if (!more) {
      throw new IllegalStateException("no further task had an effect within " + STALL_MAX);
    }
  }

  private static boolean isAlive(long pid) {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }

  @Override
  public void close() {
    server.close();
    threads.shutdownNow();
  }

  /**
   * Client with which a handler reports to a sink. Its calls are synchronous. An interrupt does not
   * abort a call, because the sink must receive all events in order.
   */
  public static final class Client {
    private static final int ACCEPTED = 200;

    private final HttpClient http =
        HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String sink;

    /**
     * @param sink URI of the sink
     */
    public Client(String sink) {
      this.sink = sink;
    }

    public void begun(TaskContext context) {
      report("start", context);
    }

    /** Returns whether the sink accepted the effect. */
    public boolean effect(TaskContext context) {
      return report("effect", context) == ACCEPTED;
    }

    public void ended(TaskContext context) {
      report("end", context);
    }

    private int report(String what, TaskContext context) {
      var uri =
          "%s/%s?task=%s&token=%d&attempt=%d&pid=%d"
              .formatted(
                  sink,
                  what,
                  context.taskId(),
                  context.fencingToken(),
                  context.attempt(),
                  ProcessHandle.current().pid());
      var request =
          HttpRequest.newBuilder(URI.create(uri)).POST(HttpRequest.BodyPublishers.noBody()).build();
      return http.sendAsync(request, BodyHandlers.discarding()).join().statusCode();
    }
  }
}
