package dev.atf.client;

import dev.atf.protocol.v1.ScheduleBatchRequest;
import dev.atf.protocol.v1.ScheduleBatchResult;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.protocol.v1.TaskServiceGrpc;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Tasks that are scheduled together, with the known result of each. */
final class Batch {
  private final String lambda;
  private final List<TaskSpec> specs;
  private final List<ScheduleRequest> requests;
  private final Supplier<TaskServiceGrpc.TaskServiceBlockingStub> tasks;
  private final Retries retries;
  private final @Nullable ScheduleBatchResult[] results;

  /**
   * Creates a batch.
   *
   * @param specs one or more tasks of one lambda
   * @param requests requests for the tasks, each with a key
   */
  Batch(
      List<TaskSpec> specs,
      List<ScheduleRequest> requests,
      Supplier<TaskServiceGrpc.TaskServiceBlockingStub> tasks,
      Retries retries) {
    this.lambda = specs.get(0).lambda();
    if (!specs.stream().allMatch(spec -> spec.lambda().equals(lambda))) {
      throw new IllegalArgumentException("all tasks of a batch must have the same lambda");
    }
    this.specs = specs;
    this.requests = requests;
    this.tasks = tasks;
    this.retries = retries;
    this.results = new @Nullable ScheduleBatchResult[specs.size()];
  }

  /** Tries the open tasks until no task is open, or no further try can help. */
  List<BatchOutcome> schedule() {
    for (int tried = 1; ; tried++) {
      var failure = scheduleOpen();
      boolean over = failure.isPresent() && !Retries.isWorthRepeating(failure.get());
      if (open().isEmpty()
          || over
          || tried >= retries.triesMax()
          || !retries.pause(tried, requestedWait(), Retries.NO_END)) {
        return outcomes(failure);
      }
    }
  }

  /**
   * Makes one try. If it fails, the failure replaces the temporary refusals that earlier tries
   * returned for these tasks.
   */
  private Optional<StatusRuntimeException> scheduleOpen() {
    var open = open();
    var batch =
        ScheduleBatchRequest.newBuilder()
            .setLambda(lambda)
            .addAllTasks(open.stream().map(requests::get).toList())
            .build();
    try {
      var response = tasks.get().scheduleBatch(batch);
      for (int i = 0; i < open.size(); i++) {
        results[open.get(i)] = response.getResults(i);
      }
      return Optional.empty();
    } catch (StatusRuntimeException e) {
      var error = ScheduleBatchResult.newBuilder().setError(StatusProto.fromThrowable(e)).build();
      open.stream().filter(i -> results[i] != null).forEach(i -> results[i] = error);
      return Optional.of(e);
    }
  }

  /** Returns the indexes of the open tasks. */
  private List<Integer> open() {
    var open = new ArrayList<Integer>();
    for (int i = 0; i < results.length; i++) {
      var result = results[i];
      if (result == null
          || (result.hasError()
              && Retries.isWorthRepeating(
                  StatusProto.toStatusRuntimeException(result.getError())))) {
        open.add(i);
      }
    }
    return open;
  }

  private Duration requestedWait() {
    return open().stream()
        .flatMap(i -> Stream.ofNullable(results[i]))
        .map(
            result ->
                Retries.requestedWait(StatusProto.toStatusRuntimeException(result.getError())))
        .max(Comparator.naturalOrder())
        .orElse(Duration.ZERO);
  }

  private List<BatchOutcome> outcomes(Optional<StatusRuntimeException> failure) {
    var outcomes = new ArrayList<BatchOutcome>();
    for (int i = 0; i < results.length; i++) {
      var result = results[i];
      if (result == null) {
        // None of the tasks has a result in this case.
        throw AtfException.of(failure.orElseThrow());
      }
      outcomes.add(outcome(specs.get(i), result));
    }
    return outcomes;
  }

  private static BatchOutcome outcome(TaskSpec spec, ScheduleBatchResult result) {
    return result.hasError()
        ? new BatchOutcome.Refused(AtfException.of(result.getError()))
        : new BatchOutcome.Scheduled(
            ScheduledTask.of(
                spec, result.getTaskId(), result.getCreated(), result.getScheduledAt()));
  }
}
