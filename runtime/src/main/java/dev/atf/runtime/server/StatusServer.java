package dev.atf.runtime.server;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.atf.runtime.config.ConfigException;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Server of {@code /health} and {@code /metrics} for a process without RPCs. It accepts no request
 * bodies and has few threads, so callers can use little memory and few threads.
 */
record StatusServer(HttpServer server) implements RpcPort {

  private static final Set<String> OTHER_SITES = Set.of("cross-site", "same-site");

  private static final String JSON = "application/json; charset=utf-8";

  static StatusServer start(
      String name, RpcServerConfig config, MeterRegistry metrics, BooleanSupplier alive) {
    HttpServer server;
    try {
      server = HttpServer.create(new InetSocketAddress(config.host(), config.port()), 0);
    } catch (BindException e) {
      throw new ConfigException(
          "server.port: %d is taken or not permitted (%s)"
              .formatted(config.port(), e.getMessage()));
    } catch (IOException e) {
      throw new ConfigException("server.port: %d: %s".formatted(config.port(), e.getMessage()));
    }
    serve(server, "/health", config, () -> health(alive));
    serve(
        server,
        "/metrics",
        config,
        () -> new Answer(200, MetricsText.CONTENT_TYPE, MetricsText.of(metrics)));
    server.setExecutor(new Exchanges("atf-" + name + "-status"));
    server.start();
    return new StatusServer(server);
  }

  /**
   * Threads for requests, one for each request. The JDK's server reads a request on its thread, for
   * as long as the caller needs to send it. Therefore a request above the maximum replaces the
   * oldest one, whose connection is closed.
   */
  private static final class Exchanges implements Executor {
    /**
     * Maximum number of requests. It is enough for probes, readers of metrics and some slow
     * callers.
     */
    private static final int REQUESTS_MAX = 16;

    private final String name;
    private final Set<Thread> running = new LinkedHashSet<>();

    Exchanges(String name) {
      this.name = name;
    }

    @Override
    public synchronized void execute(Runnable exchange) {
      if (running.size() == REQUESTS_MAX) {
        var oldest = running.iterator().next();
        running.remove(oldest);
        // A channel that a thread waits for is closed by its interruption.
        oldest.interrupt();
      }
      var thread =
          new Thread(
              () -> {
                try {
                  exchange.run();
                } finally {
                  end();
                }
              },
              name);
      thread.setDaemon(true);
      running.add(thread);
      thread.start();
    }

    private synchronized void end() {
      running.remove(Thread.currentThread());
    }
  }

  private record Answer(int status, String contentType, String body) {}

  private static Answer health(BooleanSupplier alive) {
    return alive.getAsBoolean()
        ? new Answer(200, JSON, "{\"healthy\":true}")
        : new Answer(503, JSON, "{\"healthy\":false}");
  }

  private static void serve(
      HttpServer server, String path, RpcServerConfig config, Supplier<Answer> answer) {
    server.createContext(
        path, exchange -> reply(exchange, answerOf(exchange, path, config, answer)));
  }

  private static Answer answerOf(
      HttpExchange exchange, String path, RpcServerConfig config, Supplier<Answer> answer) {
    if (!exchange.getRequestURI().getPath().equals(path)) {
      return new Answer(404, "text/plain", "404 Not Found");
    }
    var host = Objects.requireNonNullElse(exchange.getRequestHeaders().getFirst("Host"), "");
    if (config.refusesOtherHosts() && !Authority.isOurs(host, config.hostsAllowed())) {
      return new Answer(
          421,
          "text/plain",
          "host (expected: localhost, an address of the loopback, or a name of the setting"
              + " server.hostsAllowed)");
    }
    if (isOfAnotherSite(exchange)) {
      return new Answer(
          403, "text/plain", "origin (expected: none; this port has no pages of its own)");
    }
    return switch (exchange.getRequestMethod().toUpperCase(Locale.ROOT)) {
      case "GET", "HEAD" -> answer.get();
      default -> new Answer(405, "text/plain", "405 Method Not Allowed");
    };
  }

  /** Returns whether a script or a link of another site's page made the request. */
  private static boolean isOfAnotherSite(HttpExchange exchange) {
    var headers = exchange.getRequestHeaders();
    return headers.containsKey("Origin")
        || OTHER_SITES.contains(String.valueOf(headers.getFirst("Sec-Fetch-Site")));
  }

  private static void reply(HttpExchange exchange, Answer answer) throws IOException {
    try (exchange) {
      var body = answer.body().getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", answer.contentType());
      boolean head = exchange.getRequestMethod().equals("HEAD");
      exchange.sendResponseHeaders(answer.status(), head ? -1 : body.length);
      if (!head) {
        exchange.getResponseBody().write(body);
      }
    }
  }

  @Override
  public int port() {
    return server.getAddress().getPort();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
