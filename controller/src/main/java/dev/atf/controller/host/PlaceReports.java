package dev.atf.controller.host;

import dev.atf.controller.buffer.TaskBuffers;
import dev.atf.controller.place.HostHealth;
import dev.atf.controller.place.HostIdentity;
import dev.atf.model.LambdaName;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.WorkerId;
import dev.atf.protocol.v1.WorkerLambda;
import dev.atf.protocol.v1.WorkerReport;
import jakarta.inject.Inject;

/** Reports of this worker host about itself. */
public final class PlaceReports {
  /** Maximum number of lambdas of a report. */
  private static final int LAMBDAS_MAX = 100;

  private final HostIdentity self;
  private final HostHealth health;
  private final TaskBuffers buffers;
  private final HandedWork handed;

  @Inject
  PlaceReports(HostIdentity self, HostHealth health, TaskBuffers buffers, HandedWork handed) {
    this.self = self;
    this.health = health;
    this.buffers = buffers;
    this.handed = handed;
  }

  /** Returns the report of this moment. */
  public WorkerReport report(HostState state) {
    var report =
        WorkerReport.newBuilder()
            .setWorker(id())
            .setStartedAt(ProtoTimes.proto(self.startedAt()))
            .setHost(self.host())
            .setVersion(self.version())
            .setNamed(self.named())
            .setAcknowledged(health.isAcknowledged())
            .setDrained(isDrained())
            .setChecked(true)
            .addAllOffers(self.offers());
    buffers.lambdas().stream()
        .limit(LAMBDAS_MAX)
        .forEach(lambda -> report.addLambdas(work(lambda, state)));
    return report.build();
  }

  /** Returns the report of a host that ends in order. */
  public WorkerReport leaving() {
    return WorkerReport.newBuilder()
        .setWorker(id())
        .setStartedAt(ProtoTimes.proto(self.startedAt()))
        .setHost(self.host())
        .setVersion(self.version())
        .setNamed(self.named())
        .setLeaving(true)
        .build();
  }

  /** Returns whether nothing runs here, and nothing will: in this order, or a claim is missed. */
  private boolean isDrained() {
    return health.isToDrain() && !buffers.isClaiming() && handed.counts().isEmpty();
  }

  private WorkerId id() {
    return WorkerId.newBuilder().setPlace(self.place()).setInstance(self.instance()).build();
  }

  private WorkerLambda work(LambdaName lambda, HostState state) {
    var demand = buffers.demand(lambda);
    var own = state.executors().get(lambda.value());
    return WorkerLambda.newBuilder()
        .setLambda(lambda.value())
        .setProcesses(own == null ? 0 : own.ready())
        .setWaiting(demand.waiting())
        .setRunning(state.running().getOrDefault(lambda, 0))
        .setHandedOut(demand.handedOut())
        .build();
  }
}
