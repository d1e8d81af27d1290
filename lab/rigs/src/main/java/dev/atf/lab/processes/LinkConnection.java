package dev.atf.lab.processes;

import dev.atf.local.Pause;
import dev.atf.runtime.loop.MonotonicClock;
import java.io.IOException;
import java.net.Socket;

/**
 * One connection through a {@link FaultyLink}: two threads that copy until a side has closed it.
 */
final class LinkConnection {
  /** Fate of a part of the replies. */
  enum Fate {
    PASS,
    LATE,
    END,
    /** The part vanishes, with everything that follows on this connection. */
    SILENCE
  }

  private static final MonotonicClock CLOCK = MonotonicClock.system();
  private static final int CHUNK_BYTES = 32 * 1024;

  private final FaultyLink link;
  private final Socket client;
  private final Socket target;

  LinkConnection(FaultyLink link, Socket client, Socket target) throws IOException {
    this.link = link;
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
          link.countLost(ending);
          continue;
        }
        switch (link.fateOf(ending)) {
          case PASS -> to.write(chunk, 0, length);
          case LATE -> {
            Pause.until(CLOCK.nanos() + link.delay().toNanos(), CLOCK);
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
    link.ended(this);
    closeQuietly(client);
    closeQuietly(target);
  }

  static void daemon(String name, Runnable body) {
    var thread = new Thread(body, name);
    thread.setDaemon(true);
    thread.start();
  }

  private static void closeQuietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // It is closed already.
    }
  }
}
