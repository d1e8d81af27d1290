package dev.atf.client;

import static dev.atf.protocol.ErrorReason.LAMBDA_NOT_FOUND;
import static dev.atf.protocol.ErrorReason.ROUTE_NOT_FOUND;

import dev.atf.client.connection.Stubs;
import dev.atf.protocol.v1.CancelTasksRequest;
import dev.atf.protocol.v1.ChangeTasksResponse;
import dev.atf.protocol.v1.Condition;
import dev.atf.protocol.v1.DeleteLambdaRequest;
import dev.atf.protocol.v1.DeleteRouteRequest;
import dev.atf.protocol.v1.DrainWorkerRequest;
import dev.atf.protocol.v1.GetConditionRequest;
import dev.atf.protocol.v1.GetRouteRequest;
import dev.atf.protocol.v1.GetWorkerRequest;
import dev.atf.protocol.v1.Lambda;
import dev.atf.protocol.v1.ListConditionsRequest;
import dev.atf.protocol.v1.ListConditionsResponse;
import dev.atf.protocol.v1.ListRoutesRequest;
import dev.atf.protocol.v1.ListWorkersRequest;
import dev.atf.protocol.v1.RedriveTasksRequest;
import dev.atf.protocol.v1.RedriveTasksResponse;
import dev.atf.protocol.v1.ReleaseConditionRequest;
import dev.atf.protocol.v1.RescheduleTasksRequest;
import dev.atf.protocol.v1.ResubmitTasksRequest;
import dev.atf.protocol.v1.Route;
import dev.atf.protocol.v1.RunTasksNowRequest;
import dev.atf.protocol.v1.SetGateRequest;
import dev.atf.protocol.v1.TestConditionRequest;
import dev.atf.protocol.v1.TestRouteRequest;
import dev.atf.protocol.v1.TestRouteResponse;
import dev.atf.protocol.v1.UndrainWorkerRequest;
import dev.atf.protocol.v1.Worker;
import java.util.List;

/**
 * Operations on a lambda for its owner (gates, many tasks at once, conditions, worker hosts,
 * deletion), and on routes.
 */
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
   * Cancels the tasks of one page that a filter selects. Pages and lost answers are as for {@link
   * #redrive}; this also applies to the other calls that change many tasks.
   */
  public ChangeTasksResponse cancelTasks(CancelTasksRequest request) {
    return retries.call(() -> stubs.tasks().cancelTasks(request));
  }

  /** Changes the scheduled time of the tasks of one page that a filter selects. */
  public ChangeTasksResponse rescheduleTasks(RescheduleTasksRequest request) {
    return retries.call(() -> stubs.tasks().rescheduleTasks(request));
  }

  /** Makes the tasks of one page due immediately that a filter selects. */
  public ChangeTasksResponse runTasksNow(RunTasksNowRequest request) {
    return retries.call(() -> stubs.tasks().runTasksNow(request));
  }

  /**
   * Schedules a copy of each task of one page that a filter selects. A task is copied at most once
   * for each time that it has ended, even if the call is repeated.
   */
  public ChangeTasksResponse resubmitTasks(ResubmitTasksRequest request) {
    return retries.call(() -> stubs.tasks().resubmitTasks(request));
  }

  /** Returns the conditions of a lambda. Those on which tasks wait come first. */
  public Pages<Condition> listConditions(String lambda) {
    var request = ListConditionsRequest.newBuilder().setLambda(lambda).build();
    return Pages.of(
        request,
        page -> retries.call(() -> stubs.conditions().listConditions(page)),
        ListConditionsResponse::getConditionsList,
        answer ->
            Pages.token(answer.getNextPageToken())
                .map(token -> request.toBuilder().setPageToken(token).build()));
  }

  /**
   * Returns a condition with its latest test and the number of tasks that wait for it.
   *
   * @throws AtfException with CONDITION_NOT_FOUND if no task was blocked on it recently
   */
  public Condition getCondition(String lambda, String condition) {
    var request =
        GetConditionRequest.newBuilder().setLambda(lambda).setCondition(condition).build();
    return retries.call(() -> stubs.conditions().getCondition(request));
  }

  /**
   * Tests a closed condition now, instead of at the time of its next test.
   *
   * @throws AtfException with CONDITION_NOT_CLOSED if there is nothing to test
   */
  public Condition testCondition(String lambda, String condition) {
    var request =
        TestConditionRequest.newBuilder().setLambda(lambda).setCondition(condition).build();
    return retries.call(() -> stubs.conditions().testCondition(request));
  }

  /** Releases the tasks of a condition at a growing rate, regardless of its tests. */
  public Condition releaseCondition(String lambda, String condition) {
    var request =
        ReleaseConditionRequest.newBuilder().setLambda(lambda).setCondition(condition).build();
    return retries.call(() -> stubs.conditions().releaseCondition(request));
  }

  /**
   * Returns the places of the worker hosts that serve a lambda, with the state of each host. Calls
   * about hosts require the right on all lambdas.
   */
  public List<Worker> listWorkers(String lambda) {
    var request = ListWorkersRequest.newBuilder().setLambda(lambda).build();
    return retries.call(() -> stubs.workers().listWorkers(request)).getWorkersList();
  }

  /**
   * Returns a place and its host, such as to wait until a drain is complete.
   *
   * @throws AtfException with WORKER_NOT_FOUND if no host has held the place recently
   */
  public Worker getWorker(String place) {
    var request = GetWorkerRequest.newBuilder().setPlace(place).build();
    return retries.call(() -> stubs.workers().getWorker(request));
  }

  /**
   * Drains a place: its hosts finish what is running and take no more work, until {@link
   * #undrainWorker} is called.
   */
  public Worker drainWorker(String place, String reason) {
    var request = DrainWorkerRequest.newBuilder().setPlace(place).setReason(reason).build();
    return retries.call(() -> stubs.workers().drainWorker(request));
  }

  /** Ends the drain of a place, so that its host takes work again. */
  public Worker undrainWorker(String place) {
    var request = UndrainWorkerRequest.newBuilder().setPlace(place).build();
    return retries.call(() -> stubs.workers().undrainWorker(request));
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
