package dev.atf.client;

import dev.atf.protocol.v1.SubmitJobRequest;
import java.util.List;

/**
 * Job to be submitted: a graph of steps. It is immutable: each method returns a changed copy.
 *
 * <pre>{@code
 * JobSpec.of(
 *         StepSpec.of("list", "list-pages", new Site("example.com")),
 *         StepSpec.of("fetch", "fetch-page").forEachResultOf("list").retries(2),
 *         StepSpec.of("index", "build-index").inputs("fetch"))
 *     .name("index-example.com");
 * }</pre>
 */
public final class JobSpec {
  private final SubmitJobRequest request;
  private final List<StepSpec> steps;

  private JobSpec(SubmitJobRequest request, List<StepSpec> steps) {
    this.request = request;
    this.steps = steps;
  }

  /** Returns a job of 1 to 1,000 steps. */
  public static JobSpec of(StepSpec... steps) {
    return of(List.of(steps));
  }

  /** Returns a job of 1 to 1,000 steps. */
  public static JobSpec of(List<StepSpec> steps) {
    return new JobSpec(SubmitJobRequest.getDefaultInstance(), List.copyOf(steps));
  }

  /**
   * Sets the name, which is an idempotency key: there is only one job for each name and lambda of
   * the first step, however often it is submitted. Without a name, only the retries within one call
   * are safe.
   */
  public JobSpec name(String name) {
    return new JobSpec(request.toBuilder().setName(name).build(), steps);
  }

  /**
   * Sets the maximum number of rounds, 1 to 10. Each round after the first begins once everything
   * has been reverted.
   */
  public JobSpec rounds(int rounds) {
    return new JobSpec(request.toBuilder().setRounds(rounds).build(), steps);
  }

  SubmitJobRequest request(PayloadJson json) {
    return request.toBuilder()
        .addAllSteps(steps.stream().map(step -> step.step(json)).toList())
        .build();
  }
}
