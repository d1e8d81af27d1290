package dev.atf.frontend.route;

import dev.atf.access.AccessControl;
import dev.atf.access.Tenancy;
import dev.atf.access.TenantQuota;
import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.check.InvalidFieldException;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.route.Route;
import dev.atf.model.route.RouteLimits;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.Action;
import dev.atf.store.LambdaRegistry;
import dev.atf.store.route.RouteRegistry;
import dev.atf.validation.ScheduleRules;
import dev.atf.validation.Violations;
import io.grpc.StatusRuntimeException;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates, replaces, reads and deletes routes. */
final class RouteRegistration {
  private static final Logger log = LoggerFactory.getLogger(RouteRegistration.class);

  private final RouteRegistry registry;
  private final RouteCache cache;
  private final LambdaRegistry lambdas;
  private final AccessControl access;

  @Inject
  RouteRegistration(
      RouteRegistry registry, RouteCache cache, LambdaRegistry lambdas, AccessControl access) {
    this.registry = registry;
    this.cache = cache;
    this.lambdas = lambdas;
    this.access = access;
  }

  /**
   * Puts a route, and then checks again what it names, because a lambda may have been closed, or
   * registered with the route's name, at the same time. An equal stored route is not written again.
   *
   * @return the route in effect
   * @throws StatusRuntimeException FIELD_INVALID, ACTION_NOT_ALLOWED, TENANT_FULL,
   *     CHANGED_MEANWHILE
   */
  Route put(dev.atf.protocol.v1.Route form, Instant now) {
    var violations = new Violations();
    var before = violations.read(() -> new LambdaName(form.getName())).flatMap(registry::find);
    int version = before.map(Route::version).orElse(0) + 1;
    var route = checked(form, "", version, now);
    if (before.isEmpty()) {
      requireRoom(route.name());
    }
    if (before.filter(route::isLike).isPresent()) {
      return before.get();
    }
    if (!registry.put(route, before)) {
      throw changed(route.name());
    }
    cache.forget(route.name());
    try {
      requireInOrder(route, "");
    } catch (StatusRuntimeException e) {
      undo(route, before, now);
      throw e;
    }
    log.info("route={} version={} rules={}", route.name(), version, route.rules().size());
    return route;
  }

  /**
   * Reads a route, and refuses one that could not be put.
   *
   * @param path path of the message in the request
   * @throws StatusRuntimeException FIELD_INVALID, ACTION_NOT_ALLOWED
   */
  Route checked(dev.atf.protocol.v1.Route form, String path, int version, Instant now) {
    var violations = new Violations();
    var read = RouteForm.read(form, path, version, now, violations);
    violations.refuse();
    var route = read.orElseThrow();
    requireOwnTenant(route, path);
    requireMaySchedule(route);
    requireInOrder(route, path);
    return route;
  }

  /**
   * Returns a route.
   *
   * @throws StatusRuntimeException ROUTE_NOT_FOUND
   */
  Route get(LambdaName name) {
    return registry
        .find(name)
        .orElseThrow(
            () ->
                RpcErrors.of(ErrorReason.ROUTE_NOT_FOUND, "no route is called %s".formatted(name)));
  }

  /** Returns the routes that the caller may read. */
  List<Route> list() {
    var visible = access.visible();
    return registry.list().stream().filter(route -> visible.test(route.name().value())).toList();
  }

  /**
   * Deletes a route.
   *
   * @throws StatusRuntimeException ROUTE_NOT_FOUND, CHANGED_MEANWHILE
   */
  void delete(LambdaName name) {
    if (!registry.delete(get(name))) {
      throw changed(name);
    }
    cache.forget(name);
    log.info("route={} deleted", name);
  }

  /**
   * Refuses a route that names a lambda of another tenant, so that no answer reveals whether such a
   * lambda exists.
   */
  private static void requireOwnTenant(Route route, String path) {
    var tenant = Tenancy.of(route.name().value());
    var violations = new Violations();
    eachTarget(
        route,
        path,
        (field, lambda, unused) -> {
          if (!Tenancy.of(lambda.value()).equals(tenant)) {
            violations.add(
                field,
                lambda,
                tenant.isEmpty()
                    ? "a lambda without a tenant, as the route is"
                    : "a lambda of the route's tenant, " + tenant);
          }
        });
    violations.refuse();
  }

  private void requireMaySchedule(Route route) {
    for (var lambda : route.lambdas()) {
      if (!access.allows(Action.SCHEDULE, lambda.value())) {
        throw RpcErrors.of(
            ErrorReason.ACTION_NOT_ALLOWED,
            "a route to lambda %s needs the right to schedule it".formatted(lambda));
      }
    }
  }

  private void requireInOrder(Route route, String path) {
    var violations = new Violations();
    if (lambdas.find(route.name()).isPresent()) {
      violations.add(path + "name", route.name(), "a name that no lambda has");
    }
    var open =
        route.lambdas().stream()
            .flatMap(name -> lambdas.find(name).stream())
            .filter(lambda -> lambda.closedAt() == null)
            .collect(Collectors.toMap(LambdaDefinition::name, lambda -> lambda));
    eachTarget(
        route,
        path,
        (field, name, priority) -> {
          var lambda = Optional.ofNullable(open.get(name));
          if (lambda.isEmpty()) {
            violations.add(field, name, "a registered lambda that takes tasks");
          } else if (priority != null && !lambda.get().priorities().contains(priority)) {
            violations.add(
                field.replace("lambda", "priority"),
                priority,
                "one of " + ScheduleRules.names(lambda.get()));
          }
        });
    violations.refuse();
  }

  /** Visitor of the lambdas that a route names. */
  private interface TargetVisitor {
    void visit(String field, LambdaName lambda, @Nullable Priority priority);
  }

  private static void eachTarget(Route route, String path, TargetVisitor visitor) {
    for (int i = 0; i < route.rules().size(); i++) {
      var rule = route.rules().get(i);
      visitor.visit("%srules[%d].lambda".formatted(path, i), rule.lambda(), rule.priority());
    }
    visitor.visit(path + "default", route.fallback(), null);
  }

  /** Refuses a route beyond a limit. Puts at the same time may each see the last free place. */
  private void requireRoom(LambdaName name) {
    var present = registry.list().stream().map(route -> route.name().value()).toList();
    access.requirePlace(
        name.value(), "routes", present, RouteLimits.ROUTES_MAX, TenantQuota::routesMax);
    if (present.size() >= RouteLimits.ROUTES_MAX) {
      throw new InvalidFieldException(
          "name",
          name,
          "one of the %d routes there are, which is as many as may be"
              .formatted(RouteLimits.ROUTES_MAX));
    }
  }

  /** Restores the previous state, unless others have changed it since. */
  private void undo(Route put, Optional<Route> before, Instant now) {
    boolean unused =
        before.isEmpty()
            ? registry.delete(put)
            : registry.put(before.get().after(put.version(), now), Optional.of(put));
    cache.forget(put.name());
  }

  private static StatusRuntimeException changed(LambdaName name) {
    return RpcErrors.of(
        ErrorReason.CHANGED_MEANWHILE,
        "route %s is being changed by others; try again".formatted(name));
  }
}
