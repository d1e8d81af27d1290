package dev.atf.frontend.schedule;

import dev.atf.protocol.v1.ScheduleBatchRequest;
import dev.atf.protocol.v1.ScheduleBatchResult;
import dev.atf.protocol.v1.ScheduleRequest;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import jakarta.inject.Inject;
import java.util.List;

/** Schedules one task or a batch, within the span of the call that asks for it. */
public final class TracedScheduler {
  private final Scheduler scheduler;
  private final BatchScheduler batches;
  private final ScheduleSpans spans;

  @Inject
  TracedScheduler(Scheduler scheduler, BatchScheduler batches, ScheduleSpans spans) {
    this.scheduler = scheduler;
    this.batches = batches;
    this.spans = spans;
  }

  /**
   * @throws StatusRuntimeException if the task is refused
   */
  public Scheduled.Done one(ScheduleRequest request, Destination destination) {
    return spans.one(destination.name(), () -> done(scheduler.schedule(request, destination)));
  }

  /** Returns what came of each task, in their order; one that is refused is told in its place. */
  public List<ScheduleBatchResult> many(ScheduleBatchRequest request, Destination destination) {
    return spans.many(
        destination.name(), () -> batches.schedule(request.getTasksList(), destination));
  }

  private static Scheduled.Done done(Scheduled scheduled) {
    if (scheduled instanceof Scheduled.Refused refused) {
      throw StatusProto.toStatusRuntimeException(refused.status());
    }
    return (Scheduled.Done) scheduled;
  }
}
