package dev.atf.lab.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.atf.cli.output.Progress;
import dev.atf.runtime.loop.MonotonicClock;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class CallersTest {
  private static final List<Integer> ITEMS = IntStream.range(0, 40).boxed().toList();

  @Test
  void eachItemIsCalledOnceByAsManyAsWereAskedFor() {
    Set<Integer> called = ConcurrentHashMap.newKeySet();
    // Returns only when four call at once.
    var four = new CyclicBarrier(4);

    var millis =
        call(
            4,
            item -> {
              called.add(item);
              await(four);
            });

    assertThat(called).containsExactlyInAnyOrderElementsOf(ITEMS);
    assertThat(millis).hasSameSizeAs(ITEMS).allMatch(took -> took >= 0);
  }

  @Test
  void aCallThatFailsIsNotLost() {
    assertThatIllegalStateException()
        .isThrownBy(() -> call(2, item -> refuse()))
        .withCauseInstanceOf(UnsupportedOperationException.class);
    assertThatIllegalStateException()
        .isThrownBy(() -> Callers.atRate(1_000, "", 3, CallersTest::refuse, Progress.NONE))
        .withCauseInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void aPaceIsNeverFasterThanAsked() {
    var calls = new AtomicInteger();
    var clock = MonotonicClock.system();
    long begun = clock.nanos();

    Callers.atRate(200, "", 11, calls::incrementAndGet, Progress.NONE);

    assertThat(calls).hasValue(11);
    assertThat(clock.since(begun).toMillis()).isGreaterThanOrEqualTo(49);
  }

  private static List<Double> call(int callers, Consumer<Integer> call) {
    return Callers.call(callers, ITEMS, call, done -> {}, MonotonicClock.system());
  }

  private static void await(CyclicBarrier barrier) {
    try {
      barrier.await(1, TimeUnit.MINUTES);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static void refuse() {
    throw new UnsupportedOperationException();
  }
}
