package dev.atf.executor.connection;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.time.Duration;
import javax.net.SocketFactory;

/**
 * Sockets with a connect time-out, whose kernel probes a silent peer. Probes are needed because a
 * machine that vanishes does not close its connections. gRPC's own pings start after 10 seconds at
 * the earliest.
 */
final class TimedSockets extends SocketFactory {
  /**
   * Number of unanswered probes after which the connection is closed. It is more than one, because
   * a packet can be lost.
   */
  private static final int PROBES = 2;

  private static final int SECONDS_BETWEEN_PROBES = 1;

  private final Duration connectTimeout;
  private final Duration silenceMax;

  /**
   * Creates a factory.
   *
   * @param connectTimeout time-out of opening a connection
   * @param silenceMax time without a packet after which the peer is probed
   */
  TimedSockets(Duration connectTimeout, Duration silenceMax) {
    this.connectTimeout = connectTimeout;
    this.silenceMax = silenceMax;
  }

  @Override
  public Socket createSocket() throws IOException {
    var socket = new Socket();
    try {
      socket.setKeepAlive(true);
      set(socket, "TCP_KEEPIDLE", seconds(silenceMax));
      set(socket, "TCP_KEEPINTERVAL", SECONDS_BETWEEN_PROBES);
      set(socket, "TCP_KEEPCOUNT", PROBES);
      socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
    } catch (IOException e) {
      socket.close();
      throw e;
    }
    return socket;
  }

  /**
   * Sets an option that some systems or JDKs do not have.
   *
   * @param option name of the option in {@code jdk.net.ExtendedSocketOptions}
   */
  private static void set(Socket socket, String option, int value) throws IOException {
    for (var supported : socket.supportedOptions()) {
      if (supported.name().equals(option) && supported.type() == Integer.class) {
        @SuppressWarnings("unchecked")
        var number = (SocketOption<Integer>) supported;
        socket.setOption(number, value);
      }
    }
  }

  private static int seconds(Duration time) {
    return (int) Math.max(1, time.toSeconds());
  }

  private Socket connected(Socket socket, InetSocketAddress address) throws IOException {
    try {
      socket.connect(address, (int) connectTimeout.toMillis());
    } catch (IOException e) {
      socket.close();
      throw e;
    }
    return socket;
  }

  @Override
  public Socket createSocket(InetAddress host, int port) throws IOException {
    return connected(createSocket(), new InetSocketAddress(host, port));
  }

  @Override
  public Socket createSocket(String host, int port) throws IOException {
    return connected(createSocket(), new InetSocketAddress(host, port));
  }

  @Override
  public Socket createSocket(InetAddress host, int port, InetAddress localHost, int localPort)
      throws IOException {
    var socket = createSocket();
    socket.bind(new InetSocketAddress(localHost, localPort));
    return connected(socket, new InetSocketAddress(host, port));
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress localHost, int localPort)
      throws IOException {
    var socket = createSocket();
    socket.bind(new InetSocketAddress(localHost, localPort));
    return connected(socket, new InetSocketAddress(host, port));
  }
}
