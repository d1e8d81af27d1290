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
 * Server outside the framework that receives the effects of handlers: it observes the beginning and
 * the end of executions, and accepts an effect only with a fencing token that is not older than one
 * it has seen.
 *
 * <p>{@code POST /start|/effect|/end?task=…&token=…&attempt=…&pid=…}; an effect is answered 200 or,
 * if it is stale, 409.
 */
public final class EffectSink implements AutoCloseable {
  /** Longest time without an effect while work continues, also on a busy machine. */
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
   * Overlap: the process of {@code earlier} was alive, and the execution not ended, when {@code
   * later} began.
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

  /** Returns the number of executions that have begun and not ended. */
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

  /** Returns the number of effects with an older token than a known one. */
  public synchronized int staleRefused() {
    return staleRefused;
  }

  /** Returns when an effect was received after the call: work continues. */
  public void awaitMore() {
    int before = effects().size();
    boolean more = Pause.until(() -> effects().size() > before, STALL_MAX, MonotonicClock.system());
    if (!more) {
      throw new IllegalStateException("nothing has had an effect for " + STALL_MAX);
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
   * Client by which a handler reports to a sink, synchronously. An interrupt does not end a call:
   * the sink must get all events, in their order.
   */
  public static final class Client {
    private static final int ACCEPTED = 200;

    private final HttpClient http =
        HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String sink;

    /**
     * @param sink its URI
     */
    public Client(String sink) {
      this.sink = sink;
    }

    public void begun(TaskContext context) {
      send("start", context);
    }

    /** Returns whether the effect was accepted: no newer fencing token was shown. */
    public boolean effect(TaskContext context) {
      return send("effect", context) == ACCEPTED;
    }

    public void ended(TaskContext context) {
      send("end", context);
    }

    private int send(String what, TaskContext context) {
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
