package dev.atf.client.connection;

import io.grpc.Channel;
import io.grpc.ManagedChannel;
import io.grpc.okhttp.OkHttpChannelBuilder;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * Connection of a client to one frontend, or to one of several.
 *
 * @param end closes the channel together with the client; does nothing for a channel that the
 *     caller supplied
 */
public record ClientConnection(Channel channel, Runnable end) {
  private static final int REPLY_BYTES_MAX = 64 * 1024 * 1024;

  /**
   * Silence on a connection with a waiting call, after which it is pinged. It is closed if the ping
   * has no answer. Otherwise, every try of a call would use a connection whose peer is gone. This
   * is the smallest value that gRPC accepts.
   */
  private static final Duration SILENCE_MAX = Duration.ofSeconds(10);

  private static final Duration PING_TIMEOUT = Duration.ofSeconds(2);

  public static ClientConnection given(Channel channel) {
    return new ClientConnection(channel, () -> {});
  }

  /**
   * Returns a connection that connects on the first call. It starts with a random frontend, so that
   * many clients spread over the frontends.
   */
  public static ClientConnection open(List<URI> targets, @Nullable SSLSocketFactory tls) {
    var channels = targets.stream().map(target -> channel(target, tls)).toList();
    var channel =
        channels.size() == 1
            ? channels.get(0)
            : new FailoverChannel(channels, new SecureRandom().nextInt(channels.size()));
    return new ClientConnection(channel, () -> shutdown(channels));
  }

  private static ManagedChannel channel(URI target, @Nullable SSLSocketFactory tls) {
    boolean plain = isPlain(target);
    int port = target.getPort() >= 0 ? target.getPort() : plain ? 80 : 443;
    var builder =
        OkHttpChannelBuilder.forAddress(target.getHost(), port)
            .keepAliveTime(SILENCE_MAX.toMillis(), TimeUnit.MILLISECONDS)
            .keepAliveTimeout(PING_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
            .maxInboundMessageSize(REPLY_BYTES_MAX)
            .disableServiceConfigLookUp();
    if (plain) {
      builder.usePlaintext();
    } else if (tls == null) {
      builder.useTransportSecurity();
    } else {
      builder.sslSocketFactory(tls).useTransportSecurity();
    }
    return builder.build();
  }

  /**
   * Parses the addresses of frontends.
   *
   * @param targets addresses separated by commas
   * @throws IllegalArgumentException if one of them is not the address of a frontend
   */
  public static List<URI> requireTargets(String targets) {
    return Arrays.stream(targets.split(",", -1))
        .map(target -> requireTarget(URI.create(target.strip())))
        .toList();
  }

  private static URI requireTarget(URI target) {
    if ((!isPlain(target) && !"https".equals(target.getScheme())) || target.getHost() == null) {
      throw new IllegalArgumentException(
          "target: " + target + " (expected: http://host:port or https://host:port)");
    }
    return target;
  }

  private static boolean isPlain(URI target) {
    return "http".equals(target.getScheme());
  }

  private static void shutdown(List<ManagedChannel> channels) {
    channels.forEach(ManagedChannel::shutdown);
    try {
      for (var channel : channels) {
        if (!channel.awaitTermination(1, TimeUnit.SECONDS)) {
          channel.shutdownNow();
        }
      }
    } catch (InterruptedException e) {
      channels.forEach(ManagedChannel::shutdownNow);
      Thread.currentThread().interrupt();
    }
  }
}
