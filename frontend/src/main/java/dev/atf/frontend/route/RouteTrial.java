package dev.atf.frontend.route;

import dev.atf.model.LambdaName;
import dev.atf.model.route.Route;
import dev.atf.protocol.v1.RuleTest;
import dev.atf.protocol.v1.TestRouteRequest;
import dev.atf.protocol.v1.TestRouteResponse;
import dev.atf.runtime.auth.Principal;
import dev.atf.validation.CheckedTimes;
import dev.atf.validation.Violations;
import io.grpc.StatusRuntimeException;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.Optional;

/** Reports what a route chooses for a task, and why. Schedules nothing. */
final class RouteTrial {
  private final RouteRegistration routes;

  @Inject
  RouteTrial(RouteRegistration routes) {
    this.routes = routes;
  }

  /**
   * Tests a route for a request.
   *
   * @throws StatusRuntimeException ROUTE_NOT_FOUND; for a route in the request, the same errors as
   *     for a put
   */
  TestRouteResponse test(TestRouteRequest request, Instant now) {
    var violations = new Violations();
    var name = violations.read(() -> new LambdaName(request.getName()));
    var at =
        request.hasAt()
            ? violations.parse(() -> CheckedTimes.instant("at", request.getAt()), now)
            : now;
    var other = request.getRoute().getName();
    if (!other.isEmpty() && !other.equals(request.getName())) {
      violations.add("route.name", other, "none, or the same as name: " + request.getName());
    }
    violations.refuse();
    var route =
        request.hasRoute()
            ? routes.checked(
                request.getRoute().toBuilder().setName(request.getName()).build(), "route.", 0, now)
            : routes.get(name.orElseThrow());
    return answer(route, request, facts(request, at));
  }

  private static RequestFacts facts(TestRouteRequest request, Instant at) {
    var caller = Principal.current();
    return new RequestFacts(
        request.getTask(),
        or(request.getPrincipal(), caller.map(Principal::name)),
        or(request.getTenant(), caller.map(Principal::tenant)),
        at);
  }

  private static String or(String given, Optional<String> otherwise) {
    return given.isEmpty() ? otherwise.orElse("") : given;
  }

  private static TestRouteResponse answer(
      Route route, TestRouteRequest request, RequestFacts facts) {
    var choice = route.choose(facts);
    var priority = choice.priority();
    var collection = choice.collection();
    var answer =
        TestRouteResponse.newBuilder()
            .setRule(choice.by().rule())
            .setLambda(choice.lambda().value())
            .setPriority(priority == null ? request.getTask().getPriority() : priority.value())
            .setCollection(
                collection == null ? request.getTask().getCollection() : collection.value())
            .setVersion(route.version());
    for (var verdict : route.verdicts(facts)) {
      answer.addRules(
          RuleTest.newBuilder()
              .setRule(verdict.rule().name())
              .setHolds(verdict.holds())
              .setReason(verdict.reason())
              .setLambda(verdict.rule().lambda().value()));
    }
    return answer.build();
  }
}
