package dev.atf.standalone.processes;

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
 * The way from one process of the system to another, as a TCP proxy on the loopback that can do
 * what networks do. Requests that it takes in always arrive; what becomes of the replies is the
 * fault.
 */
public final class FaultyLink implements AutoCloseable {
  /** What happens on the link. */
  private enum Fault {
    NONE,
    /**
     * A reply is now and then the end of its connection: it was applied, and nobody hears of it.
     */
    LOSE_REPLIES,
    /**
     * Half open: replies vanish, and the connections that they vanished on stay silent for ever.
     */
    SWALLOW,
    /** Each part of a reply takes its time. */
    DELAY,
    /** No connection lives, and none can be made. */
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
   * @param targetPort 0 if there is nothing to lead to yet
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

  /** New connections lead there; those that are open stay where they are. */
  public void leadTo(int port) {
    targetPort = port;
  }

  /** Ends every connection, and each new one as soon as it is made. */
  public void cut() {
    fault = Fault.CUT;
    connections.forEach(LinkConnection::close);
  }

  /** From now on each reply is lost with this probability, and its connection with it. */
  public void loseReplies(double probability) {
    losses = probability;
    fault = Fault.LOSE_REPLIES;
  }

  /** From now on whatever comes back comes later by so much. */
  public void delayReplies(Duration by) {
    delay = by;
    fault = Fault.DELAY;
  }

  /** How late a part of the replies is that has {@link LinkConnection.Fate#LATE}. */
  Duration delay() {
    return delay;
  }

  /** From now on nothing comes back, and nothing says so. */
  public void swallowReplies() {
    fault = Fault.SWALLOW;
  }

  /** New connections are good; those that went silent stay so. */
  public void heal() {
    fault = Fault.NONE;
  }

  /** Replies that arrived here and went no further. */
  public int repliesLost() {
    return repliesLost.get();
  }

  /** What becomes of bytes that complete so many replies. */
  LinkConnection.Fate fateOf(int replies) {
    return switch (fault) {
      case NONE -> LinkConnection.Fate.PASS;
      case DELAY -> LinkConnection.Fate.LATE;
      case CUT -> LinkConnection.Fate.END;
      case SWALLOW -> lost(replies, LinkConnection.Fate.SILENCE);
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
        // The link was closed: the loop sees it.
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
      // Nobody is there: its client is to see that, and not to wait.
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
