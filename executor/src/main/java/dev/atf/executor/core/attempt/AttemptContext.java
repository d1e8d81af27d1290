package dev.atf.executor.core.attempt;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.ByteString;
import dev.atf.executor.Checkpoint;
import dev.atf.executor.ChildTask;
import dev.atf.executor.LeaseLostException;
import dev.atf.executor.OnChildFailure;
import dev.atf.executor.StepContext;
import dev.atf.executor.TaskCancelledException;
import dev.atf.executor.TaskContext;
import dev.atf.executor.core.attempt.AttemptSpans.AttemptSpan;
import dev.atf.executor.core.call.ResultLimits;
import dev.atf.executor.core.staging.AttemptFiles;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.AttemptResult.Success.Join;
import dev.atf.protocol.v1.AttemptResult.Success.OnFailure;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.protocol.v1.WorkOfJob;
import dev.atf.runtime.loop.MonotonicClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Task context of one attempt. */
record AttemptContext(
    RunningAttempt held,
    AttemptSpan span,
    MonotonicClock clock,
    ObjectMapper json,
    AttemptFiles files)
    implements TaskContext {
  private static final String TRACE_PARENT = "traceparent";

  @Override
  public String taskId() {
    return held.work().getTaskId();
  }

  @Override
  public String lambda() {
    return held.work().getLambda();
  }

  @Override
  public String priority() {
    return held.work().getPriority();
  }

  @Override
  public String collection() {
    return held.work().getCollection();
  }

  @Override
  public int attempt() {
    return held.work().getAttempt();
  }

  @Override
  public int maxAttempts() {
    return held.work().getMaxAttempts();
  }

  @Override
  public boolean isLastAttempt() {
    return maxAttempts() > 0 && attempt() >= maxAttempts();
  }

  @Override
  public Optional<Instant> deadline() {
    return held.work().hasDeadline()
        ? Optional.of(ProtoTimes.java(held.work().getDeadline()))
        : Optional.empty();
  }

  @Override
  public long fencingToken() {
    return held.work().getEpoch();
  }

  @Override
  public Instant scheduledAt() {
    return ProtoTimes.java(held.work().getScheduledAt());
  }

  @Override
  public Map<String, String> labels() {
    return held.work().getLabelsMap();
  }

  @Override
  public Map<String, String> traceHeaders() {
    return span.headers();
  }

  @Override
  public Duration leaseRemaining() {
    return Duration.ofNanos(held.deadline() - clock.nanos());
  }

  @Override
  public boolean isCancelled() {
    return held.isAskedToStop();
  }

  @Override
  public void throwIfCancelled() {
    if (held.isAskedToStop()) {
      throw new TaskCancelledException(taskId());
    }
  }

  @Override
  public void ensureOwned() {
    if (held.isLost() || held.deadline() - clock.nanos() <= 0) {
      throw new LeaseLostException(taskId());
    }
  }

  @Override
  public void progress(Object value) {
    var bytes = write("progress", value);
    requireAtMost("progress", bytes.length, ResultLimits.PROGRESS_BYTES_MAX);
    held.notes().progress(ByteString.copyFrom(bytes));
  }

  @Override
  public void checkpoint(Object value) {
    checkpoint(write("checkpoint", value), ResultEncoder.JSON);
  }

  @Override
  public void checkpoint(byte[] data, String contentType) {
    requireAtMost("checkpoint", data.length, ResultLimits.CHECKPOINT_BYTES_MAX);
    if (contentType.length() > ResultLimits.CONTENT_TYPE_CHARS_MAX) {
      throw new IllegalArgumentException(
          "contentType: "
              + contentType.length()
              + " characters (expected: at most "
              + ResultLimits.CONTENT_TYPE_CHARS_MAX
              + ")");
    }
    held.notes()
        .checkpoint(
            dev.atf.protocol.v1.Checkpoint.newBuilder()
                .setData(ByteString.copyFrom(data))
                .setContentType(contentType)
                .build());
  }

  @Override
  public Optional<Checkpoint> lastCheckpoint() {
    if (!held.work().hasCheckpoint()) {
      return Optional.empty();
    }
    var left = held.work().getCheckpoint();
    return Optional.of(new Checkpoint(left.getData().toByteArray(), left.getContentType()));
  }

  @Override
  public <T> Optional<T> lastCheckpoint(Class<T> type) {
    if (!held.work().hasCheckpoint()) {
      return Optional.empty();
    }
    var left = held.work().getCheckpoint();
    try {
      return Optional.of(
          new PayloadReader<T>(json, json.constructType(type))
              .read(left.getData(), left.getContentType()));
    } catch (PayloadUnreadableException e) {
      throw new IllegalStateException("the last checkpoint is unreadable: " + e.getMessage(), e);
    }
  }

  @Override
  public void log(String line) {
    held.log().add(line);
  }

  @Override
  public int schedule(ChildTask child) {
    return held.children().add(request(child));
  }

  @Override
  public void scheduleThen(List<ChildTask> children, ChildTask then, OnChildFailure onFailure) {
    var join =
        Join.newBuilder()
            .setOnFailure(
                switch (onFailure) {
                  case STOP -> OnFailure.STOP;
                  case CONTINUE -> OnFailure.CONTINUE;
                  case HOLD -> OnFailure.HOLD;
                });
    for (int child = 0; child < children.size(); child++) {
      join.addChildren(step("child " + child, children.get(child)));
    }
    held.children().add(join.setThen(step("then", then)).build());
  }

  private ScheduleRequest step(String which, ChildTask task) {
    var request = request(task);
    if (request.hasScheduledAt() || request.hasDelay() || request.hasDeadline()) {
      throw new IllegalArgumentException(
          "scheduleThen: %s has a time of its own (expected: none, it is a step of a job)"
              .formatted(which));
    }
    if (!request.getOrderingKey().isEmpty()) {
      throw new IllegalArgumentException(
          "scheduleThen: %s has an ordering key (expected: none, it is a step of a job)"
              .formatted(which));
    }
    return request;
  }

  private ScheduleRequest request(ChildTask child) {
    var request = child.request().toBuilder();
    child
        .payload()
        .ifPresent(
            payload ->
                request
                    .setData(ByteString.copyFrom(write("schedule", payload)))
                    .setContentType(ResultEncoder.JSON));
    // The attempts of children have a link to this span, as those of a client's tasks have to its
    // call.
    var trace = span.headers().get(TRACE_PARENT);
    if (trace != null && !request.containsLabels(TRACE_PARENT)) {
      request.putLabels(TRACE_PARENT, trace);
    }
    return request.build();
  }

  @Override
  public Optional<StepContext> job() {
    return held.work().hasJob()
        ? Optional.of(new JobStep(held.work().getJob(), json))
        : Optional.empty();
  }

  @Override
  public Path workDirectory() {
    try {
      return files.workDirectory();
    } catch (IOException e) {
      throw new UncheckedIOException("the work directory cannot be created", e);
    }
  }

  @Override
  public boolean hasWorkDirectory() {
    return files.hasWorkDirectory();
  }

  private byte[] write(String what, Object value) {
    try {
      return json.writeValueAsBytes(value);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          what + ": cannot be written as JSON: " + value.getClass().getName(), e);
    }
  }

  private static void requireAtMost(String what, int bytes, int most) {
    if (bytes > most) {
      throw new IllegalArgumentException(
          what + ": " + bytes + " bytes (expected: at most " + most + ")");
    }
  }

  /** Names the attempt for logs of handlers, without its payload. */
  @Override
  public String toString() {
    return held.toString();
  }

  /** Step context of a task that is a step of a job. */
  private record JobStep(WorkOfJob work, ObjectMapper json) implements StepContext {
    @Override
    public String job() {
      return work.getJob();
    }

    @Override
    public String lambda() {
      return work.getLambda();
    }

    @Override
    public String step() {
      return work.getStep();
    }

    @Override
    public boolean compensates() {
      return work.getCompensates();
    }

    @Override
    public Set<String> inputs() {
      var names = new LinkedHashSet<String>();
      work.getInputsList().forEach(input -> names.add(input.getStep()));
      return names;
    }

    @Override
    public <T> Optional<T> input(String step, Class<T> type) {
      return inputs(step, type).stream().findFirst();
    }

    @Override
    public <T> List<T> inputs(String step, Class<T> type) {
      return work.getInputsList().stream()
          .filter(input -> input.getStep().equals(step))
          .findFirst()
          .orElseThrow(
              () ->
                  new IllegalArgumentException(
                      "input: " + step + " (expected: one of " + inputs() + ")"))
          .getResultsList()
          .stream()
          .map(result -> read("input " + step, result.getData(), result.getContentType(), type))
          .toList();
    }

    @Override
    public OptionalInt itemIndex() {
      return work.hasItem() ? OptionalInt.of(work.getItem()) : OptionalInt.empty();
    }

    @Override
    public <T> Optional<T> item(Class<T> type) {
      return work.hasItem()
          ? Optional.of(read("item", work.getItemJson(), ResultEncoder.JSON, type))
          : Optional.empty();
    }

    private <T> T read(String what, ByteString data, String contentType, Class<T> type) {
      try {
        return new PayloadReader<T>(json, json.constructType(type)).read(data, contentType);
      } catch (PayloadUnreadableException e) {
        throw new IllegalStateException(what + " is unreadable: " + e.getMessage(), e);
      }
    }
  }
}
