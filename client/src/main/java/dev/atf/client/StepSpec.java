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
 * Step of a {@link JobSpec}: one task, or one for each item of a list. It is immutable: each method
 * returns a changed copy. The client's ObjectMapper writes payloads and items as JSON.
 */
public final class StepSpec {
  private static final String JSON = "application/json";

  private final JobStep step;
  private final Payloads payloads;

  /**
   * Values that are not yet written as JSON.
   *
   * @param items items of a fan-out over a known list
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
   * Returns a step without a payload.
   *
   * @param name unique within the job: 1-64 of a-z 0-9 -, starting with a letter
   */
  public static StepSpec of(String name, String lambda) {
    return new StepSpec(
        JobStep.newBuilder().setName(name).setLambda(lambda).build(), Payloads.NONE);
  }

  /**
   * Returns a step whose payload the client writes as JSON.
   *
   * @param name unique within the job: 1-64 of a-z 0-9 -, starting with a letter
   */
  public static StepSpec of(String name, String lambda, Object payload) {
    return new StepSpec(of(name, lambda).step, new Payloads(payload, null, null));
  }

  /**
   * Returns a step with a payload of bytes.
   *
   * @param name unique within the job: 1-64 of a-z 0-9 -, starting with a letter
   */
  public static StepSpec ofBytes(String name, String lambda, byte[] payload, String contentType) {
    return of(name, lambda)
        .with(changed -> changed.setData(ByteString.copyFrom(payload)).setContentType(contentType));
  }

  /** Sets the priority. Default: the lambda's default priority. */
  public StepSpec priority(String priority) {
    return with(changed -> changed.setPriority(priority));
  }

  /** Sets the collection of the tasks of this step. Default: none. */
  public StepSpec collection(String collection) {
    return with(changed -> changed.setCollection(collection));
  }

  /** Adds steps that must be done before this step starts. */
  public StepSpec after(String... steps) {
    return with(changed -> changed.addAllAfter(List.of(steps)));
  }

  /** Adds steps whose results the handler receives. This step also runs after them. */
  public StepSpec inputs(String... steps) {
    return with(changed -> changed.addAllInputs(List.of(steps)));
  }

  /** Creates one task for each item. Replaces a fan-out over a result. */
  public StepSpec forEach(List<?> items) {
    return new StepSpec(
        step.toBuilder().clearFanOut().build(),
        new Payloads(payloads.own, payloads.compensation, items));
  }

  /** Creates one task for each item of the list that a step returns. Replaces known items. */
  public StepSpec forEachResultOf(String step) {
    return new StepSpec(
        this.step.toBuilder().setForEachResultOf(step).build(),
        new Payloads(payloads.own, payloads.compensation, null));
  }

  /** Sets the total time that a task of this step may take. Default: the lambda's maxLifetime. */
  public StepSpec ultimatum(Duration ultimatum) {
    return with(changed -> changed.setUltimatum(ProtoTimes.proto(ultimatum)));
  }

  /**
   * Sets the number of further tasks after a task that failed permanently, 0 to 100. Default: 0.
   */
  public StepSpec retries(int retries) {
    return with(changed -> changed.setRetries(retries));
  }

  /** Sets the effect on the job when the last task of this step fails. */
  public StepSpec onFailure(OnFailure effect) {
    return with(changed -> changed.setOnFailure(effect));
  }

  /** Sets the lambda that reverts this step. It receives the step's payload and result. */
  public StepSpec compensation(String lambda) {
    return with(changed -> changed.setCompensation(JobCompensation.newBuilder().setLambda(lambda)));
  }

  /** Sets the lambda that reverts this step. It receives another payload and the step's result. */
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
