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
 * Turns a bridge: looks again at once after a chore was moved, else after a time that differs from
 * bridge to bridge.
 *
 * @param every time between two looks, on average
 * @param once whether to end when nothing is left
 */
public record BridgeLoop(
    Bridge bridge,
    Duration every,
    boolean once,
    StopSignal stop,
    MonotonicClock clock,
    RandomGenerator random,
    Consumer<ChoreEvent> events) {
  /** Time between two questions to the server whether a task has ended. */
  private static final Duration ASK_EVERY = Duration.ofMillis(500);

  /** Looks that fail one after another before a run with {@link #once} ends. */
  private static final int FAULTS_MAX = 5;

  /**
   * Runs until it is stopped, or nothing is left.
   *
   * @throws CommandFailedException if it is to run once, and git or the server do not do their part
   */
  public void run() {
    int faults = 0;
    var told = "";
    boolean ended = false;
    while (!ended) {
      try {
        var look = bridge.look();
        faults = 0;
        told = "";
        ended =
            (once && look.nothingLeft())
                || (look.moved() ? stop.await(Duration.ZERO) : pause(jittered()));
      } catch (GitFailedException | StatusRuntimeException e) {
        var fault = text(e);
        if (!fault.equals(told)) {
          events.accept(ChoreEvent.fault(fault));
          told = fault;
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

  /** Waits for the time, or until a task has ended; returns whether the loop is to end. */
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
