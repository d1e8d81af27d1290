package dev.atf.frontend.route;

import static dev.atf.frontend.rpc.Replies.answer;

import dev.atf.frontend.rpc.ErrorMapping;
import dev.atf.model.LambdaName;
import dev.atf.protocol.v1.DeleteRouteRequest;
import dev.atf.protocol.v1.DeleteRouteResponse;
import dev.atf.protocol.v1.GetRouteRequest;
import dev.atf.protocol.v1.ListRoutesRequest;
import dev.atf.protocol.v1.ListRoutesResponse;
import dev.atf.protocol.v1.Route;
import dev.atf.protocol.v1.RouteServiceGrpc;
import dev.atf.protocol.v1.TestRouteRequest;
import dev.atf.protocol.v1.TestRouteResponse;
import io.grpc.stub.StreamObserver;
import jakarta.inject.Inject;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/** Adapter of RouteService; {@link ErrorMapping} maps its exceptions. */
public final class RouteRpc extends RouteServiceGrpc.RouteServiceImplBase {
  private final RouteRegistration registration;
  private final RouteTrial trial;
  private final InstantSource clock;

  @Inject
  RouteRpc(RouteRegistration registration, RouteTrial trial, InstantSource clock) {
    this.registration = registration;
    this.trial = trial;
    this.clock = clock;
  }

  @Override
  public void putRoute(Route request, StreamObserver<Route> reply) {
    answer(reply, RouteForm.of(registration.put(request, now())));
  }

  @Override
  public void getRoute(GetRouteRequest request, StreamObserver<Route> reply) {
    answer(reply, RouteForm.of(registration.get(new LambdaName(request.getName()))));
  }

  @Override
  public void listRoutes(ListRoutesRequest request, StreamObserver<ListRoutesResponse> reply) {
    var response = ListRoutesResponse.newBuilder();
    registration.list().stream().map(RouteForm::of).forEach(response::addRoutes);
    answer(reply, response.build());
  }

  @Override
  public void deleteRoute(DeleteRouteRequest request, StreamObserver<DeleteRouteResponse> reply) {
    registration.delete(new LambdaName(request.getName()));
    answer(reply, DeleteRouteResponse.getDefaultInstance());
  }

  @Override
  public void testRoute(TestRouteRequest request, StreamObserver<TestRouteResponse> reply) {
    answer(reply, trial.test(request, now()));
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }
}
