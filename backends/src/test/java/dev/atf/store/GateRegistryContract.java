package dev.atf.store;

import static dev.atf.store.SampleTasks.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.CollectionName;
import dev.atf.model.LambdaName;
import dev.atf.model.lambda.Gate;
import dev.atf.model.lambda.GateState;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Behaviour of every store's gates. */
public abstract class GateRegistryContract {
  private static final CollectionName MARKETING = new CollectionName("Marketing.2026_a-b");

  private final LambdaName lambda = SampleTasks.nextLambda();

  protected abstract Stores stores();

  @Test
  void aGateIsReadAsItWasPut() {
    var whole = gate(null, GateState.PAUSED);
    var until = NOW.plusSeconds(60).plusNanos(1);
    var part = new Gate(lambda, MARKETING, GateState.DROPPING, until, "\u0000 <b>", "é", NOW);

    stores().gates().put(whole);
    assertThat(stores().gates().read().closed(lambda, MARKETING, NOW)).contains(whole);
    stores().gates().put(part);
    stores().gates().put(gate(null, GateState.OPEN));

    assertThat(stores().gates().read().closed(lambda, MARKETING, NOW)).contains(part);
    assertThat(stores().gates().read().closed(lambda, null, NOW)).isEmpty();
  }

  @Test
  void anOpenedGateIsStillKnown() {
    stores().gates().put(gate(MARKETING, GateState.PAUSED));
    stores().gates().put(gate(MARKETING, GateState.OPEN));

    assertThat(stores().gates().read().collections(lambda)).containsExactly(MARKETING);
    assertThat(stores().gates().read().closed(lambda, MARKETING, NOW)).isEmpty();
  }

  @Test
  void gatesAreDeletedOneByOne() {
    var other = SampleTasks.nextLambda();
    stores().gates().put(gate(null, GateState.PAUSED));
    stores().gates().put(gate(MARKETING, GateState.PAUSED));
    stores().gates().put(new Gate(other, null, GateState.PAUSED, null, "", "", NOW));

    stores().gates().read().of(lambda).forEach(stores().gates()::delete);

    assertThat(stores().gates().read().closed(lambda, MARKETING, NOW)).isEmpty();
    assertThat(stores().gates().read().collections(lambda)).isEmpty();
    assertThat(stores().gates().read().closed(other, null, NOW)).isPresent();
  }

  @Test
  void oneGateGoesUnlessItWasSetAnewMeanwhile() {
    var seen = gate(MARKETING, GateState.PAUSED);
    var anew =
        new Gate(lambda, MARKETING, GateState.OPEN, null, "deploy", "ops", NOW.plusMillis(1));
    stores().gates().put(gate(null, GateState.PAUSED));
    stores().gates().put(anew);

    boolean stale = stores().gates().delete(seen);
    boolean present = stores().gates().delete(anew);
    boolean again = stores().gates().delete(anew);

    assertThat(stale).isFalse();
    assertThat(present).isTrue();
    assertThat(again).isFalse();
    assertThat(stores().gates().read().collections(lambda)).isEmpty();
    assertThat(stores().gates().read().closed(lambda, null, NOW)).isPresent();
  }

  private Gate gate(@Nullable CollectionName collection, GateState state) {
    return new Gate(lambda, collection, state, null, "deploy", "ops", NOW);
  }
}
