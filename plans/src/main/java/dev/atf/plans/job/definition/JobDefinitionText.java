package dev.atf.plans.job.definition;

import dev.atf.model.CollectionName;
import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.plans.job.definition.FailurePolicy.Then;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanPart;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Text form of a job's definition: parts of its plan, a few steps in each, one line a step. A
 * reader that needs one step reads one part.
 *
 * <p>A line holds, separated by tabs: name, work, after, inputs, fan-out ({@code *17}: items; {@code
 * @name}: over a result), ultimatum in milliseconds, retries, what then, compensation ({@code +}: with
 * its own payload); a work is {@code lambda/priority/collection}. None of these names can hold a separator.
 */
public final class JobDefinitionText {
  /**
   * Steps in one part; usual ones are about 4 KB together: one read unit for a reader of one step.
   */
  public static final int STEPS_IN_PART = 50;

  private static final String NONE = "-";
  private static final String OWN_PAYLOAD = "+";

  private JobDefinitionText() {}

  /** Returns the parts, in the order of their names. */
  public static List<PlanPart> write(PlanId id, JobDefinition definition, Instant expiresAt) {
    var parts = new ArrayList<PlanPart>();
    var steps = definition.steps();
    for (int from = 0; from < steps.size(); from += STEPS_IN_PART) {
      var some = steps.subList(from, Math.min(steps.size(), from + STEPS_IN_PART));
      var body = some.stream().map(JobDefinitionText::line).collect(Collectors.joining("\n"));
      parts.add(new PlanPart(id, partOf(from), body, expiresAt));
    }
    return parts;
  }

  /** Returns the name of the part that holds a step. */
  public static String partOf(int place) {
    return String.format(Locale.ROOT, "steps/%04d", place / STEPS_IN_PART);
  }

  /** Returns the number of parts. */
  public static int partCount(Head head) {
    return (head.steps() + STEPS_IN_PART - 1) / STEPS_IN_PART;
  }

  /**
   * Fields of a definition besides its steps.
   *
   * @param fingerprint distinguishes a repeated submission from another one under the same name;
   *     without spaces
   */
  public record Head(int steps, int rounds, String fingerprint) {
    public static Head of(JobDefinition definition, String fingerprint) {
      return new Head(definition.steps().size(), definition.rounds(), fingerprint);
    }
  }

  /**
   * @param parts all of them, in the order of their names
   * @throws IllegalArgumentException if they are not a definition
   */
  public static JobDefinition read(String name, Head head, List<PlanPart> parts) {
    var steps = parts.stream().flatMap(part -> steps(part).stream()).toList();
    if (steps.size() != head.steps()) {
      throw new IllegalArgumentException(
          "a job of %d steps has %d".formatted(head.steps(), steps.size()));
    }
    return new JobDefinition(name, steps, head.rounds());
  }

  /** Returns the steps of one part. */
  public static List<StepDefinition> steps(PlanPart part) {
    return part.body().lines().map(JobDefinitionText::step).toList();
  }

  private static String line(StepDefinition step) {
    var ultimatum = step.ultimatum();
    return String.join(
        "\t",
        step.name(),
        work(step.work()),
        String.join(",", step.after()),
        String.join(",", step.inputs()),
        fanOut(step.fanOut()),
        ultimatum == null ? NONE : "" + ultimatum.toMillis(),
        "" + step.onFailure().retries(),
        step.onFailure().then().name(),
        compensation(step.compensation()));
  }

  private static StepDefinition step(String line) {
    var fields = line.split("\t", -1);
    if (fields.length != 9) {
      throw new IllegalArgumentException("not a step: " + fields.length + " fields");
    }
    return new StepDefinition(
        fields[0],
        work(fields[1]),
        names(fields[2]),
        names(fields[3]),
        fanOut(fields[4]),
        fields[5].equals(NONE) ? null : Duration.ofMillis(Long.parseLong(fields[5])),
        new FailurePolicy(Integer.parseInt(fields[6]), Then.valueOf(fields[7])),
        compensation(fields[8]));
  }

  private static String compensation(@Nullable Compensation compensation) {
    if (compensation == null) {
      return NONE;
    }
    return (compensation.ownPayload() ? OWN_PAYLOAD : "") + work(compensation.work());
  }

  private static @Nullable Compensation compensation(String text) {
    if (text.equals(NONE)) {
      return null;
    }
    boolean own = text.startsWith(OWN_PAYLOAD);
    return new Compensation(work(own ? text.substring(OWN_PAYLOAD.length()) : text), own);
  }

  private static String work(WorkKind work) {
    var priority = work.priority();
    var collection = work.collection();
    return work.lambda()
        + "/"
        + (priority == null ? "" : priority)
        + "/"
        + (collection == null ? "" : collection);
  }

  private static WorkKind work(String text) {
    var parts = text.split("/", -1);
    return new WorkKind(
        new LambdaName(parts[0]),
        parts[1].isEmpty() ? null : new Priority(parts[1]),
        parts[2].isEmpty() ? null : new CollectionName(parts[2]));
  }

  private static String fanOut(FanOut fanOut) {
    if (fanOut instanceof FanOut.Items items) {
      return "*" + items.count();
    }
    return fanOut instanceof FanOut.ResultOf result ? "@" + result.step() : NONE;
  }

  private static FanOut fanOut(String text) {
    if (text.startsWith("*")) {
      return new FanOut.Items(Integer.parseInt(text.substring(1)));
    }
    return text.startsWith("@") ? new FanOut.ResultOf(text.substring(1)) : FanOut.NONE;
  }

  private static List<String> names(String field) {
    return field.isEmpty() ? List.of() : List.of(field.split(",", -1));
  }
}
