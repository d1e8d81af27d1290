package dev.atf.store.lambda;

import static dev.atf.store.SampleTasks.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.LambdaName;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.store.LambdaRegistry;
import dev.atf.store.memory.InMemoryMemberRegistry;
import dev.atf.store.rows.InMemoryRows;
import dev.atf.store.rows.Rows;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests lambdas that are listed from memory while their version does not change. */
final class VersionedLambdasTest {
  private static final LambdaDefinition RESIZE = lambda("resize");

  private final Rows<LambdaRegistry.Row> rows = new InMemoryRows<>(LambdaRegistry.KIND);
  private final InMemoryMemberRegistry members = new InMemoryMemberRegistry();
  private final VersionedLambdas here = lambdas();
  private final VersionedLambdas elsewhere = lambdas();
  private Instant now = NOW;

  @Test
  void changesOfOtherProcessesAreListedAtOnce() {
    assertThat(here.list()).isEmpty();

    elsewhere.put(RESIZE, Optional.empty());
    assertThat(here.list()).containsExactly(RESIZE);

    elsewhere.delete(RESIZE, NOW);
    assertThat(here.list()).isEmpty();
  }

  @Test
  void changeWhoseVersionWasLostIsListedLater() {
    assertThat(here.list()).isEmpty();

    new LambdaRegistry(rows).put(RESIZE, Optional.empty());

    assertThat(here.list()).isEmpty();
    now = NOW.plus(VersionedLambdas.READ_EVERY);
    assertThat(here.list()).containsExactly(RESIZE);
  }

  @Test
  void clockThatWasSetBackHasThemReadAgain() {
    assertThat(here.list()).isEmpty();
    new LambdaRegistry(rows).put(RESIZE, Optional.empty());

    now = NOW.minusSeconds(1);

    assertThat(here.list()).containsExactly(RESIZE);
  }

  private VersionedLambdas lambdas() {
    return new VersionedLambdas(rows, members, () -> now);
  }

  private static LambdaDefinition lambda(String name) {
    return LambdaDefinition.withDefaults(new LambdaName(name), NOW);
  }
}
