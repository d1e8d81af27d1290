package dev.atf.e2e.support;

import com.linecorp.armeria.common.QueryParams;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Where the handlers of the tests have their effects, outside the framework: it sees executions
 * begin and end, and accepts an effect only under a fencing token that is not older than one it has
 * seen.
 *
 * <p>{@code POST /start|/effect|/end?task=…&token=…&pid=…}; an effect is answered 200 or, if it is
 * stale, 409.
 */
public final class EffectSink implements AutoCloseable {
  private final HttpServer server;
  private final ExecutorService threads = Executors.newFixedThreadPool(16);
  private final Map<String, List<Run>> open = new HashMap<>();
  private final Map<String, Long> newestToken = new HashMap<>();
  private final Map<String, Integer> effects = new TreeMap<>();
  private final Map<String, Integer> starts = new TreeMap<>();
  private final List<String> overlaps = new ArrayList<>();
  private int staleRefused;

  private record Run(long token, long pid) {}

  private EffectSink(HttpServer server) {
    this.server = server;
  }

  public static EffectSink start() {
    try {
      var server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 256);
      var sink = new EffectSink(server);
      server.setExecutor(sink.threads);
      server.createContext(
          "/",
          exchange -> {
            var query = QueryParams.fromQueryString(exchange.getRequestURI().getQuery());
            int status =
                sink.handle(
                    exchange.getRequestURI().getPath(),
                    query.get("task", ""),
                    new Run(query.getLong("token", 0), query.getLong("pid", 0)));
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
          });
      server.start();
      return sink;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public String uri() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
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
    running.forEach(
        other -> overlaps.add(task + ": " + other + " still ran when " + run + " began"));
    running.add(run);
    starts.merge(task, 1, Integer::sum);
    newestToken.merge(task, run.token(), Math::max);
    return 200;
  }

  private int effect(String task, Run run) {
    if (run.token() < newestToken.getOrDefault(task, 0L)) {
      staleRefused++;
      return 409;
    }
    newestToken.put(task, run.token());
    effects.merge(task, 1, Integer::sum);
    return 200;
  }

  private int ended(String task, Run run) {
    open.getOrDefault(task, new ArrayList<>()).remove(run);
    return 200;
  }

  /** What a dead process was running is over. Call it after the process was seen dead. */
  public synchronized void processDied(long pid) {
    open.values().forEach(runs -> runs.removeIf(run -> run.pid() == pid));
  }

  /** The task that this process is running now, if any. */
  public synchronized List<String> runningIn(long pid) {
    return open.entrySet().stream()
        .filter(entry -> entry.getValue().stream().anyMatch(run -> run.pid() == pid))
        .map(Map.Entry::getKey)
        .sorted()
        .toList();
  }

  public synchronized List<String> overlaps() {
    return List.copyOf(overlaps);
  }

  /** Accepted effects by task. */
  public synchronized Map<String, Integer> effects() {
    return Map.copyOf(effects);
  }

  /** Executions begun, by task. */
  public synchronized Map<String, Integer> starts() {
    return Map.copyOf(starts);
  }

  public synchronized int staleRefused() {
    return staleRefused;
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
