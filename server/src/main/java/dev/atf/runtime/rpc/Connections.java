package dev.atf.runtime.rpc;

import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.logging.RequestLogProperty;
import com.linecorp.armeria.server.HttpService;
import com.linecorp.armeria.server.ServiceRequestContext;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.runtime.server.RpcServerConfig;
import io.netty.channel.Channel;
import io.netty.channel.ChannelPipeline;
import io.netty.util.AttributeKey;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;

/**
 * Closes connections that make no calls, and connections above the limit. The server's own idle
 * time-out restarts with every byte, so a caller that sends one header byte every few seconds would
 * keep its connection indefinitely. In this class, only a call counts. Old connections are closed
 * after their calls in progress. The state of a connection is confined to its event loop, except
 * its final age.
 */
final class Connections {
  private static final AttributeKey<Connection> CONNECTION =
      AttributeKey.valueOf(Connections.class, "CONNECTION");

  /**
   * Minimum age at which a connection is closed, as a fraction of the maximum age. The ages are
   * spread, so that not all callers reconnect at the same time.
   */
  private static final double AGE_SHARE_MIN = 0.8;

  private final Duration idleTimeout;
  private final Duration ageMax;
  private final ConnectionLimit<Channel> limit;
  private final MonotonicClock clock;
  private final RandomGenerator random;
  private final BooleanSupplier keepOld;
  private final Set<Connection> open = ConcurrentHashMap.newKeySet();

  /**
   * Creates the handler.
   *
   * @param random thread-safe source of randomness
   * @param keepOld whether old connections currently stay open
   */
  Connections(
      RpcServerConfig config,
      MonotonicClock clock,
      RandomGenerator random,
      BooleanSupplier keepOld) {
    this.idleTimeout = config.idleTimeout();
    this.ageMax = config.connectionAgeMax();
    this.limit = new ConnectionLimit<>(config.connectionsMax(), config.connectionsPerAddressMax());
    this.clock = clock;
    this.random = random;
    this.keepOld = keepOld;
  }

  void opened(ChannelPipeline pipeline) {
    var channel = pipeline.channel();
    var connection = new Connection(channel);
    channel.attr(CONNECTION).set(connection);
    open.add(connection);
    connection.checkIn(idleTimeout);
    limit.add(channel, addressOf(channel)).ifPresent(Connections::close);
    var unused =
        channel
            .closeFuture()
            .addListener(
                closed -> {
                  open.remove(connection);
                  limit.remove(channel);
                });
  }

  private static void close(Channel channel) {
    var unused = channel.close();
  }

  /** Returns the remote address without its port. */
  private static Object addressOf(Channel channel) {
    var remote = channel.remoteAddress();
    return remote instanceof InetSocketAddress internet ? internet.getAddress() : remote;
  }

  /**
   * Closes connections without a call. Over HTTP/2, the peer is informed which of its calls were
   * accepted.
   */
  void closeIdle() {
    open.forEach(Connection::closeIfIdle);
  }

  /** Counts the call while it is in progress. */
  HttpResponse serve(HttpService call, ServiceRequestContext context, HttpRequest request)
      throws Exception {
    var channel = context.log().ensureAvailable(RequestLogProperty.SESSION).channel();
    var connection = channel == null ? null : channel.attr(CONNECTION).get();
    if (connection != null) {
      connection.began();
      if (connection.isOld() && !keepOld.getAsBoolean()) {
        // GOAWAY, or "connection: close"; this call is answered in any case.
        var unused = context.initiateConnectionShutdown();
      }
      var unusedEnd = context.log().whenComplete().thenRun(connection::ended);
      hear(request, channel);
    }
    return call.serve(context, request);
  }

  /**
   * Marks the connection as used. A request with an incomplete body does not count, because the
   * rest may never arrive.
   */
  private void hear(HttpRequest request, Channel channel) {
    if (request.isEmpty()) {
      limit.used(channel);
    } else {
      var unused = request.whenComplete().thenRun(() -> limit.used(channel));
    }
  }

  private final class Connection {
    private final Channel channel;
    private final long openedAt;
    private final Duration ageMax;
    private int callsInProgress;
    private long idleSince;

    Connection(Channel channel) {
      this.channel = channel;
      this.openedAt = clock.nanos();
      this.idleSince = openedAt;
      this.ageMax =
          Duration.ofNanos(
              (long) (Connections.this.ageMax.toNanos() * random.nextDouble(AGE_SHARE_MIN, 1)));
    }

    boolean isOld() {
      return !ageMax.isZero() && clock.since(openedAt).compareTo(ageMax) >= 0;
    }

    void began() {
      onLoop(() -> callsInProgress++);
    }

    void ended() {
      onLoop(
          () -> {
            callsInProgress--;
            idleSince = clock.nanos();
          });
    }

    void checkIn(Duration delay) {
      var unused = channel.eventLoop().schedule(this::check, delay.toNanos(), TimeUnit.NANOSECONDS);
    }

    private void check() {
      if (!channel.isOpen()) {
        return;
      }
      var idle = callsInProgress > 0 ? Duration.ZERO : clock.since(idleSince);
      if (idle.compareTo(idleTimeout) >= 0) {
        close(channel);
      } else {
        checkIn(idleTimeout.minus(idle));
      }
    }

    void closeIfIdle() {
      onLoop(
          () -> {
            if (callsInProgress == 0) {
              close(channel);
            }
          });
    }

    private void onLoop(Runnable change) {
      if (channel.eventLoop().inEventLoop()) {
        change.run();
      } else {
        channel.eventLoop().execute(change);
      }
    }
  }
}
