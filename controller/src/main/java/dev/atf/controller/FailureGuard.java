package dev.atf.controller;

import dev.atf.model.worker.AttemptEnds;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/**
 * Protects one lambda's tasks from a host on which nearly all attempts fail although they would
 * succeed on others. Such a host is always the first to be free, so it would take most tasks. Not
 * thread-safe.
 *
 * <p>A host starts with a trial, during which only a few attempts may be unfinished or failed. When
 * nearly all of its latest attempts have failed, the host is suspected, and takes no further
 * attempts until the HSC reports how attempts end on other hosts. If they succeed there, the host
 * takes no attempts for a while, and then starts another trial.
 */
final class FailureGuard {
  /**
   * Maximum number of attempts of a trial that have not succeeded, and minimum number of attempts
   * for a later suspicion.
   */
  static final int TRIAL = 10;

  /** Maximum number of unsuccessful attempts in the trial after a failed one. */
  static final int TRIAL_AGAIN = 4;

  /**
   * Maximum duration of a trial: attempts that run for this long do not fail immediately. It is
   * longer than it takes to record a result.
   */
  static final Duration TRIAL_MAX = Duration.ofSeconds(10);

  /**
   * Initial maximum wait for the results of other hosts. It is enough for several reports. It
   * doubles after each failed trial, up to {@link #AWAY_MIN}.
   */
  static final Duration SUSPECTED_MIN = Duration.ofSeconds(15);

  /** Initial time during which the host takes no attempts. It doubles after each failed trial. */
  static final Duration AWAY_MIN = Duration.ofMinutes(1);

  static final Duration AWAY_MAX = Duration.ofMinutes(16);

  /**
   * Time for which a host takes work although its attempts fail, because attempts fail on all
   * hosts. During this time it keeps asking for the results of other hosts.
   */
  static final Duration ACQUITTED = Duration.ofMinutes(5);

  private static final Duration MEMORY = Duration.ofMinutes(1);
  private static final int LATEST_MAX = 20;
  private static final double FAILED_HERE = 0.9;
  private static final double FAILED_ELSEWHERE = 0.3;

  private enum State {
    TRIAL,
    TRUSTED,
    SUSPECTED,
    AWAY
  }

  private record End(boolean failed, long at) {}

  private final Deque<End> latest = new ArrayDeque<>();
  private final MinuteCount ended;
  private final MinuteCount failed;
  private State state = State.TRIAL;

  /** Start of the state; for a trial, the start of its first attempt. */
  private long since;

  private int inProgress;

  /** Number of attempts of a trial that were handed out and have not succeeded. */
  private int unprovenInTrial;

  private boolean isNews;
  private long acquittedUntil;
  private int trial = TRIAL;
  private Duration suspected = SUSPECTED_MIN;
  private Duration away = AWAY_MIN;
  private String reason = "";

  FailureGuard(long now) {
    this.ended = new MinuteCount(now);
    this.failed = new MinuteCount(now);
    this.since = now;
    this.acquittedUntil = now;
  }

  /** Returns the number of references that may be requested now. */
  int askable(long now) {
    advance(now);
    return switch (state) {
      case TRUSTED -> Integer.MAX_VALUE;
      case TRIAL -> Math.max(0, trial - unprovenInTrial - inProgress);
      case SUSPECTED, AWAY -> 0;
    };
  }

  /**
   * Returns the time in nanoseconds until more references may be requested; 0 or less if waiting
   * does not help.
   */
  long waitLeft(long now) {
    advance(now);
    return switch (state) {
      case TRUSTED -> 0;
      case TRIAL -> unprovenInTrial < trial ? 0 : since + TRIAL_MAX.toNanos() - now;
      case SUSPECTED -> since + suspected.toNanos() - now;
      case AWAY -> since + away.toNanos() - now;
    };
  }

  void asked(int refs) {
    inProgress += refs;
  }

  /** Records that a claim has ended, with any result. */
  void claimed(int refs) {
    inProgress -= refs;
  }

  void handedOut(int attempts, long now) {
    if (state == State.TRIAL && attempts > 0) {
      since = unprovenInTrial == 0 ? now : since;
      unprovenInTrial += attempts;
    }
  }

  /** Records that attempts have ended. */
  void ended(int attempts, int failures, long now) {
    if (attempts == 0) {
      return;
    }
    advance(now);
    ended.add(attempts, now);
    failed.add(failures, now);
    for (int i = 0; i < Math.min(attempts, LATEST_MAX); i++) {
      latest.addLast(new End(i < failures, now));
    }
    if (state == State.TRIAL) {
      // Those that were lost on the way must not stop the others.
      unprovenInTrial = Math.max(0, unprovenInTrial - (attempts - failures));
    }
    if (state == State.SUSPECTED || state == State.AWAY || recent(now) < needed()) {
      return;
    }
    if (!isFailing(now)) {
      trust(now);
    } else if (now - acquittedUntil >= 0) {
      reason = "%d of its latest %d attempts failed".formatted(failures(), latest.size());
      isNews = true;
      become(State.SUSPECTED, now);
    }
  }

  /** Returns whether the host became suspected since the last call. */
  boolean takeNews() {
    boolean taken = isNews;
    isNews = false;
    return taken;
  }

  /** Returns whether this host needs the results of other hosts. */
  boolean asksElsewhere(long now) {
    advance(now);
    return state == State.SUSPECTED || (state == State.TRUSTED && isFailing(now));
  }

  /**
   * Returns whether no attempt starts, for a limited time, until the results of other hosts are
   * known.
   */
  boolean isSuspected(long now) {
    advance(now);
    return state == State.SUSPECTED;
  }

  /** Returns the reason why no attempt starts; empty if attempts may start. */
  String reason(long now) {
    advance(now);
    return state == State.SUSPECTED || state == State.AWAY ? reason : "";
  }

  /** Records how attempts have ended on other hosts. */
  void endedElsewhere(AttemptEnds elsewhere, long now) {
    if (!asksElsewhere(now)) {
      return;
    }
    boolean isKnown = elsewhere.ended() >= TRIAL;
    if (isKnown && elsewhere.failed() < FAILED_ELSEWHERE * elsewhere.ended()) {
      reason =
          "%d of its latest %d attempts failed, %d of %d on other hosts"
              .formatted(failures(), latest.size(), elsewhere.failed(), elsewhere.ended());
      become(State.AWAY, now);
    } else if (isKnown || elsewhere.hosts() == 0) {
      acquit(now);
    }
  }

  /** Returns the numbers of the last minute on this host. */
  AttemptEnds ends(long now) {
    return new AttemptEnds(1, ended.get(now), failed.get(now));
  }

  private boolean isFailing(long now) {
    return recent(now) >= needed() && failures() >= FAILED_HERE * latest.size();
  }

  private int needed() {
    // Executors may not have reported the last ends of a trial yet.
    return state == State.TRIAL ? trial / 2 : TRIAL;
  }

  /** Returns the number of recent ends, which are enough for a conclusion only above a minimum. */
  private int recent(long now) {
    while (latest.size() > LATEST_MAX
        || (!latest.isEmpty() && now - latest.element().at() > MEMORY.toNanos())) {
      latest.remove();
    }
    return latest.size();
  }

  private long failures() {
    return latest.stream().filter(End::failed).count();
  }

  private void advance(long now) {
    if (state == State.TRIAL && unprovenInTrial > 0 && now - since >= TRIAL_MAX.toNanos()) {
      become(State.TRUSTED, now);
    } else if (state == State.SUSPECTED && now - since >= suspected.toNanos()) {
      suspected = doubled(suspected, AWAY_MIN);
      tryAgain(now);
    } else if (state == State.AWAY && now - since >= away.toNanos()) {
      away = doubled(away, AWAY_MAX);
      tryAgain(now);
    }
  }

  private static Duration doubled(Duration time, Duration max) {
    var twice = time.multipliedBy(2);
    return twice.compareTo(max) < 0 ? twice : max;
  }

  private void tryAgain(long now) {
    latest.clear();
    trial = TRIAL_AGAIN;
    become(State.TRIAL, now);
  }

  private void trust(long now) {
    trial = TRIAL;
    suspected = SUSPECTED_MIN;
    away = AWAY_MIN;
    become(State.TRUSTED, now);
  }

  private void acquit(long now) {
    acquittedUntil = now + ACQUITTED.toNanos();
    become(State.TRUSTED, now);
  }

  private void become(State next, long now) {
    since = state == next ? since : now;
    state = next;
    unprovenInTrial = 0;
  }

  /** Count of events within the last minute, with a resolution of ten seconds. Not thread-safe. */
  private static final class MinuteCount {
    private static final long WINDOW_NANOS = Duration.ofSeconds(10).toNanos();

    private final int[] windows = new int[6];
    private long began;
    private int current;

    MinuteCount(long now) {
      this.began = now;
    }

    void add(int count, long now) {
      advance(now);
      windows[current] += count;
    }

    int get(long now) {
      advance(now);
      return Arrays.stream(windows).sum();
    }

    private void advance(long now) {
      long passed = (now - began) / WINDOW_NANOS;
      for (long i = 0; i < Math.min(passed, windows.length); i++) {
        current = (current + 1) % windows.length;
        windows[current] = 0;
      }
      began += Math.max(0, passed) * WINDOW_NANOS;
    }
  }
}
