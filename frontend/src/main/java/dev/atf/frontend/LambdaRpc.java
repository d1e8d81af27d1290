package dev.atf.frontend;

import dev.atf.model.LambdaName;
import dev.atf.model.LeaseTimes;
import dev.atf.protocol.v1.GetLambdaRequest;
import dev.atf.protocol.v1.Lambda;
import dev.atf.protocol.v1.LambdaServiceGrpc;
import dev.atf.protocol.v1.ListLambdasRequest;
import dev.atf.protocol.v1.ListLambdasResponse;
import dev.atf.store.LambdaRegistry;
import io.grpc.stub.StreamObserver;
import jakarta.inject.Inject;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/** The edge of LambdaService; what it throws, {@link ErrorMapping} maps. */
final class LambdaRpc extends LambdaServiceGrpc.LambdaServiceImplBase {
  private final LambdaRegistration registration;
  private final LambdaRegistry registry;
  private final LambdaFigures figures;
  private final LeaseTimes cluster;
  private final InstantSource clock;

  @Inject
  LambdaRpc(
      LambdaRegistration registration,
      LambdaRegistry registry,
      LambdaFigures figures,
      LeaseTimes cluster,
      InstantSource clock) {
    this.registration = registration;
    this.registry = registry;
    this.figures = figures;
    this.cluster = cluster;
    this.clock = clock;
  }

  @Override
  public void registerLambda(Lambda request, StreamObserver<Lambda> reply) {
    var wanted = LambdaCodec.definition(request, cluster.lease(), now());
    var inForce = registration.register(wanted);
    answer(reply, LambdaCodec.lambda(inForce).build());
  }

  @Override
  public void getLambda(GetLambdaRequest request, StreamObserver<Lambda> reply) {
    var name = new LambdaName(request.getLambda());
    var lambda = registry.find(name).orElseThrow(() -> LambdaCache.notFound(name));
    answer(reply, LambdaCodec.lambda(lambda).setLive(figures.read(lambda, now())).build());
  }

  @Override
  public void listLambdas(ListLambdasRequest request, StreamObserver<ListLambdasResponse> reply) {
    var response = ListLambdasResponse.newBuilder();
    registry.list().forEach(lambda -> response.addLambdas(LambdaCodec.lambda(lambda)));
    answer(reply, response.build());
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }

  private static <T> void answer(StreamObserver<T> reply, T response) {
    reply.onNext(response);
    reply.onCompleted();
  }
}
