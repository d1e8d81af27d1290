package dev.atf.lab.bench.outage;

import dev.atf.local.Pause;
import dev.atf.runtime.loop.MonotonicClock;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * TCP server that handlers depend on: one line in, one line out, for each execution. It can be
 * away, and records who came and when. A connection without a line is a test of whether it is
 * there.
 */
final class Dependency implements AutoCloseable {
  private static final int BACKLOG = 1_024;
  private static final Duration SERVICE_TIME = Duration.ofMillis(5);

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final MonotonicClock clock;
  private final Set<Socket> connections = ConcurrentHashMap.newKeySet();
  private final List<Long> arrivals = new ArrayList<>();
  private final Map<String, Integer> open = new HashMap<>();
  private final Set<String> served = new HashSet<>();
  private final int port;
  private @Nullable ServerSocket server;
  private int together;
  private int tests;

  Dependency(MonotonicClock clock) {
    this.clock = clock;
    this.port = listen(0);
  }

  int port() {
    return port;
  }

  /** Refuses connections from now on, and ends those that are open. */
  synchronized void leave() {
    close(server);
    server = null;
    connections.forEach(Dependency::close);
  }

  /** Answers again. */
  void comeBack() {
    listen(port);
  }

  /** Returns the times at which executions arrived, on the monotonic clock. */
  synchronized List<Long> arrivals() {
    return List.copyOf(arrivals);
  }

  /** Returns the tasks that were served. */
  synchronized Set<String> served() {
    return Set.copyOf(served);
  }

  /** Returns the number of executions that began while another one of their task was served. */
  synchronized int together() {
    return together;
  }

  /** Returns the number of connections that were opened for a test while it was there. */
  synchronized int tests() {
    return tests;
  }

  private synchronized int listen(int wanted) {
    try {
      var socket = new ServerSocket();
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), wanted), BACKLOG);
      server = socket;
      threads.execute(() -> accept(socket));
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void accept(ServerSocket socket) {
    while (!socket.isClosed()) {
      try {
        var connection = socket.accept();
        connections.add(connection);
        threads.execute(() -> serve(connection));
      } catch (IOException e) {
        // Closed: it has left.
        return;
      }
    }
  }

  private void serve(Socket connection) {
    try (connection) {
      var lines =
          new BufferedReader(
              new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8));
      var task = lines.readLine();
      begin(task);
      if (task != null) {
        try {
          Pause.until(clock.nanos() + SERVICE_TIME.toNanos(), clock);
          connection.getOutputStream().write("done\n".getBytes(StandardCharsets.UTF_8));
        } finally {
          end(task);
        }
      }
    } catch (IOException e) {
      // The client has gone, or this has left.
    } finally {
      connections.remove(connection);
    }
  }

  private synchronized void begin(@Nullable String task) {
    if (task == null) {
      tests++;
      return;
    }
    arrivals.add(clock.nanos());
    if (open.merge(task, 1, Integer::sum) > 1) {
      together++;
    }
  }

  private synchronized void end(String task) {
    open.merge(task, -1, Integer::sum);
    served.add(task);
  }

  private static void close(@Nullable AutoCloseable socket) {
    try {
      if (socket != null) {
        socket.close();
      }
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    leave();
    threads.shutdownNow();
  }
}
