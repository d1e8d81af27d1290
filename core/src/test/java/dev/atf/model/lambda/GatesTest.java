package dev.atf.model.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.model.CollectionName;
import dev.atf.model.LambdaName;
import dev.atf.model.check.InvalidFieldException;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests which gate stops a task. */
final class GatesTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final LambdaName MAIL = new LambdaName("send-email");
  private static final CollectionName MARKETING = new CollectionName("marketing");
  private static final CollectionName RESET = new CollectionName("password-reset");

  @Test
  void nothingIsClosedWhereNobodySetAGate() {
    assertThat(Gates.NONE.state(MAIL, MARKETING, NOW)).isEqualTo(GateState.OPEN);
    assertThat(Gates.NONE.collections(MAIL)).isEmpty();
  }

  @Test
  void aCollectionsGateStopsItAlone() {
    var gates = Gates.of(List.of(gate(MARKETING, GateState.PAUSED, null)));

    assertThat(gates.state(MAIL, MARKETING, NOW)).isEqualTo(GateState.PAUSED);
    assertThat(gates.state(MAIL, RESET, NOW)).isEqualTo(GateState.OPEN);
    assertThat(gates.state(MAIL, null, NOW)).isEqualTo(GateState.OPEN);
    assertThat(gates.collections(MAIL)).containsExactly(MARKETING);
  }

  @Test
  void collectionsHaveTheOrderOfTheirGates() {
    var names = IntStream.range(0, 20).mapToObj(i -> new CollectionName("c" + 7 * i % 20)).toList();

    var gates = Gates.of(names.stream().map(name -> gate(name, GateState.OPEN, null)).toList());

    assertThat(gates.collections(MAIL)).containsExactlyElementsOf(names);
  }

  @Test
  void theLambdasGateGoesFirst() {
    var gates =
        Gates.of(
            List.of(gate(null, GateState.PAUSED, null), gate(MARKETING, GateState.DROPPING, null)));

    assertThat(gates.state(MAIL, MARKETING, NOW)).isEqualTo(GateState.PAUSED);
  }

  @Test
  void aGateIsOpenFromItsEndOn() {
    var gates = Gates.of(List.of(gate(null, GateState.PAUSED, NOW)));

    assertThat(gates.state(MAIL, null, NOW.minusMillis(1))).isEqualTo(GateState.PAUSED);
    assertThat(gates.state(MAIL, null, NOW)).isEqualTo(GateState.OPEN);
  }

  @Test
  void aLambdasEndedGateDoesNotHideItsCollections() {
    var gates =
        Gates.of(
            List.of(gate(null, GateState.PAUSED, NOW), gate(MARKETING, GateState.DROPPING, null)));

    assertThat(gates.state(MAIL, MARKETING, NOW)).isEqualTo(GateState.DROPPING);
  }

  @Test
  void allClosedGatesOfATaskAreNamedTheLambdasFirst() {
    var own = gate(null, GateState.PAUSED, null);
    var marketing = gate(MARKETING, GateState.DROPPING, null);
    var gates = Gates.of(List.of(marketing, own, gate(RESET, GateState.OPEN, null)));

    assertThat(gates.allClosed(MAIL, MARKETING, NOW)).containsExactly(own, marketing);
    assertThat(gates.allClosed(MAIL, RESET, NOW)).containsExactly(own);
    assertThat(gates.allClosed(MAIL, null, NOW)).containsExactly(own);
    assertThat(Gates.NONE.allClosed(MAIL, MARKETING, NOW)).isEmpty();
  }

  @Test
  void aGateReplacesTheOneOfItsLambdaAndCollection() {
    var own = gate(null, GateState.PAUSED, null);
    var marketing = gate(MARKETING, GateState.PAUSED, null);
    var opened = gate(MARKETING, GateState.OPEN, null);

    assertThat(Gates.of(List.of(own, marketing)).with(List.of(opened)).of(MAIL))
        .containsExactly(own, opened);
  }

  @Test
  void tooLongTextsAreRefusedTogether() {
    assertThatThrownBy(
            () ->
                new Gate(MAIL, null, GateState.PAUSED, null, "x".repeat(501), "y".repeat(101), NOW))
        .isInstanceOfSatisfying(
            InvalidFieldException.class, e -> assertThat(e.violations()).hasSize(2));
  }

  @Test
  void allGatesOfALambdaAreToldItsOwnFirst() {
    var own = gate(null, GateState.OPEN, null);
    var marketing = gate(MARKETING, GateState.PAUSED, null);
    var reset = gate(RESET, GateState.OPEN, null);

    assertThat(Gates.of(List.of(reset, marketing, own)).of(MAIL))
        .containsExactly(own, marketing, reset);
    assertThat(Gates.NONE.of(MAIL)).isEmpty();
  }

  private static Gate gate(
      @Nullable CollectionName collection, GateState state, @Nullable Instant until) {
    return new Gate(MAIL, collection, state, until, "why", "who", NOW.minusSeconds(60));
  }
}
