package dev.atf.frontend.event;

import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.WatchTransitionsResponse;
import java.util.ArrayList;
import java.util.List;

/**
 * Watcher with its position in the log. It receives entries as fast as it can take them. Nothing is
 * buffered for it, so a slow watcher does not affect the others. A watch ends when the log no
 * longer has its position.
 */
public final class TransitionWatch {
  private static final int BATCH_MAX = 100;

  private final TransitionLog log;
  private final WatchFilter filter;
  private final WatchSink sink;
  private final String cursor;
  private boolean greeted;
  private boolean over;
  private long position;

  /**
   * Creates a watch that has not begun.
   *
   * @param cursor position at which the watch resumes; empty to start with the next transitions
   */
  TransitionWatch(TransitionLog log, WatchFilter filter, WatchSink sink, String cursor) {
    this.log = log;
    this.filter = filter;
    this.sink = sink;
    this.cursor = cursor;
  }

  /** Starts to send, once the log follows the feed. */
  synchronized void greet() {
    if (greeted || over) {
      return;
    }
    greeted = true;
    var resumed = log.position(cursor);
    position = resumed.orElseGet(log::end);
    boolean missed = !cursor.isEmpty() && resumed.isEmpty();
    var first = WatchTransitionsResponse.newBuilder().setCursor(log.cursor(position));
    var answers = new ArrayList<WatchTransitionsResponse>();
    if (missed) {
      answers.add(first.setGap(TransitionLog.gap()).build());
    }
    answers.add(first.setHeartbeat(heartbeat()).build());
    sink.send(answers);
    pump();
  }

  /** Sends the available entries as far as the watcher can take them. */
  public synchronized void pump() {
    while (greeted && !over && sink.isReady() && position < log.end()) {
      var some = log.from(position, BATCH_MAX);
      if (some.isEmpty()) {
        end();
        return;
      }
      position += some.size();
      var wanted = some.stream().filter(this::passes).toList();
      if (!wanted.isEmpty()) {
        sink.send(wanted);
      }
    }
    if (greeted && !over && !log.holds(position)) {
      end();
    }
  }

  private boolean passes(WatchTransitionsResponse answer) {
    return answer.hasGap() || filter.passes(answer.getTransition());
  }

  private void end() {
    over = true;
    sink.end(
        RpcErrors.of(
            ErrorReason.WATCH_TOO_SLOW,
            "more happened than this watcher read in time; continue from the last cursor"));
  }

  /** Sends a heartbeat, and reads the rights of the watcher again. */
  synchronized void beat() {
    filter.refresh();
    if (greeted && !over && sink.isReady()) {
      sink.send(
          List.of(
              WatchTransitionsResponse.newBuilder()
                  .setCursor(log.cursor(position))
                  .setHeartbeat(heartbeat())
                  .build()));
    }
  }

  private static WatchTransitionsResponse.Heartbeat heartbeat() {
    return WatchTransitionsResponse.Heartbeat.getDefaultInstance();
  }

  /**
   * Ends the watch in an orderly way, because its maximum age is reached or this frontend stops.
   */
  synchronized void finish() {
    if (!over) {
      over = true;
      sink.end();
    }
  }

  /** Drops the watch after its caller has gone. */
  synchronized void abandon() {
    over = true;
  }

  synchronized boolean isOver() {
    return over;
  }
}
