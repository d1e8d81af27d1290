package dev.atf.lab.processes;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Connection from one process of the system to another, as a TCP proxy on the loopback that can
 * inject network faults. Requests that it accepts always arrive; faults concern replies.
 */
public final class FaultyLink implements AutoCloseable {
  /** Fault of the link. */
  private enum Fault {
    NONE,
    /**
     * Some replies end their connection instead of arriving: the call was applied, its result is
     * lost.
     */
    LOSE_REPLIES,
    /**
     * Half-open connections: replies vanish, and connections that lost one stay silent for ever.
     */
    SWALLOW,
    /** Delays each part of a reply. */
    DELAY,
    /** Closes every connection, and accepts none. */
    CUT
  }

  private final ServerSocket server;
  private final Random random;
  private final Set<LinkConnection> connections = ConcurrentHashMap.newKeySet();
  private final AtomicInteger repliesLost = new AtomicInteger();
  private volatile int targetPort;
  private volatile double losses;
  private volatile Duration delay = Duration.ZERO;
  private volatile Fault fault = Fault.NONE;

  private FaultyLink(ServerSocket server, int targetPort, long seed) {
    this.server = server;
    this.targetPort = targetPort;
    this.random = new Random(seed);
  }

  /**
   * @param targetPort 0 if there is no target yet
   * @param seed decides which replies are lost
   */
  public static FaultyLink to(int targetPort, long seed) {
    try {
      var loopback = InetAddress.getLoopbackAddress();
      var link = new FaultyLink(new ServerSocket(0, 256, loopback), targetPort, seed);
      LinkConnection.daemon("link-accept", link::accept);
      return link;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public String uri() {
    return "http://127.0.0.1:" + server.getLocalPort();
  }

  /** Sets the target of new connections; open ones stay as they are. */
  public void leadTo(int port) {
    targetPort = port;
  }

  /** Ends every connection, and each new one as soon as it is made. */
  public void cut() {
    fault = Fault.CUT;
    connections.forEach(LinkConnection::close);
  }

  /** Loses each reply with this probability from now on, and its connection with it. */
  public void loseReplies(double probability) {
    losses = probability;
    fault = Fault.LOSE_REPLIES;
  }

  /** Delays replies by this time from now on. */
  public void delayReplies(Duration by) {
    delay = by;
    fault = Fault.DELAY;
  }

  /** Returns the delay of a part of the replies with {@link LinkConnection.Fate#LATE}. */
  Duration delay() {
    return delay;
  }

  /** Swallows replies silently from now on. */
  public void swallowReplies() {
    fault = Fault.SWALLOW;
  }

  /** Ends the fault: new connections work; those that went silent stay so. */
  public void heal() {
    fault = Fault.NONE;
  }

  /** Returns the number of replies that arrived here and were not forwarded. */
  public int repliesLost() {
    return repliesLost.get();
  }

  /** Returns the fate of bytes that complete so many replies. */
  LinkConnection.Fate fateOf(int replies) {
    return switch (fault) {
      case NONE -> LinkConnection.Fate.PASS;
      case DELAY -> LinkConnection.Fate.LATE;
      case CUT -> LinkConnection.Fate.END;
      // A new connection without the settings of its server would never carry a call.
      case SWALLOW ->
          replies > 0 ? lost(replies, LinkConnection.Fate.SILENCE) : LinkConnection.Fate.PASS;
      case LOSE_REPLIES ->
          replies > 0 && random.nextDouble() < losses
              ? lost(replies, LinkConnection.Fate.END)
              : LinkConnection.Fate.PASS;
    };
  }

  void countLost(int replies) {
    repliesLost.addAndGet(replies);
  }

  private LinkConnection.Fate lost(int replies, LinkConnection.Fate fate) {
    countLost(replies);
    return fate;
  }

  void ended(LinkConnection connection) {
    connections.remove(connection);
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        connect(server.accept());
      } catch (IOException e) {
        // The link was closed: the loop ends.
      }
    }
  }

  private void connect(Socket client) throws IOException {
    try {
      if (fault == Fault.CUT) {
        client.close();
        return;
      }
      var target = new Socket(InetAddress.getLoopbackAddress(), targetPort);
      var connection = new LinkConnection(this, client, target);
      connections.add(connection);
      connection.start();
      if (fault == Fault.CUT) {
        connection.close();
      }
    } catch (IOException e) {
      // The target does not listen: its client has to notice that instead of waiting.
      client.close();
    }
  }

  @Override
  public void close() {
    cut();
    try {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
