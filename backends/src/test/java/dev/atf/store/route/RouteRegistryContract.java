package dev.atf.store.route;

import static dev.atf.store.SampleTasks.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.CollectionName;
import dev.atf.model.LambdaName;
import dev.atf.model.Payload;
import dev.atf.model.Priority;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.route.Route;
import dev.atf.model.route.RouteRule;
import dev.atf.model.route.RoutedBy;
import dev.atf.model.route.RuleCondition;
import dev.atf.model.task.Association;
import dev.atf.model.task.TaskEntity;
import dev.atf.store.SampleTasks;
import dev.atf.store.Stores;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Behaviour of every store's routes. */
public abstract class RouteRegistryContract {
  private static final LambdaName LONG = new LambdaName("render-long");

  private final LambdaName name = SampleTasks.nextLambda();

  protected abstract Stores stores();

  private RouteRegistry routes() {
    return stores().routes();
  }

  @Test
  void aRouteIsReadAsItWasPut() {
    var long1 = RuleCondition.parse("labels.kind = \"é\\\"\" and json.pages > 1.5");
    var night = RuleCondition.parse("now between 22:00 and 06:00 Europe/Zurich");
    var route =
        new Route(
            name,
            List.of(
                new RouteRule(
                    "long", long1, LONG, new Priority("low"), new CollectionName("Nightly_1")),
                new RouteRule("night", night, LONG, null, null)),
            new LambdaName("render-short"),
            7,
            NOW);

    assertThat(routes().put(route, Optional.empty())).isTrue();

    assertThat(routes().find(name)).contains(route);
    assertThat(routes().list())
        .contains(route)
        .isSortedAccordingTo((one, other) -> one.name().compareTo(other.name()));
  }

  @Test
  void oneThatWasChangedMeanwhileIsNeitherReplacedNorDeleted() {
    assertThat(routes().put(route(1), Optional.empty())).isTrue();
    assertThat(routes().put(route(2), Optional.empty())).isFalse();
    assertThat(routes().put(route(2), Optional.of(route(1)))).isTrue();

    assertThat(routes().put(route(3), Optional.of(route(1)))).isFalse();
    assertThat(routes().delete(route(1))).isFalse();

    assertThat(routes().find(name)).contains(route(2));
    assertThat(routes().delete(route(2))).isTrue();
    assertThat(routes().find(name)).isEmpty();
    assertThat(routes().delete(route(2))).isFalse();
  }

  @Test
  void oneThatWasDeletedAndCreatedAgainIsAnotherOne() {
    assertThat(routes().put(route(1), Optional.empty())).isTrue();
    assertThat(routes().delete(route(1))).isTrue();
    var again = new Route(name, List.of(), LONG, 1, NOW.plusSeconds(60));
    assertThat(routes().put(again, Optional.empty())).isTrue();

    assertThat(routes().put(route(2), Optional.of(route(1)))).isFalse();
    assertThat(routes().delete(route(1))).isFalse();
    assertThat(routes().find(name)).contains(again);
  }

  @Test
  void lambdasAndRoutesAreReadApart() {
    var lambda = LambdaDefinition.withDefaults(SampleTasks.nextLambda(), NOW);
    assertThat(stores().lambdas().put(lambda, Optional.empty())).isTrue();
    assertThat(routes().put(route(1), Optional.empty())).isTrue();

    assertThat(stores().lambdas().find(name)).isEmpty();
    assertThat(stores().lambdas().list())
        .contains(lambda)
        .noneMatch(listed -> listed.name().equals(name));
    assertThat(stores().lambdas().deleted())
        .noneMatch(deleted -> deleted.lambda().name().equals(name));
    assertThat(routes().find(lambda.name())).isEmpty();
    assertThat(routes().list()).noneMatch(route -> route.name().equals(lambda.name()));
  }

  @Test
  void aTaskKeepsItsRoute() {
    var header = SampleTasks.header().withRoutedBy(new RoutedBy(name, "long-jobs", 3));
    var entity =
        new TaskEntity(
            header, new Payload(new byte[0], ""), Map.of(), "fingerprint", NOW.plusSeconds(60));

    assertThat(stores().entities().putIfAbsent(entity)).isEmpty();
    assertThat(stores().associations().create(Association.scheduled(header))).isTrue();

    assertThat(stores().entities().findEntity(header.taskId()))
        .hasValueSatisfying(
            found -> assertThat(found.header().routedBy()).isEqualTo(header.routedBy()));
    assertThat(stores().associations().find(header.taskId()))
        .hasValueSatisfying(found -> assertThat(found.header()).isEqualTo(header));
  }

  private Route route(int version) {
    return new Route(name, List.of(), LONG, version, NOW.plusSeconds(version));
  }
}
