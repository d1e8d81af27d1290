package dev.atf.local.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.local.ApiConnection;
import dev.atf.local.LocalCluster;
import dev.atf.local.LocalClusterOptions;
import dev.atf.local.TokenIssuer;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.DeleteRouteRequest;
import dev.atf.protocol.v1.GetTaskRequest;
import dev.atf.protocol.v1.Lambda;
import dev.atf.protocol.v1.ListRoutesRequest;
import dev.atf.protocol.v1.Route;
import dev.atf.protocol.v1.RouteRule;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.protocol.v1.TestRouteRequest;
import dev.atf.testtime.TestTimeouts;
import io.grpc.StatusRuntimeException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rights on routes and on the lambdas that they name, on the real services of one machine. */
@Tag("system")
final class RouteRightsTest {
  @TempDir private static Path data;

  private static LocalCluster cluster;
  private static TokenForge forge;

  @BeforeAll
  static void start() throws Exception {
    cluster =
        LocalCluster.start(
            LocalClusterOptions.builder().data(data).issuer(TokenIssuer.of(data)).build());
    forge = new TokenForge(data, InstantSource.system().instant());
    register("", "quick", "slow");
    register("acme", "acme--quick");
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @Test
  @Tag("R7")
  void puttingARouteNeedsTheRightToChangeItsNameAndToScheduleItsLambdas() throws Exception {
    var route = route("put", "quick", "slow");

    assertThat(reasonOfPut("", List.of("admin:put", "schedule:quick"), route))
        .contains(ErrorReason.ACTION_NOT_ALLOWED);
    assertThat(reasonOfPut("", List.of("schedule:*", "read:*"), route))
        .contains(ErrorReason.ACTION_NOT_ALLOWED);
    assertThat(reasonOfPut("", List.of("admin:put", "schedule:quick", "schedule:slow"), route))
        .isEmpty();

    var delete = DeleteRouteRequest.newBuilder().setName("put").build();
    assertThat(reasonOf("", List.of("schedule:*"), api -> api.routes().deleteRoute(delete)))
        .contains(ErrorReason.ACTION_NOT_ALLOWED);
    assertThat(reasonOf("", List.of("admin:put"), api -> api.routes().deleteRoute(delete)))
        .isEmpty();
  }

  @Test
  void aCallerNeedsNoRightButThatOnTheRoute() throws Exception {
    assertThat(reasonOfPut("", TokenForge.ALL, route("render", "quick", "slow"))).isEmpty();
    var request = ScheduleRequest.newBuilder().setLambda("render").build();

    assertThat(
            reasonOf(
                "",
                List.of("schedule:quick", "schedule:slow"),
                api -> api.tasks().schedule(request)))
        .contains(ErrorReason.ACTION_NOT_ALLOWED);
    assertThat(reasonOf("acme", TokenForge.ALL, api -> api.tasks().schedule(request)))
        .contains(ErrorReason.LAMBDA_NOT_FOUND);
    try (var api = api("", List.of("schedule:render"))) {
      var id = api.tasks().schedule(request).getTaskId();
      try (var owner = api("", List.of("read:*"))) {
        var task = owner.tasks().getTask(GetTaskRequest.newBuilder().setTaskId(id).build());
        assertThat(task.getLambda()).isEqualTo("quick");
        assertThat(task.getRoutedBy().getRoute()).isEqualTo("render");
      }
    }
  }

  @Test
  void rulesSeeWhoCalls() throws Exception {
    var route =
        Route.newBuilder()
            .setName("by-caller")
            .addRules(
                RouteRule.newBuilder()
                    .setName("own")
                    .setWhen("caller.principal = \"tester\"")
                    .setLambda("slow"))
            .setDefault("quick")
            .build();
    assertThat(reasonOfPut("", TokenForge.ALL, route)).isEmpty();

    try (var api = api("", List.of("read:by-caller"))) {
      var request = TestRouteRequest.newBuilder().setName("by-caller").build();
      var said = api.routes().testRoute(request).getRules(0).getReason();
      assertThat(said).contains(" caller.principal is \"").doesNotContain("absent");
    }
  }

  @Test
  void routesOfOneTenantAreNeitherShownToAnotherNorNameItsLambdas() throws Exception {
    assertThat(reasonOfPut("acme", TokenForge.ALL, route("acme--r", "acme--quick", "acme--quick")))
        .isEmpty();
    assertThat(reasonOfPut("acme", TokenForge.ALL, route("acme--s", "quick", "acme--quick")))
        .contains(ErrorReason.FIELD_INVALID);
    assertThat(reasonOfPut("", TokenForge.ALL, route("s", "quick", "acme--quick")))
        .contains(ErrorReason.FIELD_INVALID);

    assertThat(shown("acme")).containsExactly("acme--r");
    assertThat(shown("")).doesNotContain("acme--r");
  }

  private static List<String> shown(String tenant) throws Exception {
    try (var api = api(tenant, TokenForge.ALL)) {
      return api
          .routes()
          .listRoutes(ListRoutesRequest.getDefaultInstance())
          .getRoutesList()
          .stream()
          .map(Route::getName)
          .toList();
    }
  }

  private static Route route(String name, String fallback, String other) {
    return Route.newBuilder()
        .setName(name)
        .addRules(
            RouteRule.newBuilder()
                .setName("other")
                .setWhen("labels.kind = \"other\"")
                .setLambda(other))
        .setDefault(fallback)
        .build();
  }

  private static void register(String tenant, String... lambdas) throws Exception {
    try (var api = api(tenant, TokenForge.ALL)) {
      for (var lambda : lambdas) {
        var unused = api.lambdas().registerLambda(Lambda.newBuilder().setName(lambda).build());
      }
    }
  }

  private static Optional<ErrorReason> reasonOfPut(String tenant, List<String> grants, Route route)
      throws Exception {
    return reasonOf(tenant, grants, api -> api.routes().putRoute(route));
  }

  /** Call that is perhaps refused. */
  private interface Call {
    Object on(ApiConnection api);
  }

  private static Optional<ErrorReason> reasonOf(String tenant, List<String> grants, Call call)
      throws Exception {
    try (var api = api(tenant, grants)) {
      var unused = call.on(api);
      return Optional.empty();
    } catch (StatusRuntimeException e) {
      return RpcErrors.reasonOf(e);
    }
  }

  private static ApiConnection api(String tenant, List<String> grants) throws Exception {
    return ApiConnection.open(
        cluster.frontendUri(), TestTimeouts.STALL, Optional.of(forge.good(tenant, grants)));
  }
}
