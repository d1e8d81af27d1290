package dev.atf.frontend.schedule;

import dev.atf.model.lambda.LambdaDefinition;
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
  public Scheduled.Done one(ScheduleRequest request, LambdaDefinition lambda) {
    return spans.one(lambda.name(), () -> done(scheduler.schedule(request, lambda)));
  }

  /** Returns what came of each task, in their order; one that is refused is told in its place. */
  public List<ScheduleBatchResult> many(ScheduleBatchRequest request, LambdaDefinition lambda) {
    return spans.many(lambda.name(), () -> batches.schedule(request.getTasksList(), lambda));
  }

  private static Scheduled.Done done(Scheduled scheduled) {
    if (scheduled instanceof Scheduled.Refused refused) {
      throw StatusProto.toStatusRuntimeException(refused.status());
    }
    return (Scheduled.Done) scheduled;
  }
}
