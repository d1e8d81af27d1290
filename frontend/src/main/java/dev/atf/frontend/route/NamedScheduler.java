package dev.atf.frontend.route;

import dev.atf.frontend.schedule.Scheduled;
import dev.atf.frontend.schedule.TracedScheduler;
import dev.atf.model.LambdaName;
import dev.atf.protocol.v1.ScheduleBatchRequest;
import dev.atf.protocol.v1.ScheduleBatchResult;
import dev.atf.protocol.v1.ScheduleRequest;
import io.grpc.StatusRuntimeException;
import jakarta.inject.Inject;
import java.util.List;

/** Schedules tasks of the lambda, or of the route, that a request names. */
public final class NamedScheduler {
  private final Destinations destinations;
  private final TracedScheduler scheduler;

  @Inject
  NamedScheduler(Destinations destinations, TracedScheduler scheduler) {
    this.destinations = destinations;
    this.scheduler = scheduler;
  }

  /**
   * @throws StatusRuntimeException if the task is refused
   */
  public Scheduled.Done one(ScheduleRequest request) {
    return scheduler.one(request, destinations.require(new LambdaName(request.getLambda())));
  }

  /** Returns what came of each task, in their order; one that is refused is told in its place. */
  public List<ScheduleBatchResult> many(ScheduleBatchRequest request) {
    return scheduler.many(request, destinations.require(new LambdaName(request.getLambda())));
  }
}
