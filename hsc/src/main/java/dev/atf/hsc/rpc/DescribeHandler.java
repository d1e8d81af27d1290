package dev.atf.hsc.rpc;

import dev.atf.hsc.call.ControllerId;
import dev.atf.hsc.claim.ProtocolMessages;
import dev.atf.hsc.heartbeat.DescribeCall;
import dev.atf.hsc.heartbeat.WorkerSightings;
import dev.atf.hsc.lambda.ClosedGates;
import dev.atf.hsc.lambda.Lambdas;
import dev.atf.protocol.v1.DescribeLambdasResponse;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.List;

/** Tells controllers the settings of lambdas, from memory, and notes the workers that they see. */
final class DescribeHandler {
  private final Lambdas lambdas;
  private final ClosedGates gates;
  private final WorkerSightings workers;

  @Inject
  DescribeHandler(Lambdas lambdas, ClosedGates gates, WorkerSightings workers) {
    this.lambdas = lambdas;
    this.gates = gates;
    this.workers = workers;
  }

  /** Returns the settings of those of the lambdas that are registered. */
  DescribeLambdasResponse describe(DescribeCall call, Instant now) {
    var response = DescribeLambdasResponse.newBuilder();
    for (var name : call.lambdas()) {
      lambdas
          .find(name)
          .ifPresent(
              terms ->
                  response.addLambdas(ProtocolMessages.settings(terms, gates.pauses(name, now))));
    }
    call.controller().ifPresent(controller -> note(controller, call.workers(), now));
    return response.build();
  }

  private void note(ControllerId controller, List<DescribeCall.Presence> seen, Instant now) {
    seen.stream()
        .filter(one -> lambdas.find(one.lambda()).isPresent())
        .forEach(one -> workers.seen(controller, one, now));
  }
}
