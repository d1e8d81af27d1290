package dev.atf.frontend.lambda;

import dev.atf.access.AccessControl;
import dev.atf.frontend.rpc.ErrorMapping;
import dev.atf.model.LambdaName;
import dev.atf.model.lambda.Gates;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.lambda.LeaseTimes;
import dev.atf.protocol.v1.DeleteLambdaRequest;
import dev.atf.protocol.v1.DeleteLambdaResponse;
import dev.atf.protocol.v1.GetLambdaRequest;
import dev.atf.protocol.v1.Lambda;
import dev.atf.protocol.v1.LambdaServiceGrpc;
import dev.atf.protocol.v1.ListLambdasRequest;
import dev.atf.protocol.v1.ListLambdasResponse;
import dev.atf.protocol.v1.SetGateRequest;
import dev.atf.store.GateRegistry;
import dev.atf.store.LambdaRegistry;
import dev.atf.validation.LambdaCodec;
import io.grpc.stub.StreamObserver;
import jakarta.inject.Inject;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/** Adapter of LambdaService; {@link ErrorMapping} maps its exceptions. */
public final class LambdaRpc extends LambdaServiceGrpc.LambdaServiceImplBase {
  private final LambdaRegistration registration;
  private final LambdaRegistry registry;
  private final LambdaFigures figures;
  private final GateRegistry gates;
  private final GateSetting gateSetting;
  private final LambdaDeletion deletion;
  private final AccessControl access;
  private final LeaseTimes cluster;
  private final InstantSource clock;

  @Inject
  LambdaRpc(
      LambdaRegistration registration,
      LambdaRegistry registry,
      LambdaFigures figures,
      GateRegistry gates,
      GateSetting gateSetting,
      LambdaDeletion deletion,
      AccessControl access,
      LeaseTimes cluster,
      InstantSource clock) {
    this.registration = registration;
    this.registry = registry;
    this.figures = figures;
    this.gates = gates;
    this.gateSetting = gateSetting;
    this.deletion = deletion;
    this.access = access;
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
    var present = gates.read();
    var now = now();
    answer(reply, view(lambda, present, now).setLive(figures.read(lambda, present, now)).build());
  }

  @Override
  public void listLambdas(ListLambdasRequest request, StreamObserver<ListLambdasResponse> reply) {
    var response = ListLambdasResponse.newBuilder();
    var present = gates.read();
    var now = now();
    var visible = access.visible();
    var page =
        LambdaPage.of(
            request,
            registry.list().stream().filter(lambda -> visible.test(lambda.name().value())));
    page.lambdas().forEach(lambda -> response.addLambdas(view(lambda, present, now)));
    answer(reply, response.setNextPageToken(page.next()).build());
  }

  @Override
  public void setGate(SetGateRequest request, StreamObserver<Lambda> reply) {
    var now = now();
    var lambda = gateSetting.set(GateCodec.gate(request, now));
    answer(reply, view(lambda, gates.read(), now).build());
  }

  @Override
  public void deleteLambda(
      DeleteLambdaRequest request, StreamObserver<DeleteLambdaResponse> reply) {
    deletion.delete(new LambdaName(request.getLambda()), now());
    answer(reply, DeleteLambdaResponse.getDefaultInstance());
  }

  private static Lambda.Builder view(LambdaDefinition lambda, Gates gates, Instant now) {
    var view = LambdaCodec.lambda(lambda);
    gates.of(lambda.name()).forEach(gate -> view.addGates(GateCodec.proto(gate, now)));
    return view;
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }

  private static <T> void answer(StreamObserver<T> reply, T response) {
    reply.onNext(response);
    reply.onCompleted();
  }
}
