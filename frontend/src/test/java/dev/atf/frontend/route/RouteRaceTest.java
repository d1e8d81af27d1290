package dev.atf.frontend.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.access.AccessControl;
import dev.atf.frontend.settings.FrontendTuning;
import dev.atf.model.LambdaName;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.protocol.v1.Route;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.runtime.server.RpcServerConfig;
import dev.atf.store.LambdaRegistry;
import dev.atf.store.route.RouteRegistry;
import dev.atf.store.rows.InMemoryRows;
import dev.atf.store.rows.Rows;
import io.grpc.StatusRuntimeException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Puts of a route at the same time as changes of the lambdas that it names. */
final class RouteRaceTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final LambdaName ROUTE = new LambdaName("render");
  private static final LambdaName SHORT = new LambdaName("render-short");
  private static final LambdaName LONG = new LambdaName("render-long");

  private final LambdaRegistry lambdas = LambdaRegistry.inMemory();
  private final Rows<dev.atf.model.route.Route> rows = new InMemoryRows<>(RouteRegistry.KIND);
  private final RouteRegistry routes = new RouteRegistry(rows);
  private Runnable meanwhile = () -> {};

  private final RouteRegistration registration;

  RouteRaceTest() {
    register(SHORT);
    register(LONG);
    var delayed = new Delayed();
    registration =
        new RouteRegistration(
            delayed,
            new RouteCache(delayed, MonotonicClock.system(), FrontendTuning.DEFAULTS),
            lambdas,
            new AccessControl(RpcServerConfig.onPort(0)));
  }

  @Test
  @Tag("R5")
  void aLambdaThatWasClosedMeanwhileIsNotRoutedTo() {
    meanwhile = () -> close(LONG);

    refused(LONG, "default: render-long (expected: a registered lambda that takes tasks)");

    assertThat(routes.list()).isEmpty();
  }

  @Test
  void theFormerRulesAreInForceAgainAfterARefusal() {
    registration.put(to(SHORT), NOW);
    meanwhile = () -> close(LONG);

    refused(LONG, "default: render-long (expected: a registered lambda that takes tasks)");

    var route = routes.find(ROUTE).orElseThrow();
    assertThat(route.fallback()).isEqualTo(SHORT);
    // Tasks may have been routed by version 2.
    assertThat(route.version()).isEqualTo(3);
  }

  @Test
  @Tag("R6")
  void aLambdaOfTheNameThatWasRegisteredMeanwhileStaysAndTheRouteGoes() {
    meanwhile = () -> register(ROUTE);

    refused(SHORT, "name: render (expected: a name that no lambda has)");

    assertThat(routes.list()).isEmpty();
    assertThat(lambdas.find(ROUTE)).isPresent();
  }

  @Test
  void aRouteThatWasChangedMeanwhileIsNotReplaced() {
    registration.put(to(SHORT), NOW);
    var other = new dev.atf.model.route.Route(ROUTE, List.of(), LONG, 2, NOW.plusSeconds(1));
    meanwhile = () -> assertThat(routes.put(other, routes.find(ROUTE))).isTrue();

    assertThatThrownBy(() -> registration.put(to(LONG), NOW))
        .isInstanceOf(StatusRuntimeException.class)
        .hasMessageContaining("route render is being changed by others");
    assertThat(routes.find(ROUTE)).contains(other);
  }

  private void refused(LambdaName target, String said) {
    assertThatThrownBy(() -> registration.put(to(target), NOW))
        .isInstanceOf(StatusRuntimeException.class)
        .hasMessageContaining(said);
  }

  private static Route to(LambdaName lambda) {
    return Route.newBuilder().setName(ROUTE.value()).setDefault(lambda.value()).build();
  }

  private void register(LambdaName name) {
    assertThat(lambdas.put(LambdaDefinition.withDefaults(name, NOW), Optional.empty())).isTrue();
  }

  private void close(LambdaName name) {
    var open = lambdas.find(name).orElseThrow();
    assertThat(lambdas.put(open.withClosedAt(NOW), Optional.of(open))).isTrue();
  }

  /** Routes that run an action before their next put. */
  private final class Delayed extends RouteRegistry {
    private Delayed() {
      super(rows);
    }

    @Override
    public boolean put(
        dev.atf.model.route.Route route, Optional<dev.atf.model.route.Route> expected) {
      var first = meanwhile;
      meanwhile = () -> {};
      first.run();
      return super.put(route, expected);
    }
  }
}
