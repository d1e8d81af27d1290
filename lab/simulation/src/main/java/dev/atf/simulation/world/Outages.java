package dev.atf.simulation.world;

import com.google.protobuf.ByteString;
import dev.atf.executor.Outcome;
import dev.atf.executor.TaskContext;
import dev.atf.executor.condition.ConditionTester;
import dev.atf.model.TaskId;
import dev.atf.sim.time.Timeline;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * Dependencies of handlers, each of which is away at times that the seed draws. The id of a task
 * says on which it depends, and how it is blocked, so that other draws are the same without them.
 */
final class Outages {
  private static final int DEPENDENCIES = 2;
  private static final String NAME = "dep-";
  private static final Duration SHORT_MAX = Duration.ofSeconds(4);
  private static final Duration LONG_MAX = Duration.ofMinutes(2);
  private static final Duration TEST_AGAIN_MAX = Duration.ofSeconds(5);

  private static final int FINDS_OUT_LATE = 1 << DEPENDENCIES;
  private static final int TESTS_BY_ITSELF = FINDS_OUT_LATE << 1;
  private static final int HOLDS_ITS_LAMBDA = TESTS_BY_ITSELF << 1;

  /** One test in so many passes although the dependency is away. */
  private static final int WRONG_ONE_IN = 6;

  private final List<Outage> all = new ArrayList<>();
  private final Timeline timeline;

  private record Outage(String dependency, Duration from, Duration until) {
    boolean isAt(Duration now) {
      return now.compareTo(from) >= 0 && now.compareTo(until) < 0;
    }
  }

  public Outages(WorldPlan plan, Timeline timeline) {
    this.timeline = timeline;
    RandomGenerator random = new SplittableRandom(plan.seed() ^ 0x510E527FL);
    for (int i = 0; i < plan.outages(); i++) {
      var from = upTo(plan.busyFor(), random);
      var lasting = upTo(random.nextInt(3) == 0 ? SHORT_MAX : LONG_MAX, random);
      all.add(new Outage(NAME + random.nextInt(DEPENDENCIES), from, from.plus(lasting)));
    }
  }

  private static Duration upTo(Duration most, RandomGenerator random) {
    return Duration.ofMillis(random.nextLong(most.toMillis()));
  }

  /**
   * Returns how the attempt of a task is blocked now; empty if it can continue.
   *
   * @param done whether its work is done, and its end is left
   */
  public Optional<Outcome> blocked(TaskId task, String lambda, boolean done) {
    int drawn = task.value().hashCode();
    if (has(drawn, FINDS_OUT_LATE) != done) {
      return Optional.empty();
    }
    for (int i = 0; i < DEPENDENCIES; i++) {
      var dependency = NAME + i;
      if (has(drawn, 1 << i) && isAway(dependency)) {
        var tester = has(drawn, TESTS_BY_ITSELF) ? lambda : Fleet.FIRST_LAMBDA;
        var blocked =
            Outcome.blocked(dependency, ConditionTester.by(tester, dependency))
                .because(dependency + " is away");
        return Optional.of(has(drawn, HOLDS_ITS_LAMBDA) ? blocked.holdingLambda() : blocked);
      }
    }
    return Optional.empty();
  }

  private static boolean has(int drawn, int bit) {
    return (drawn & bit) != 0;
  }

  private boolean isAway(String dependency) {
    var now = Duration.ofNanos(timeline.nanos());
    return all.stream().anyMatch(one -> one.dependency().equals(dependency) && one.isAt(now));
  }

  /** Returns the dependency that a task tests; empty if it is not a tester. */
  public static Optional<String> tested(ByteString payload) {
    var text = payload.toString(StandardCharsets.UTF_8);
    return text.startsWith('"' + NAME)
        ? Optional.of(text.substring(1, text.length() - 1))
        : Optional.empty();
  }

  /** Tests a dependency: a few tests are wrong, and those that fail ask for others variously. */
  public Outcome test(String dependency, TaskId tester, TaskContext context) {
    int drawn = Math.floorMod(tester.value().hashCode(), WRONG_ONE_IN);
    if (!isAway(dependency) || drawn == 0) {
      return Outcome.success(dependency);
    }
    return drawn % 2 == 0
        ? Outcome.retriable("AWAY", dependency)
        : Outcome.retryLater(TEST_AGAIN_MAX.dividedBy(1L + context.attempt()));
  }
}
