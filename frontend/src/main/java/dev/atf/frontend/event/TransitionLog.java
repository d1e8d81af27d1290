package dev.atf.frontend.event;

import dev.atf.protocol.v1.Transition;
import dev.atf.protocol.v1.WatchTransitionsResponse;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The latest transitions that were sent, numbered from 0, so that watchers can resume. The numbers
 * are valid only for this frontend and this start, and a cursor contains the id of its log.
 * Thread-safe.
 */
final class TransitionLog {
  /**
   * Number of kept transitions, which {@code event_service.proto} promises. They take a few
   * megabytes.
   */
  static final int KEPT_MAX = 10_000;

  private static final Pattern CURSOR = Pattern.compile("([0-9a-f]{16})-(\\d{1,18})");

  private final String id;
  private final @Nullable WatchTransitionsResponse[] kept = new WatchTransitionsResponse[KEPT_MAX];
  private long end;

  TransitionLog(RandomGenerator random) {
    var bytes = new byte[8];
    random.nextBytes(bytes);
    this.id = HexFormat.of().formatHex(bytes);
  }

  void add(Transition transition) {
    add(WatchTransitionsResponse.newBuilder().setTransition(transition));
  }

  void addGap() {
    add(WatchTransitionsResponse.newBuilder().setGap(gap()));
  }

  private synchronized void add(WatchTransitionsResponse.Builder answer) {
    kept[(int) (end % KEPT_MAX)] = answer.setCursor(cursor(end + 1)).build();
    end++;
  }

  static WatchTransitionsResponse.Gap gap() {
    return WatchTransitionsResponse.Gap.getDefaultInstance();
  }

  /** Returns the position after the latest entry. */
  synchronized long end() {
    return end;
  }

  synchronized boolean holds(long position) {
    return position >= end - KEPT_MAX && position <= end;
  }

  /**
   * Returns the entries from {@code position} on, the oldest first; empty if they are no longer
   * kept.
   */
  synchronized List<WatchTransitionsResponse> from(long position, int max) {
    var some = new ArrayList<WatchTransitionsResponse>();
    if (holds(position)) {
      for (long at = position; at < Math.min(end, position + max); at++) {
        var answer = kept[(int) (at % KEPT_MAX)];
        if (answer != null) {
          some.add(answer);
        }
      }
    }
    return some;
  }

  String cursor(long position) {
    return id + "-" + position;
  }

  /**
   * Returns the position of a cursor; empty if the cursor is from another log, too old, or
   * malformed.
   */
  OptionalLong position(String cursor) {
    var form = CURSOR.matcher(cursor);
    if (!form.matches() || !form.group(1).equals(id)) {
      return OptionalLong.empty();
    }
    long position = Long.parseLong(form.group(2));
    return holds(position) ? OptionalLong.of(position) : OptionalLong.empty();
  }
}
