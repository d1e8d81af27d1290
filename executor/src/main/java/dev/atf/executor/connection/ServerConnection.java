package dev.atf.executor.connection;

import dev.atf.runtime.credentials.ClientSockets;
import dev.atf.runtime.credentials.CredentialsConfig;
import dev.atf.runtime.credentials.TokenFile;
import dev.atf.runtime.loop.MonotonicClock;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ClientInterceptors;
import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.okhttp.OkHttpChannelBuilder;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Connection to one server, opened by the first call. A call that finds no connection tries to open
 * one, even if that has just failed, because callers have their own backoff.
 */
public final class ServerConnection implements AutoCloseable {
  /** Largest reply, several times the protocol's limit for one answer. */
  private static final int REPLY_BYTES_MAX = 64 * 1024 * 1024;

  /** Flow-control window. An answer with several tasks fits into it. */
  private static final int WINDOW_BYTES = 1024 * 1024;

  /** Time of silence after which gRPC pings. It is the minimum that gRPC accepts. */
  private static final Duration PING_AFTER_MIN = Duration.ofSeconds(10);

  /**
   * Shortest time between two renewals, so that not every call that times out on an overloaded
   * server causes a handshake.
   */
  private static final Duration RENEW_EVERY_MIN = Duration.ofSeconds(10);

  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(1);

  private final ManagedChannel channel;
  private final Channel calls;
  private final MonotonicClock clock;
  private final AtomicLong renewedAt;

  private ServerConnection(
      ManagedChannel channel, CredentialsConfig credentials, MonotonicClock clock) {
    this.channel = channel;
    this.clock = clock;
    this.renewedAt = new AtomicLong(clock.nanos() - RENEW_EVERY_MIN.toNanos());
    var interceptors = new ArrayList<ClientInterceptor>();
    interceptors.add(this::reconnectAfterFailure);
    TokenFile.of(credentials).ifPresent(token -> interceptors.add(new BearerToken(token)));
    this.calls = ClientInterceptors.intercept(channel, interceptors);
  }

  /**
   * Prepares the connection; nothing is sent yet.
   *
   * @param pingInterval time of silence after which the peer is pinged
   * @throws dev.atf.runtime.config.ConfigException if a file of the credentials cannot be read
   */
  public static ServerConnection to(
      URI server,
      CredentialsConfig credentials,
      Duration connectTimeout,
      Duration pingInterval,
      MonotonicClock clock) {
    boolean plain = server.getScheme().equals("http");
    int port = server.getPort() >= 0 ? server.getPort() : plain ? 80 : 443;
    var pingAfter = pingInterval.compareTo(PING_AFTER_MIN) < 0 ? PING_AFTER_MIN : pingInterval;
    var builder =
        OkHttpChannelBuilder.forAddress(server.getHost(), port)
            .socketFactory(new TimedSockets(connectTimeout, pingInterval))
            .keepAliveTime(pingAfter.toNanos(), TimeUnit.NANOSECONDS)
            .keepAliveTimeout(connectTimeout.toNanos(), TimeUnit.NANOSECONDS)
            .flowControlWindow(WINDOW_BYTES)
            .maxInboundMessageSize(REPLY_BYTES_MAX)
            // Neither a system proxy nor settings in DNS apply: the setting names the server.
            .proxyDetector(address -> null)
            .disableServiceConfigLookUp();
    if (plain) {
      builder.usePlaintext();
    } else {
      builder.useTransportSecurity();
      ClientSockets.of(credentials).ifPresent(builder::sslSocketFactory);
    }
    return new ServerConnection(builder.build(), credentials, clock);
  }

  public Channel channel() {
    return calls;
  }

  /**
   * Replaces the connection, because a call on it got no answer in time: a vanished peer would not
   * answer the next calls either. Calls in progress may still end on the old connection. Does
   * nothing if the last replacement was less than 10 seconds ago.
   */
  public void renew() {
    long last = renewedAt.get();
    if (clock.since(last).compareTo(RENEW_EVERY_MIN) >= 0
        && renewedAt.compareAndSet(last, clock.nanos())) {
      channel.enterIdle();
    }
  }

  /** Ends gRPC's own backoff, which refuses calls for up to two minutes after a failure. */
  private <Q, A> ClientCall<Q, A> reconnectAfterFailure(
      MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
    if (channel.getState(false) == ConnectivityState.TRANSIENT_FAILURE) {
      channel.enterIdle();
    }
    return next.newCall(method, options);
  }

  @Override
  public void close() {
    channel.shutdown();
    try {
      if (!channel.awaitTermination(CLOSE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
        channel.shutdownNow();
      }
    } catch (InterruptedException e) {
      channel.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
