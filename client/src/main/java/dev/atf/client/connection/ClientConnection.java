package dev.atf.client.connection;

import io.grpc.Channel;
import io.grpc.ManagedChannel;
import io.grpc.okhttp.OkHttpChannelBuilder;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * Connection of a client to a frontend.
 *
 * @param end closes the channel with the client; does nothing if the channel was given
 */
public record ClientConnection(Channel channel, Runnable end) {
  private static final int REPLY_BYTES_MAX = 64 * 1024 * 1024;

  /**
   * A connection that says nothing for so long while a call waits is asked for a sign, and given up
   * without one: else every try of a call would use the one whose peer is gone. gRPC's least.
   */
  private static final Duration SILENCE_MAX = Duration.ofSeconds(10);

  private static final Duration PING_TIMEOUT = Duration.ofSeconds(2);

  public static ClientConnection given(Channel channel) {
    return new ClientConnection(channel, () -> {});
  }

  /** Connects with the first call. */
  public static ClientConnection open(URI target, @Nullable SSLSocketFactory tls) {
    boolean plain = isPlain(target);
    int port = target.getPort() >= 0 ? target.getPort() : plain ? 80 : 443;
    var builder =
        OkHttpChannelBuilder.forAddress(target.getHost(), port)
            .keepAliveTime(SILENCE_MAX.toMillis(), TimeUnit.MILLISECONDS)
            .keepAliveTimeout(PING_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
            .maxInboundMessageSize(REPLY_BYTES_MAX);
    if (plain) {
      builder.usePlaintext();
    } else if (tls == null) {
      builder.useTransportSecurity();
    } else {
      builder.sslSocketFactory(tls).useTransportSecurity();
    }
    var channel = builder.build();
    return new ClientConnection(channel, () -> shutdown(channel));
  }

  /**
   * @throws IllegalArgumentException if it is not the address of a frontend
   */
  public static URI requireTarget(URI target) {
    if ((!isPlain(target) && !"https".equals(target.getScheme())) || target.getHost() == null) {
      throw new IllegalArgumentException(
          "target: " + target + " (expected: http://host:port or https://host:port)");
    }
    return target;
  }

  private static boolean isPlain(URI target) {
    return "http".equals(target.getScheme());
  }

  private static void shutdown(ManagedChannel channel) {
    channel.shutdown();
    try {
      if (!channel.awaitTermination(1, TimeUnit.SECONDS)) {
        channel.shutdownNow();
      }
    } catch (InterruptedException e) {
      channel.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
