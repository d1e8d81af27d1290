package dev.atf.runtime;

import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.logging.RequestLogProperty;
import com.linecorp.armeria.server.HttpService;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.netty.channel.Channel;
import io.netty.channel.ChannelPipeline;
import io.netty.util.AttributeKey;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Closes connections that make no calls. The server's own idle time-out starts anew with every
 * byte, so that a caller who sends one header byte every few seconds would keep its place for ever;
 * here only a call counts. All of one connection's state is touched on its event loop alone.
 */
final class Connections {
  private static final AttributeKey<Connection> CONNECTION =
      AttributeKey.valueOf(Connections.class, "CONNECTION");

  private final Duration idleTimeout;
  private final MonotonicClock clock;
  private final Set<Connection> open = ConcurrentHashMap.newKeySet();

  Connections(Duration idleTimeout, MonotonicClock clock) {
    this.idleTimeout = idleTimeout;
    this.clock = clock;
  }

  /** A connection was opened. */
  void opened(ChannelPipeline pipeline) {
    var channel = pipeline.channel();
    var connection = new Connection(channel);
    channel.attr(CONNECTION).set(connection);
    open.add(connection);
    var unused = channel.closeFuture().addListener(closed -> open.remove(connection));
    connection.checkIn(idleTimeout);
  }

  /** Closes those without a call; over HTTP/2 the peer is told which of its calls were taken. */
  void closeIdle() {
    open.forEach(Connection::closeIfIdle);
  }

  /** Counts the call as long as it is under way. */
  HttpResponse serve(HttpService call, ServiceRequestContext context, HttpRequest request)
      throws Exception {
    var channel = context.log().ensureAvailable(RequestLogProperty.SESSION).channel();
    var connection = channel == null ? null : channel.attr(CONNECTION).get();
    if (connection != null) {
      connection.began();
      var unused = context.log().whenComplete().thenRun(connection::ended);
    }
    return call.serve(context, request);
  }

  private final class Connection {
    private final Channel channel;
    private int callsUnderWay;
    private long idleSince;

    Connection(Channel channel) {
      this.channel = channel;
      this.idleSince = clock.nanos();
    }

    void began() {
      onLoop(() -> callsUnderWay++);
    }

    void ended() {
      onLoop(
          () -> {
            callsUnderWay--;
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
      var idle = callsUnderWay > 0 ? Duration.ZERO : clock.since(idleSince);
      if (idle.compareTo(idleTimeout) >= 0) {
        var unused = channel.close();
      } else {
        checkIn(idleTimeout.minus(idle));
      }
    }

    void closeIfIdle() {
      onLoop(
          () -> {
            if (callsUnderWay == 0) {
              var unused = channel.close();
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
