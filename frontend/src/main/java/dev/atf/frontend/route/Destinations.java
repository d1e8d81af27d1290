package dev.atf.frontend.route;

import dev.atf.frontend.lambda.LambdaCache;
import dev.atf.frontend.rpc.ErrorMapping;
import dev.atf.frontend.schedule.Destination;
import dev.atf.model.LambdaName;
import dev.atf.model.route.Route;
import dev.atf.protocol.v1.ScheduleRequest;
import io.grpc.StatusRuntimeException;
import jakarta.inject.Inject;
import java.time.Instant;

/** Finds where the tasks of a name go: to a lambda, or to those that a route chooses. */
final class Destinations {
  private final LambdaCache lambdas;
  private final RouteCache routes;
  private final ErrorMapping errors;

  @Inject
  Destinations(LambdaCache lambdas, RouteCache routes, ErrorMapping errors) {
    this.lambdas = lambdas;
    this.routes = routes;
    this.errors = errors;
  }

  /**
   * Returns the destination of this name. Reads nothing if the lambda, or the route, was used
   * lately.
   *
   * @throws StatusRuntimeException LAMBDA_NOT_FOUND, LAMBDA_CLOSING
   */
  Destination require(LambdaName name) {
    if (!routes.isKnown(name) && lambdas.find(name).isPresent()) {
      return Destination.of(lambdas.requireOpen(name));
    }
    return routes
        .find(name)
        .<Destination>map(Routed::new)
        .orElseGet(() -> Destination.of(lambdas.requireOpen(name)));
  }

  /** Destination of the tasks of a route. */
  private final class Routed implements Destination {
    private final Route route;

    Routed(Route route) {
      this.route = route;
    }

    @Override
    public LambdaName name() {
      return route.name();
    }

    @Override
    public Chosen of(ScheduleRequest request, Instant now) {
      var choice = route.choose(RequestFacts.ofCaller(request, now));
      try {
        return new Target(lambdas.requireOpen(choice.lambda()), route.name(), choice);
      } catch (StatusRuntimeException e) {
        return new Closed(errors.statusOf(e));
      }
    }
  }
}
