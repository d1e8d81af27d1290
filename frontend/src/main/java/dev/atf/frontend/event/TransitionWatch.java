package dev.atf.frontend.event;

import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.WatchTransitionsResponse;
import java.util.ArrayList;
import java.util.List;

/**
 * One watcher: its place in the log, from which it is told as much as it takes. It keeps nothing of
 * its own, so that a slow one costs nobody anything, and ends when the log has left it behind.
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
   * @param cursor where it wants to go on; empty: with what happens from now on
   */
  TransitionWatch(TransitionLog log, WatchFilter filter, WatchSink sink, String cursor) {
    this.log = log;
    this.filter = filter;
    this.sink = sink;
    this.cursor = cursor;
  }

  /** Called once the log follows what happens; nothing is told before. */
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

  /** Sends what there is, as far as the watcher takes it. */
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
            "more happened than this watcher read in time; go on from the last cursor"));
  }

  /** Says that nothing happened, and looks anew what the watcher may see. */
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

  /** In order: its time is up, or this frontend goes. */
  synchronized void finish() {
    if (!over) {
      over = true;
      sink.end();
    }
  }

  /** The caller has gone. */
  synchronized void abandon() {
    over = true;
  }

  synchronized boolean isOver() {
    return over;
  }
}
