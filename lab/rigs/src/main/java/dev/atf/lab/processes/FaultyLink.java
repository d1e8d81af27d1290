package dev.atf.lab.processes;

import dev.atf.local.Pause;
import dev.atf.runtime.loop.MonotonicClock;
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

  /** Fate of a part of the replies. */
  private enum Fate {
    PASS,
    LATE,
    END,
    /** The part vanishes, with everything that follows on this connection. */
    SILENCE
  }

  private static final MonotonicClock CLOCK = MonotonicClock.system();
  private static final int CHUNK_BYTES = 32 * 1024;

  private final ServerSocket server;
  private final Random random;
  private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
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
      daemon("link-accept", link::accept);
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
    connections.forEach(Connection::close);
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
  private Fate fateOf(int replies) {
    return switch (fault) {
      case NONE -> Fate.PASS;
      case DELAY -> Fate.LATE;
      case CUT -> Fate.END;
      // A new connection without the settings of its server would never carry a call.
      case SWALLOW -> replies > 0 ? lost(replies, Fate.SILENCE) : Fate.PASS;
      case LOSE_REPLIES ->
          replies > 0 && random.nextDouble() < losses ? lost(replies, Fate.END) : Fate.PASS;
    };
  }

  private Fate lost(int replies, Fate fate) {
    repliesLost.addAndGet(replies);
    return fate;
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
      var connection = new Connection(client, target);
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

  private static void daemon(String name, Runnable body) {
    var thread = new Thread(body, name);
    thread.setDaemon(true);
    thread.start();
  }

  /** One connection: two threads that copy until a side has closed it. */
  private final class Connection {
    private final Socket client;
    private final Socket target;

    Connection(Socket client, Socket target) throws IOException {
      this.client = client;
      this.target = target;
      client.setTcpNoDelay(true);
      target.setTcpNoDelay(true);
    }

    void start() {
      daemon("link-requests", this::copyRequests);
      daemon("link-replies", this::copyReplies);
    }

    private void copyRequests() {
      try {
        client.getInputStream().transferTo(target.getOutputStream());
      } catch (IOException e) {
        // One side has gone: so does the other.
      } finally {
        close();
      }
    }

    private void copyReplies() {
      var replies = new Replies();
      var chunk = new byte[CHUNK_BYTES];
      boolean silent = false;
      try {
        var from = target.getInputStream();
        var to = client.getOutputStream();
        for (int length = from.read(chunk); length >= 0; length = from.read(chunk)) {
          int ending = replies.endingIn(chunk, length);
          if (silent) {
            repliesLost.addAndGet(ending);
            continue;
          }
          switch (fateOf(ending)) {
            case PASS -> to.write(chunk, 0, length);
            case LATE -> {
              Pause.until(CLOCK.nanos() + delay.toNanos(), CLOCK);
              to.write(chunk, 0, length);
            }
            case SILENCE -> silent = true;
            case END -> {
              return;
            }
          }
        }
      } catch (IOException e) {
        // One side has gone: so does the other.
      } finally {
        close();
      }
    }

    void close() {
      connections.remove(this);
      closeQuietly(client);
      closeQuietly(target);
    }

    private static void closeQuietly(Socket socket) {
      try {
        socket.close();
      } catch (IOException e) {
        // It is closed already.
      }
    }
  }

  /**
   * Finds the ends of replies in the bytes that a server sends on one connection, so that a lost
   * reply is not a lost ping. Not thread-safe.
   */
  private static final class Replies {
    private static final int FRAME_HEADER_BYTES = 9;
    private static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int END_STREAM = 1;

    private final byte[] header = new byte[FRAME_HEADER_BYTES];
    private int headerBytes;
    private int frameBytesLeft;
    private boolean begun;
    private boolean http1;

    /**
     * Counts the replies that end in these bytes. In HTTP/2, these are the frames that end a
     * stream. In HTTP/1, whose clients here never send two requests at once, the first bytes of a
     * reply count as all of it.
     *
     * @return number of replies that these bytes complete
     */
    int endingIn(byte[] bytes, int length) {
      if (!begun && length > 0) {
        begun = true;
        http1 = bytes[0] == 'H';
      }
      return http1 ? (bytes[0] == 'H' ? 1 : 0) : framesEndingStreams(bytes, length);
    }

    private int framesEndingStreams(byte[] bytes, int length) {
      int found = 0;
      for (int at = 0; at < length; ) {
        if (frameBytesLeft > 0) {
          int passed = Math.min(frameBytesLeft, length - at);
          frameBytesLeft -= passed;
          at += passed;
          continue;
        }
        header[headerBytes++] = bytes[at++];
        if (headerBytes == FRAME_HEADER_BYTES) {
          headerBytes = 0;
          frameBytesLeft = (header[0] & 0xff) << 16 | (header[1] & 0xff) << 8 | (header[2] & 0xff);
          boolean ofStream = header[3] == DATA || header[3] == HEADERS;
          found += ofStream && (header[4] & END_STREAM) != 0 ? 1 : 0;
        }
      }
      return found;
    }
  }
}
