package dev.atf.store;

import static dev.atf.store.SampleTasks.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.Attempt;
import dev.atf.model.ClaimId;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.model.fairness.KeyGroup;
import dev.atf.store.RunningPermits.Permit;
import dev.atf.store.RunningPermits.Scope;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Behaviour of every store's permits. */
public abstract class RunningPermitsContract {
  private final Scope scope = Scope.of(SampleTasks.nextLambda());

  protected abstract Stores stores();

  @Test
  void noMoreAreGivenThanTheLimit() {
    assertThat(take(1, 2)).isTrue();
    assertThat(take(2, 2)).isTrue();

    assertThat(take(3, 2)).isFalse();
    assertThat(stores().permits().held(scope)).hasSize(2);
  }

  @Test
  void takeReturnsTheNumberOfHeldPermits() {
    var permits = stores().permits();

    assertThat(permits.take(scope, attempt(1), 2, NOW).heldCount()).isEqualTo(1);
    assertThat(permits.take(scope, attempt(2), 2, NOW).heldCount()).isEqualTo(2);
    assertThat(permits.take(scope, attempt(2), 2, NOW).heldCount()).isEqualTo(2);
    assertThat(permits.take(scope, attempt(3), 2, NOW).heldCount()).isEqualTo(2);
  }

  @Test
  void aClaimThatHasAPermitKeepsItWhateverTheLimitIsNow() {
    take(1, 2);
    take(2, 2);

    assertThat(take(2, 1)).isTrue();
    assertThat(stores().permits().held(scope)).hasSize(2);
  }

  @Test
  void aPermitThatWasGivenBackIsGivenAgain() {
    take(1, 1);

    stores().permits().release(scope, attempt(1).claimId());
    stores().permits().release(scope, attempt(1).claimId());
    stores().permits().release(Scope.of(SampleTasks.nextLambda()), attempt(1).claimId());

    assertThat(take(2, 1)).isTrue();
    assertThat(stores().permits().held(scope)).containsExactly(Permit.first(attempt(2), NOW));
  }

  @Test
  void countsHowOftenAClaimTakesItsPermit() {
    var permits = stores().permits();
    var later = NOW.plusSeconds(1);

    var first = permits.take(scope, attempt(1), 1, NOW).permit();
    var second = permits.take(scope, attempt(1), 1, later).permit();

    assertThat(first).contains(Permit.first(attempt(1), NOW));
    assertThat(second).contains(Permit.first(attempt(1), NOW).again(later));
    assertThat(permits.held(scope)).containsExactly(second.orElseThrow());
  }

  @Test
  void releaseOfAnOlderPermitStateChangesNothing() {
    var permits = stores().permits();
    var first = permits.take(scope, attempt(1), 1, NOW).permit().orElseThrow();
    var second = permits.take(scope, attempt(1), 1, NOW).permit().orElseThrow();

    permits.release(scope, first);
    assertThat(permits.held(scope)).containsExactly(second);

    permits.release(scope, second);
    permits.release(scope, second);
    assertThat(permits.held(scope)).isEmpty();
    permits.release(Scope.of(SampleTasks.nextLambda()), second);
  }

  @Test
  void concurrentTakesAreGrantedUpToTheLimit() throws Exception {
    var pool = Executors.newFixedThreadPool(8);
    try {
      var takers =
          IntStream.range(0, 24).<Callable<Boolean>>mapToObj(i -> () -> take(i, 5)).toList();

      int taken = 0;
      for (var taker : pool.invokeAll(takers)) {
        taken += taker.get() ? 1 : 0;
      }

      assertThat(taken).isEqualTo(5);
      assertThat(stores().permits().held(scope)).hasSize(5);
    } finally {
      pool.shutdownNow();
    }
  }

  @Test
  void lambdasDoNotShare() {
    take(1, 1);

    assertThat(
            stores()
                .permits()
                .take(Scope.of(SampleTasks.nextLambda()), attempt(2), 1, NOW)
                .permit())
        .isPresent();
  }

  @Test
  @Tag("K1")
  void groupsOfALambdaShareNeitherAmongThemselvesNorWithTheLambda() {
    var permits = stores().permits();
    var first = new Scope(scope.owner(), new KeyGroup(0));
    var second = new Scope(scope.owner(), new KeyGroup(1));
    take(1, 1);

    assertThat(permits.take(first, attempt(1), 1, NOW).permit()).isPresent();
    assertThat(permits.take(first, attempt(2), 1, NOW).permit()).isEmpty();
    assertThat(permits.take(second, attempt(2), 1, NOW).permit()).isPresent();
    permits.release(scope, attempt(1).claimId());

    assertThat(permits.held(scope)).isEmpty();
    assertThat(permits.held(first)).containsExactly(Permit.first(attempt(1), NOW));
    assertThat(permits.held(second)).containsExactly(Permit.first(attempt(2), NOW));
  }

  private boolean take(int number, int max) {
    return stores().permits().take(scope, attempt(number), max, NOW).permit().isPresent();
  }

  private static Attempt attempt(int number) {
    var taskId = new TaskId("%032x".formatted(number));
    return new Attempt(new TaskRef(taskId, 7), new ClaimId("%016x".formatted(number)));
  }
}
