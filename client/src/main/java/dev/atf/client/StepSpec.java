package dev.atf.client;

import com.google.protobuf.ByteString;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.JobCompensation;
import dev.atf.protocol.v1.JobStep;
import dev.atf.protocol.v1.OnFailure;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Step of a {@link JobSpec}: one task, or one for each item of a list. Immutable: each method
 * returns a changed copy. Payloads and items are written as JSON by the client's ObjectMapper.
 */
public final class StepSpec {
  private static final String JSON = "application/json";

  private final JobStep step;
  private final Payloads payloads;

  /**
   * Values that are not written yet.
   *
   * @param items of a fan-out over a known list
   */
  private record Payloads(
      @Nullable Object own, @Nullable Object compensation, @Nullable List<?> items) {
    static final Payloads NONE = new Payloads(null, null, null);
  }

  private StepSpec(JobStep step, Payloads payloads) {
    this.step = step;
    this.payloads = payloads;
  }

  /**
   * A step without payload.
   *
   * @param name unique within the job: 1-64 of a-z 0-9 -, starting with a letter
   */
  public static StepSpec of(String name, String lambda) {
    return new StepSpec(
        JobStep.newBuilder().setName(name).setLambda(lambda).build(), Payloads.NONE);
  }

  /**
   * @param name unique within the job: 1-64 of a-z 0-9 -, starting with a letter
   */
  public static StepSpec of(String name, String lambda, Object payload) {
    return new StepSpec(of(name, lambda).step, new Payloads(payload, null, null));
  }

  /**
   * A step with a payload of bytes.
   *
   * @param name unique within the job: 1-64 of a-z 0-9 -, starting with a letter
   */
  public static StepSpec ofBytes(String name, String lambda, byte[] payload, String contentType) {
    return of(name, lambda)
        .with(changed -> changed.setData(ByteString.copyFrom(payload)).setContentType(contentType));
  }

  /** Sets the priority; without it: the lambda's default. */
  public StepSpec priority(String priority) {
    return with(changed -> changed.setPriority(priority));
  }

  public StepSpec collection(String collection) {
    return with(changed -> changed.setCollection(collection));
  }

  /** Adds steps that have to be done before. */
  public StepSpec after(String... steps) {
    return with(changed -> changed.addAllAfter(List.of(steps)));
  }

  /** Adds steps whose results the handler is given; it comes after them, too. */
  public StepSpec inputs(String... steps) {
    return with(changed -> changed.addAllInputs(List.of(steps)));
  }

  /** Makes a task of each item; replaces a fan-out over a result. */
  public StepSpec forEach(List<?> items) {
    return new StepSpec(
        step.toBuilder().clearFanOut().build(),
        new Payloads(payloads.own, payloads.compensation, items));
  }

  /** Makes a task of each item of the list that a step returns; replaces known items. */
  public StepSpec forEachResultOf(String step) {
    return new StepSpec(
        this.step.toBuilder().setForEachResultOf(step).build(),
        new Payloads(payloads.own, payloads.compensation, null));
  }

  /** Sets the time that a task of it may take in all; without it: the lambda's maxLifetime. */
  public StepSpec ultimatum(Duration ultimatum) {
    return with(changed -> changed.setUltimatum(ProtoTimes.proto(ultimatum)));
  }

  /** Sets the number of further tasks after one that failed for good, 0 to 100; default 0. */
  public StepSpec retries(int retries) {
    return with(changed -> changed.setRetries(retries));
  }

  /** Sets the effect of the failure of its last task on the job. */
  public StepSpec onFailure(OnFailure effect) {
    return with(changed -> changed.setOnFailure(effect));
  }

  /** Sets the lambda that reverts it, with the step's own payload and with its result. */
  public StepSpec compensation(String lambda) {
    return with(changed -> changed.setCompensation(JobCompensation.newBuilder().setLambda(lambda)));
  }

  /** Sets the lambda that reverts it, with another payload and with the step's result. */
  public StepSpec compensation(String lambda, Object payload) {
    return new StepSpec(
        compensation(lambda).step, new Payloads(payloads.own, payload, payloads.items));
  }

  JobStep step(PayloadJson json) {
    var written = step.toBuilder();
    if (payloads.own != null) {
      written.setData(json.bytes(payloads.own)).setContentType(JSON);
    }
    if (payloads.compensation != null) {
      written
          .getCompensationBuilder()
          .setData(json.bytes(payloads.compensation))
          .setContentType(JSON);
    }
    if (payloads.items != null) {
      written.setForEach(json.value(payloads.items));
    }
    return written.build();
  }

  private StepSpec with(Consumer<JobStep.Builder> change) {
    var changed = step.toBuilder();
    change.accept(changed);
    return new StepSpec(changed.build(), payloads);
  }
}
