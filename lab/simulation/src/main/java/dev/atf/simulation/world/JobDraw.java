package dev.atf.simulation.world;

import com.google.protobuf.Duration;
import com.google.protobuf.ListValue;
import com.google.protobuf.Value;
import dev.atf.model.LambdaName;
import dev.atf.plans.job.definition.JobDefinition;
import dev.atf.protocol.v1.JobCompensation;
import dev.atf.protocol.v1.JobStep;
import dev.atf.protocol.v1.OnFailure;
import dev.atf.protocol.v1.SubmitJobRequest;
import dev.atf.simulation.check.SubmittedJob;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.random.RandomGenerator;

/** Draws small jobs that use all features of a job. */
final class JobDraw {
  private static final List<OnFailure> POLICIES =
      List.of(OnFailure.FAIL, OnFailure.CONTINUE, OnFailure.COMPENSATE, OnFailure.HOLD);
  private static final int ITEMS_MAX = 4;

  private final WorldPlan plan;
  private final RandomGenerator random;

  JobDraw(WorldPlan plan, RandomGenerator random) {
    this.plan = plan;
    this.random = random;
  }

  SubmitJobRequest draw(String name) {
    var job = SubmitJobRequest.newBuilder().setName(name).setRounds(1 + random.nextInt(3));
    int count = 1 + random.nextInt(plan.tasks() < 20 ? 6 : 12);
    // In many jobs no step fails by itself, so that they end.
    int trouble = random.nextInt(3) * 12;
    var favourite = random.nextInt(3) == 0 ? POLICIES.get(random.nextInt(POLICIES.size())) : null;
    var plain = new ArrayList<String>();
    for (int i = 0; i < count; i++) {
      var step =
          JobStep.newBuilder()
              .setName("s" + i)
              .setLambda(lambda())
              .setData(operation(trouble).payload());
      for (int before = 0; before < i; before++) {
        switch (random.nextInt(8)) {
          case 0 -> step.addAfter("s" + before);
          case 1 -> step.addInputs("s" + before);
          default -> {}
        }
      }
      fanOut(step, plain);
      if (random.nextInt(4) == 0) {
        step.setUltimatum(Duration.newBuilder().setSeconds(5 + random.nextInt(60)));
      }
      step.setRetries(random.nextInt(3));
      step.setOnFailure(
          favourite == null ? POLICIES.get(random.nextInt(POLICIES.size())) : favourite);
      if (random.nextInt(3) > 0) {
        step.setCompensation(compensation(trouble));
      }
      job.addSteps(step);
    }
    return job.build();
  }

  private void fanOut(JobStep.Builder step, List<String> plain) {
    if (random.nextInt(6) == 0) {
      var items = ListValue.newBuilder();
      for (int item = random.nextInt(ITEMS_MAX + 1); item > 0; item--) {
        items.addValues(Value.newBuilder().setNumberValue(item));
      }
      step.setForEach(Value.newBuilder().setListValue(items));
    } else if (!plain.isEmpty() && random.nextInt(4) == 0) {
      step.setForEachResultOf(plain.get(random.nextInt(plain.size())));
    } else {
      plain.add(step.getName());
    }
  }

  private JobCompensation compensation(int trouble) {
    var compensation = JobCompensation.newBuilder().setLambda(lambda());
    // With the step's own payload, it may fail as that does.
    if (random.nextInt(4) > 0) {
      compensation.setData(operation(trouble / 4).payload());
    }
    return compensation.build();
  }

  private String lambda() {
    var names = Fleet.lambdaNames(plan);
    return names.get(random.nextInt(names.size()));
  }

  Operation operation(int trouble) {
    long millis = random.nextInt(8) == 0 ? random.nextLong(20_000) : random.nextLong(1_500);
    int failures = random.nextInt(4);
    if (random.nextInt(100) >= trouble) {
      return new Operation(
          random.nextInt(12) == 0 ? Operation.Kind.NOT_NOW : Operation.Kind.SUCCEED, millis, 1);
    }
    return switch (random.nextInt(8)) {
      case 0 -> new Operation(Operation.Kind.FAIL_RETRIABLY, millis, 1 + failures);
      case 1 -> new Operation(Operation.Kind.POISON, millis, 0);
      case 2 -> new Operation(Operation.Kind.RUN_ON, millis, 0);
      case 3 -> new Operation(Operation.Kind.IGNORE_EVERYTHING, millis, failures);
      default -> new Operation(Operation.Kind.FAIL_FATALLY, millis, failures);
    };
  }

  /** Returns a job in the form that rules receive. */
  static SubmittedJob submitted(SubmitJobRequest job) {
    var lambda = new LambdaName(job.getSteps(0).getLambda());
    return new SubmittedJob(
        JobDefinition.idOf(lambda, job.getName()),
        job.getStepsList().stream().map(JobDraw::submitted).toList());
  }

  private static SubmittedJob.Step submitted(JobStep step) {
    var before = new HashSet<String>(step.getAfterList());
    before.addAll(step.getInputsList());
    if (step.hasForEachResultOf()) {
      before.add(step.getForEachResultOf());
    }
    return new SubmittedJob.Step(
        step.getName(),
        before,
        step.getOnFailure() == OnFailure.CONTINUE,
        step.getRetries(),
        step.hasCompensation(),
        step.hasForEach()
            ? OptionalInt.of(step.getForEach().getListValue().getValuesCount())
            : OptionalInt.empty(),
        step.hasForEachResultOf() ? Optional.of(step.getForEachResultOf()) : Optional.empty());
  }
}
