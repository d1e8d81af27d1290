package dev.atf.store.plans;

import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.plans.job.JobContents;
import dev.atf.plans.job.JobMember;
import dev.atf.plans.job.JobRow;
import dev.atf.plans.job.definition.Compensation;
import dev.atf.plans.job.definition.FailurePolicy;
import dev.atf.plans.job.definition.FanOut;
import dev.atf.plans.job.definition.JobDefinition;
import dev.atf.plans.job.definition.StepDefinition;
import dev.atf.plans.job.definition.WorkKind;
import dev.atf.plans.row.Bytes;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanPart;
import dev.atf.store.codec.StoredIds;
import dev.atf.store.stored.plans.StoredPlans;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Parts of a job's plan: the steps of its definition, and the item counts of large results. Each
 * part has a few steps, so that a reader of one step reads only one part.
 */
public final class JobSteps {
  /**
   * Number of steps in one part. Together, usual steps take about 4 KB, which costs a reader of one
   * step one read unit.
   */
  static final int STEPS_IN_PART = 50;

  private JobSteps() {}

  /** Returns the parts of a definition, in the order of their names. */
  public static List<PlanPart> write(PlanId id, JobDefinition definition, Instant expiresAt) {
    var parts = new ArrayList<PlanPart>();
    var steps = definition.steps();
    for (int from = 0; from < steps.size(); from += STEPS_IN_PART) {
      var some = steps.subList(from, Math.min(steps.size(), from + STEPS_IN_PART));
      parts.add(new PlanPart(id, partOf(from), write(some), expiresAt));
    }
    return parts;
  }

  /** Returns the body of a part. */
  public static Bytes write(List<StepDefinition> steps) {
    var message = StoredPlans.JobSteps.newBuilder();
    steps.forEach(step -> message.addSteps(message(step)));
    return PlanBytes.of(message.build());
  }

  /** Returns the name of the part that holds a step. */
  public static String partOf(int place) {
    return String.format(Locale.ROOT, "steps/%04d", place / STEPS_IN_PART);
  }

  /** Returns the number of parts. */
  public static int partCount(JobRow.Head head) {
    return (head.steps() + STEPS_IN_PART - 1) / STEPS_IN_PART;
  }

  /**
   * Reads the definition of a stored job.
   *
   * @throws UnreadablePlanException if this process cannot interpret its parts
   */
  public static JobDefinition find(Plans plans, Plan job, JobRow.Head head) {
    return read(job, head, plans.parts(job.id(), partOf(0), partCount(head)));
  }

  /**
   * Returns the definition of a stored job.
   *
   * @param parts all parts, in the order of their names
   * @throws UnreadablePlanException if this process cannot interpret them
   */
  public static JobDefinition read(Plan job, JobRow.Head head, List<PlanPart> parts) {
    try {
      return read(job.name(), head, parts);
    } catch (RuntimeException e) {
      throw new UnreadablePlanException(job, e);
    }
  }

  /**
   * Returns the definition of a job.
   *
   * @param parts all parts, in the order of their names
   * @throws IllegalArgumentException if they are not a definition
   */
  public static JobDefinition read(String name, JobRow.Head head, List<PlanPart> parts) {
    var steps = parts.stream().flatMap(part -> read(part).stream()).toList();
    if (steps.size() != head.steps()) {
      throw new IllegalArgumentException(
          "a job of %d steps has %d".formatted(head.steps(), steps.size()));
    }
    return new JobDefinition(name, steps, head.rounds());
  }

  /**
   * Returns the steps of one part.
   *
   * @throws IllegalArgumentException if it is not a part of a definition
   */
  public static List<StepDefinition> read(PlanPart part) {
    return PlanBytes.read(StoredPlans.JobSteps.parser(), part.body(), part).getStepsList().stream()
        .map(JobSteps::step)
        .toList();
  }

  /** Returns the part that keeps the number of items of a task's large result. */
  public static PlanPart count(PlanId job, JobMember member, int items, Instant expiresAt) {
    return new PlanPart(job, JobContents.countOf(member), count(items), expiresAt);
  }

  /** Returns the body of that part. */
  public static Bytes count(int items) {
    return PlanBytes.of(StoredPlans.ItemCount.newBuilder().setCount(items).build());
  }

  /**
   * Returns the number of items in a part.
   *
   * @throws IllegalArgumentException if the part has no such number
   */
  public static int count(PlanPart part) {
    return PlanBytes.read(StoredPlans.ItemCount.parser(), part.body(), part).getCount();
  }

  private static StoredPlans.JobStep message(StepDefinition step) {
    var message =
        StoredPlans.JobStep.newBuilder()
            .setName(step.name())
            .setWork(message(step.work()))
            .addAllAfter(step.after())
            .addAllInputs(step.inputs())
            .setRetries(step.onFailure().retries())
            .setThen(StoredPlans.JobStep.Then.valueOf(step.onFailure().then().name()));
    if (step.fanOut() instanceof FanOut.Items items) {
      message.setItems(items.count());
    } else if (step.fanOut() instanceof FanOut.ResultOf result) {
      message.setResultOf(result.step());
    }
    Optional.ofNullable(step.ultimatum())
        .ifPresent(ultimatum -> message.setUltimatum(ultimatum.toMillis()));
    Optional.ofNullable(step.compensation())
        .ifPresent(
            compensation ->
                message
                    .setCompensation(message(compensation.work()))
                    .setCompensationPayload(compensation.ownPayload()));
    return message.build();
  }

  private static StepDefinition step(StoredPlans.JobStep step) {
    return new StepDefinition(
        step.getName(),
        work(step.getWork()),
        step.getAfterList(),
        step.getInputsList(),
        fanOut(step),
        step.hasUltimatum() ? Duration.ofMillis(step.getUltimatum()) : null,
        new FailurePolicy(step.getRetries(), FailurePolicy.Then.valueOf(step.getThen().name())),
        step.hasCompensation()
            ? new Compensation(work(step.getCompensation()), step.getCompensationPayload())
            : null);
  }

  private static FanOut fanOut(StoredPlans.JobStep step) {
    return switch (step.getFanOutCase()) {
      case ITEMS -> new FanOut.Items(step.getItems());
      case RESULT_OF -> new FanOut.ResultOf(step.getResultOf());
      case FANOUT_NOT_SET -> FanOut.NONE;
    };
  }

  private static StoredPlans.JobWork message(WorkKind work) {
    @Nullable Priority priority = work.priority();
    return StoredPlans.JobWork.newBuilder()
        .setLambda(work.lambda().value())
        .setPriority(priority == null ? "" : priority.value())
        .setCollection(StoredIds.of(work.collection()))
        .build();
  }

  private static WorkKind work(StoredPlans.JobWork work) {
    return new WorkKind(
        new LambdaName(work.getLambda()),
        work.getPriority().isEmpty() ? null : new Priority(work.getPriority()),
        StoredIds.collection(work.getCollection()));
  }
}
