package dev.atf.frontend.schedule;

import dev.atf.frontend.rpc.BatchCalls;
import dev.atf.frontend.rpc.ErrorMapping;
import dev.atf.frontend.schedule.Scheduler.Admission;
import dev.atf.frontend.schedule.Scheduler.Admitted;
import dev.atf.frontend.schedule.Scheduler.Destination;
import dev.atf.frontend.schedule.Scheduler.Refused;
import dev.atf.model.LambdaName;
import dev.atf.model.check.InvalidFieldException;
import dev.atf.model.check.Limits;
import dev.atf.model.origin.Origin;
import dev.atf.protocol.v1.ScheduleBatchRequest;
import dev.atf.protocol.v1.ScheduleBatchResult;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.runtime.rpc.CallEnd;
import io.grpc.StatusRuntimeException;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;

/**
 * Schedules the tasks of a batch, a few at a time. Each task is scheduled like a separate Schedule
 * call: a bad task, or a failure of the store, does not affect the others, and two tasks with the
 * same key behave like two calls. The tasks of a route may belong to several lambdas.
 */
public final class BatchScheduler {
  private final Scheduler scheduler;
  private final ErrorMapping errors;
  private final BatchCalls batchCalls;
  private final ScheduleSpans spans;

  @Inject
  BatchScheduler(
      Scheduler scheduler, ErrorMapping errors, BatchCalls batchCalls, ScheduleSpans spans) {
    this.scheduler = scheduler;
    this.errors = errors;
    this.batchCalls = batchCalls;
    this.spans = spans;
  }

  /**
   * Returns one result for each task, in the order of the tasks; the result of a refused task is
   * its error.
   *
   * @throws InvalidFieldException if there are no tasks or too many, in which case nothing is
   *     stored
   * @throws StatusRuntimeException LAMBDA_NOT_FOUND, LAMBDA_CLOSING, OVERLOADED
   */
  public List<ScheduleBatchResult> schedule(ScheduleBatchRequest request) {
    int size = request.getTasksCount();
    if (size < 1 || size > Limits.BATCH_TASKS_MAX) {
      throw new InvalidFieldException("tasks", size + " tasks", "1 to " + Limits.BATCH_TASKS_MAX);
    }
    var destination = scheduler.find(new LambdaName(request.getLambda()));
    // A refused call must not have taken tokens of the lambda's rate.
    try (var call = batchCalls.begin()) {
      return spans.many(
          destination.name(), () -> schedule(request.getTasksList(), destination, call));
    }
  }

  private List<ScheduleBatchResult> schedule(
      List<ScheduleRequest> tasks, Destination destination, BatchCalls.BatchCall call) {
    // The tasks are admitted in order, so that the first tasks get the tokens that the lambda's
    // rate allows.
    var admissions = tasks.stream().map(task -> admit(task, destination)).toList();
    var end = CallEnd.current();
    var chains = chains(admissions);
    var written = call.each(chains, end, chain -> write(chain, admissions, end));
    var results = new ScheduleBatchResult[admissions.size()];
    for (int i = 0; i < chains.size(); i++) {
      for (int j = 0; j < chains.get(i).size(); j++) {
        results[chains.get(i).get(j)] = written.get(i).get(j);
      }
    }
    return List.of(results);
  }

  private Admission admit(ScheduleRequest task, Destination destination) {
    try {
      if (!task.getLambda().isEmpty() && !task.getLambda().equals(destination.name().value())) {
        throw new InvalidFieldException(
            "lambda", task.getLambda(), "none, or the batch's: " + destination.name());
      }
      return scheduler.admit(task, destination);
    } catch (RuntimeException e) {
      return new Refused(errors.statusOf(e), Optional.empty());
    }
  }

  /**
   * Groups the indexes of tasks into chains. Tasks of one ordering key form one chain, and every
   * other task is its own chain.
   */
  private static List<List<Integer>> chains(List<Admission> admissions) {
    var chains = new ArrayList<List<Integer>>();
    var ofKeys = new HashMap<String, List<Integer>>();
    for (int i = 0; i < admissions.size(); i++) {
      var key =
          admissions.get(i) instanceof Admitted admitted && admitted.quotaExceeded().isEmpty()
              ? Optional.ofNullable(admitted.entity().header().origin()).map(Origin::owner)
              : Optional.<String>empty();
      var chain = key.map(ofKeys::get).orElseGet(ArrayList::new);
      if (chain.isEmpty()) {
        chains.add(chain);
        key.ifPresent(owner -> ofKeys.put(owner, chain));
      }
      chain.add(i);
    }
    return chains;
  }

  private List<ScheduleBatchResult> write(
      List<Integer> chain, List<Admission> admissions, CallEnd end) {
    return chain.stream().map(number -> write(admissions.get(number), end)).toList();
  }

  private ScheduleBatchResult write(Admission admission, CallEnd end) {
    try {
      return scheduler.write(admission, end);
    } catch (RuntimeException e) {
      return ScheduleBatchResult.newBuilder().setError(errors.statusOf(e)).build();
    }
  }
}
