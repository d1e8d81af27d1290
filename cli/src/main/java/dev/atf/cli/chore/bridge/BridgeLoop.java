package dev.atf.cli.chore.bridge;

import dev.atf.cli.access.FailureMessages;
import dev.atf.cli.chore.git.GitFailedException;
import dev.atf.cli.output.CommandFailedException;
import dev.atf.runtime.loop.MonotonicClock;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * Loop of a bridge. If a check has moved a chore, the next check follows immediately. Otherwise it
 * follows after a random time, so that several bridges do not check at the same time.
 *
 * @param every average time between two checks
 * @param once whether to stop when nothing is left
 */
public record BridgeLoop(
    Bridge bridge,
    Duration every,
    boolean once,
    StopSignal stop,
    MonotonicClock clock,
    RandomGenerator random,
    Consumer<ChoreEvent> events) {
  /** Interval at which the loop asks the server whether a task has ended. */
  private static final Duration ASK_EVERY = Duration.ofMillis(500);

  /** Number of consecutive failed checks after which a run with {@link #once} ends. */
  private static final int FAULTS_MAX = 5;

  /**
   * Runs until it is stopped, or, with {@link #once}, until nothing is left.
   *
   * @throws CommandFailedException if it runs once, and git or the server fails repeatedly
   */
  public void run() {
    int faults = 0;
    var reported = "";
    boolean ended = false;
    while (!ended) {
      try {
        var result = bridge.check();
        faults = 0;
        reported = "";
        ended =
            (once && result.nothingLeft())
                || (result.moved() ? stop.await(Duration.ZERO) : pause(jittered()));
      } catch (GitFailedException | StatusRuntimeException e) {
        var fault = text(e);
        if (!fault.equals(reported)) {
          events.accept(ChoreEvent.fault(fault));
          reported = fault;
        }
        if (once && ++faults >= FAULTS_MAX) {
          throw new CommandFailedException("%s (%d times)".formatted(fault, faults));
        }
        ended = stop.await(jittered());
      }
    }
  }

  private static String text(RuntimeException fault) {
    return fault instanceof StatusRuntimeException rpc
        ? FailureMessages.asText(rpc)
        : String.valueOf(fault.getMessage());
  }

  /** Waits until the time has passed or a task has ended. Returns whether the loop must stop. */
  private boolean pause(Duration time) {
    long begun = clock.nanos();
    while (true) {
      var left = time.minus(clock.since(begun));
      if (left.isNegative() || left.isZero()) {
        return stop.await(Duration.ZERO);
      }
      if (stop.await(left.compareTo(ASK_EVERY) < 0 ? left : ASK_EVERY)) {
        return true;
      }
      if (bridge.hasEnded()) {
        return false;
      }
    }
  }

  private Duration jittered() {
    return Duration.ofMillis(Math.round(every.toMillis() * (0.5 + random.nextDouble())));
  }
}
