package dev.atf.frontend.lambda;

import static dev.atf.frontend.rpc.Replies.answer;

import dev.atf.frontend.rpc.ErrorMapping;
import dev.atf.model.LambdaName;
import dev.atf.model.lambda.LeaseTimes;
import dev.atf.protocol.v1.DeleteLambdaRequest;
import dev.atf.protocol.v1.DeleteLambdaResponse;
import dev.atf.protocol.v1.GetLambdaRequest;
import dev.atf.protocol.v1.Lambda;
import dev.atf.protocol.v1.LambdaServiceGrpc;
import dev.atf.protocol.v1.ListLambdasRequest;
import dev.atf.protocol.v1.ListLambdasResponse;
import dev.atf.protocol.v1.SetGateRequest;
import dev.atf.validation.LambdaCodec;
import io.grpc.stub.StreamObserver;
import jakarta.inject.Inject;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/** Adapter of LambdaService; {@link ErrorMapping} maps its exceptions. */
public final class LambdaRpc extends LambdaServiceGrpc.LambdaServiceImplBase {
  private final LambdaRegistration registration;
  private final LambdaReading reading;
  private final GateSetting gateSetting;
  private final LambdaDeletion deletion;
  private final CanarySetting canaries;
  private final LeaseTimes cluster;
  private final InstantSource clock;

  @Inject
  LambdaRpc(
      LambdaRegistration registration,
      LambdaReading reading,
      GateSetting gateSetting,
      LambdaDeletion deletion,
      CanarySetting canaries,
      LeaseTimes cluster,
      InstantSource clock) {
    this.registration = registration;
    this.reading = reading;
    this.gateSetting = gateSetting;
    this.deletion = deletion;
    this.canaries = canaries;
    this.cluster = cluster;
    this.clock = clock;
  }

  @Override
  public void registerLambda(Lambda request, StreamObserver<Lambda> reply) {
    var now = now();
    var wanted = LambdaCodec.definition(request, cluster.lease(), now);
    var inForce = registration.register(wanted);
    canaries.apply(inForce, now);
    answer(reply, LambdaCodec.lambda(inForce).build());
  }

  @Override
  public void getLambda(GetLambdaRequest request, StreamObserver<Lambda> reply) {
    answer(reply, reading.read(new LambdaName(request.getLambda())));
  }

  @Override
  public void listLambdas(ListLambdasRequest request, StreamObserver<ListLambdasResponse> reply) {
    answer(reply, reading.list(request));
  }

  @Override
  public void setGate(SetGateRequest request, StreamObserver<Lambda> reply) {
    var now = now();
    var lambda = gateSetting.set(GateCodec.gate(request, now));
    answer(reply, reading.withGates(lambda, now));
  }

  @Override
  public void deleteLambda(
      DeleteLambdaRequest request, StreamObserver<DeleteLambdaResponse> reply) {
    deletion.delete(new LambdaName(request.getLambda()), now());
    answer(reply, DeleteLambdaResponse.getDefaultInstance());
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }
}
