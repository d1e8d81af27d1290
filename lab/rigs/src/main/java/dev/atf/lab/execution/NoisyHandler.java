package dev.atf.lab.execution;

import dev.atf.executor.Outcome;
import dev.atf.executor.TaskContext;
import dev.atf.executor.TaskHandler;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Behaves as its {@link Work} says. */
public final class NoisyHandler implements TaskHandler<NoisyHandler.Work> {
  /** Lambda that it is of. */
  public static final String LAMBDA = "noisy";

  /**
   * Work of one task.
   *
   * @param millis time that it takes before it fails or succeeds
   * @param untilMillis of the epoch: until then stuck tasks hang and failing tasks fail
   */
  public record Work(Kind kind, long millis, long untilMillis) {
    /** Kind of load that a bad neighbour causes. */
    public enum Kind {
      SLOW,
      STUCK,
      FAILING,
      /** Fails at the first attempt and succeeds at the second, at any time. */
      FAILING_ONCE
    }
  }

  private final InstantSource clock = InstantSource.system();

  @Override
  public Outcome handle(Work work, TaskContext context) throws InterruptedException {
    long left = work.untilMillis() - clock.millis();
    return switch (work.kind()) {
      case SLOW -> {
        pause(work.millis());
        yield Outcome.success();
      }
      case STUCK -> {
        pause(left);
        yield Outcome.success();
      }
      case FAILING -> {
        if (left <= 0) {
          yield Outcome.success();
        }
        pause(work.millis());
        yield Outcome.retriable("DEPENDENCY_DOWN", "fails until the phase is over");
      }
      case FAILING_ONCE ->
          context.attempt() == 1
              ? Outcome.retriable("DEPENDENCY_DOWN", "fails once")
              : Outcome.success();
    };
  }

  private static void pause(long millis) throws InterruptedException {
    if (new CountDownLatch(1).await(millis, TimeUnit.MILLISECONDS)) {
      throw new IllegalStateException("unreachable: nothing counts this latch down");
    }
  }
}
