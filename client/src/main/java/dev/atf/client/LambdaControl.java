package dev.atf.client;

import static dev.atf.protocol.ErrorReason.LAMBDA_NOT_FOUND;
import static dev.atf.protocol.ErrorReason.ROUTE_NOT_FOUND;

import dev.atf.client.connection.Stubs;
import dev.atf.protocol.v1.DeleteLambdaRequest;
import dev.atf.protocol.v1.DeleteRouteRequest;
import dev.atf.protocol.v1.GetRouteRequest;
import dev.atf.protocol.v1.Lambda;
import dev.atf.protocol.v1.ListRoutesRequest;
import dev.atf.protocol.v1.RedriveTasksRequest;
import dev.atf.protocol.v1.RedriveTasksResponse;
import dev.atf.protocol.v1.Route;
import dev.atf.protocol.v1.SetGateRequest;
import dev.atf.protocol.v1.TestRouteRequest;
import dev.atf.protocol.v1.TestRouteResponse;
import java.util.List;

/** Operations on a lambda for its owner (gates, dead letters, deletion), and on routes. */
public final class LambdaControl {
  private final Stubs stubs;
  private final Retries retries;

  LambdaControl(Stubs stubs, Retries retries) {
    this.stubs = stubs;
    this.retries = retries;
  }

  /**
   * Opens or closes a gate. The change takes effect within the store consumer's lambdaRefresh (2 s
   * by default).
   */
  public Lambda setGate(SetGateRequest request) {
    return retries.call(() -> stubs.lambdas().setGate(request));
  }

  /**
   * Redrives one page of dead letters. Continue with the page token of the answer until it is
   * empty. Tasks of a page whose answer was lost are missing in the counts, because they are no
   * longer dead when the page is repeated.
   */
  public RedriveTasksResponse redrive(RedriveTasksRequest request) {
    return retries.call(() -> stubs.tasks().redriveTasks(request));
  }

  /**
   * Deletes a lambda that has no unfinished tasks. After an earlier try whose answer was lost, a
   * missing lambda counts as deleted.
   *
   * @throws AtfException with LAMBDA_CLOSING while a frontend may still accept a task for the
   *     lambda (call again); with LAMBDA_NOT_EMPTY if the lambda has tasks; with ROUTE_NAMES_IT if
   *     a route names the lambda
   */
  public void delete(String name) {
    var request = DeleteLambdaRequest.newBuilder().setLambda(name).build();
    retries.delete(() -> stubs.lambdas().deleteLambda(request), LAMBDA_NOT_FOUND);
  }

  /**
   * Creates a route, or replaces the route of the same name. It takes effect within a few seconds.
   *
   * @return the stored route with its version
   * @throws AtfException with FIELD_INVALID and the column if a rule cannot be parsed
   */
  public Route putRoute(Route route) {
    return retries.call(() -> stubs.routes().putRoute(route));
  }

  /**
   * Returns a route.
   *
   * @throws AtfException with ROUTE_NOT_FOUND
   */
  public Route getRoute(String name) {
    var request = GetRouteRequest.newBuilder().setName(name).build();
    return retries.call(() -> stubs.routes().getRoute(request));
  }

  /** Returns all routes in the order of their names; there are at most 200. */
  public List<Route> listRoutes() {
    return retries
        .call(() -> stubs.routes().listRoutes(ListRoutesRequest.getDefaultInstance()))
        .getRoutesList();
  }

  /**
   * Returns the lambda that a route would choose for a task, with the results of its rules.
   * Schedules nothing.
   */
  public TestRouteResponse testRoute(TestRouteRequest request) {
    return retries.call(() -> stubs.routes().testRoute(request));
  }

  /**
   * Deletes a route; its tasks stay as they are. After an earlier try whose answer was lost, a
   * missing route counts as deleted.
   */
  public void deleteRoute(String name) {
    var request = DeleteRouteRequest.newBuilder().setName(name).build();
    retries.delete(() -> stubs.routes().deleteRoute(request), ROUTE_NOT_FOUND);
  }
}
