package dev.atf.frontend.plans.job;

import com.fasterxml.jackson.databind.node.NullNode;
import com.google.protobuf.ByteString;
import com.google.protobuf.Value;
import dev.atf.model.CollectionName;
import dev.atf.model.LambdaName;
import dev.atf.model.Payload;
import dev.atf.model.Priority;
import dev.atf.model.Sha256;
import dev.atf.model.TaskId;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.task.TaskEntity;
import dev.atf.plans.job.JobContents;
import dev.atf.plans.job.JobEntities;
import dev.atf.plans.job.definition.Compensation;
import dev.atf.plans.job.definition.FailurePolicy;
import dev.atf.plans.job.definition.FailurePolicy.Then;
import dev.atf.plans.job.definition.FanOut;
import dev.atf.plans.job.definition.JobDefinition;
import dev.atf.plans.job.definition.StepDefinition;
import dev.atf.plans.job.definition.WorkKind;
import dev.atf.plans.row.PlanId;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.v1.JobCompensation;
import dev.atf.protocol.v1.JobStep;
import dev.atf.protocol.v1.PatchInputRequest;
import dev.atf.protocol.v1.SubmitJobRequest;
import dev.atf.store.plans.JobSteps;
import dev.atf.validation.CheckedTimes;
import dev.atf.validation.JsonValues;
import dev.atf.validation.ScheduleRules;
import dev.atf.validation.Violations;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads SubmitJob and PatchInput requests, or reports all of their violations. */
final class JobValidation {
  private static final int FINGERPRINT_CHARS = 32;
  private static final String BYTES_TYPE = "application/octet-stream";
  private static final int CONTENT_TYPE_CHARS_MAX = 255;

  private final SubmitJobRequest request;
  private final String freshName;
  private final Function<LambdaName, Optional<LambdaDefinition>> lambdas;
  private final Instant now;
  private final Violations violations = new Violations();
  private final List<Kept> kept = new ArrayList<>();
  private boolean revertible;

  /**
   * Valid job as requested.
   *
   * @param fingerprint distinguishes a repetition from another request with the same name
   * @param contents payloads of the steps, and lists for their fan-outs
   */
  record Submission(JobDefinition definition, String fingerprint, List<TaskEntity> contents) {}

  /** Payload to be stored once the job's id is known. */
  private record Kept(Function<PlanId, TaskId> id, LambdaDefinition lambda, Payload payload) {}

  private JobValidation(
      SubmitJobRequest request,
      String freshName,
      Function<LambdaName, Optional<LambdaDefinition>> lambdas,
      Instant now) {
    this.request = request;
    this.freshName = freshName;
    this.lambdas = lambdas;
    this.now = now;
  }

  /**
   * Validates a SubmitJob request.
   *
   * @param freshName name of the job if the request has none
   * @param lambdas lambdas that accept tasks
   * @param now current time in whole milliseconds
   * @throws io.grpc.StatusRuntimeException with all violations
   */
  static Submission validate(
      SubmitJobRequest request,
      String freshName,
      Function<LambdaName, Optional<LambdaDefinition>> lambdas,
      Instant now) {
    return new JobValidation(request, freshName, lambdas, now).validate();
  }

  private Submission validate() {
    int count = request.getStepsCount();
    if (count < 1 || count > JobDefinition.STEPS_MAX) {
      violations.add("steps", count + " steps", "1 to " + JobDefinition.STEPS_MAX);
      violations.refuse();
    }
    revertible = request.getStepsList().stream().anyMatch(JobStep::hasCompensation);
    var steps = new ArrayList<StepDefinition>();
    for (int place = 0; place < count && !violations.isFull(); place++) {
      step(place, request.getSteps(place)).ifPresent(steps::add);
    }
    violations.refuse();
    var definition =
        violations.parse(
            () ->
                Optional.of(
                    new JobDefinition(
                        request.getName().isEmpty() ? freshName : request.getName(),
                        steps,
                        request.getRounds() == 0 ? 1 : request.getRounds())),
            Optional.<JobDefinition>empty());
    violations.refuse();
    return submission(definition.orElseThrow());
  }

  private Submission submission(JobDefinition definition) {
    var id = definition.id();
    var digest = Sha256.digest();
    digest.update((byte) definition.rounds());
    JobSteps.write(id, definition, now).forEach(part -> digest.update(part.body().value()));
    var entities = new ArrayList<TaskEntity>();
    for (var each : kept) {
      var entity = JobEntities.of(each.id().apply(id), each.lambda(), each.payload(), now);
      digest.update(entity.fingerprint().getBytes(StandardCharsets.UTF_8));
      entities.add(entity);
    }
    var fingerprint = HexFormat.of().formatHex(digest.digest()).substring(0, FINGERPRINT_CHARS);
    return new Submission(definition, fingerprint, List.copyOf(entities));
  }

  /** Returns a step; empty if it has violations. */
  private Optional<StepDefinition> step(int place, JobStep step) {
    var lambda = lambda(field(place, "lambda"), step.getLambda());
    if (lambda.isEmpty()) {
      return Optional.empty();
    }
    var work =
        work(lambda.get(), field(place, "priority"), step.getPriority(), step.getCollection());
    payload(place, step, lambda.get());
    var fanOut = fanOut(place, step, lambda.get());
    var compensation = step.hasCompensation() ? compensation(place, step) : null;
    var policy =
        violations.parse(
            () -> new FailurePolicy(step.getRetries(), then(place, step)),
            new FailurePolicy(0, Then.FAIL));
    return Optional.of(
        new StepDefinition(
            step.getName(),
            work,
            step.getAfterList(),
            step.getInputsList(),
            fanOut,
            ultimatum(place, step),
            policy,
            compensation));
  }

  private Optional<LambdaDefinition> lambda(String field, String name) {
    var found =
        violations
            .parse(() -> Optional.of(new LambdaName(name)), Optional.<LambdaName>empty())
            .flatMap(lambdas);
    if (found.isEmpty()) {
      violations.add(
          ErrorReason.LAMBDA_NOT_FOUND, field, name, "a registered lambda that takes tasks");
    }
    return found;
  }

  private WorkKind work(LambdaDefinition lambda, String field, String priority, String collection) {
    if (!priority.isEmpty()
        && lambda.priorities().stream().noneMatch(known -> known.value().equals(priority))) {
      violations.add(
          ErrorReason.PRIORITY_UNKNOWN, field, priority, "one of " + ScheduleRules.names(lambda));
      return WorkKind.of(lambda.name());
    }
    @Nullable CollectionName named = null;
    if (!collection.isEmpty()) {
      named =
          violations
              .parse(
                  () -> Optional.of(new CollectionName(collection)),
                  Optional.<CollectionName>empty())
              .orElse(null);
    }
    return new WorkKind(lambda.name(), priority.isEmpty() ? null : new Priority(priority), named);
  }

  private void payload(int place, JobStep step, LambdaDefinition lambda) {
    var payload =
        switch (step.getPayloadCase()) {
          case JSON ->
              json(field(place, "json"), step.getJson(), step.getContentType(), lambda, violations);
          case DATA ->
              data(field(place, "data"), step.getData(), step.getContentType(), lambda, violations);
          case PAYLOAD_NOT_SET -> Payload.EMPTY;
        };
    kept.add(new Kept(id -> JobContents.payload(id, place, ""), lambda, payload));
  }

  private FanOut fanOut(int place, JobStep step, LambdaDefinition lambda) {
    return switch (step.getFanOutCase()) {
      case FOR_EACH -> {
        var items = step.getForEach();
        if (!items.hasListValue()) {
          violations.add(field(place, "forEach"), items.getKindCase(), "an array");
        }
        var list = json(field(place, "forEach"), items, Payload.JSON, lambda, violations);
        kept.add(new Kept(id -> JobContents.items(id, place), lambda, list));
        yield new FanOut.Items(items.getListValue().getValuesCount());
      }
      case FOR_EACH_RESULT_OF -> new FanOut.ResultOf(step.getForEachResultOf());
      case FANOUT_NOT_SET -> FanOut.NONE;
    };
  }

  private @Nullable Compensation compensation(int place, JobStep step) {
    var asked = step.getCompensation();
    var lambda = lambda(field(place, "compensation.lambda"), asked.getLambda());
    if (lambda.isEmpty()) {
      return null;
    }
    var work =
        work(
            lambda.get(),
            field(place, "compensation.priority"),
            asked.getPriority(),
            asked.getCollection());
    boolean own = asked.getPayloadCase() != JobCompensation.PayloadCase.PAYLOAD_NOT_SET;
    if (own) {
      var payload =
          asked.hasJson()
              ? json(
                  field(place, "compensation.json"),
                  asked.getJson(),
                  asked.getContentType(),
                  lambda.get(),
                  violations)
              : data(
                  field(place, "compensation.data"),
                  asked.getData(),
                  asked.getContentType(),
                  lambda.get(),
                  violations);
      kept.add(new Kept(id -> JobContents.compensation(id, place), lambda.get(), payload));
    }
    return new Compensation(work, own);
  }

  private @Nullable Duration ultimatum(int place, JobStep step) {
    if (!step.hasUltimatum()) {
      return null;
    }
    return violations.parse(
        () -> CheckedTimes.duration(field(place, "ultimatum"), step.getUltimatum()),
        Duration.ofSeconds(1));
  }

  private Then then(int place, JobStep step) {
    return switch (step.getOnFailure()) {
      case ON_FAILURE_DEFAULT -> revertible ? Then.COMPENSATE : Then.FAIL;
      case FAIL -> Then.FAIL;
      case CONTINUE -> Then.CONTINUE;
      case COMPENSATE -> Then.COMPENSATE;
      case HOLD -> Then.HOLD;
      case UNRECOGNIZED -> {
        violations.add(
            field(place, "onFailure"),
            step.getOnFailureValue(),
            "FAIL, CONTINUE, COMPENSATE or HOLD");
        yield Then.FAIL;
      }
    };
  }

  private static String field(int place, String name) {
    return "steps[" + place + "]." + name;
  }

  /**
   * Reads the new input of a step.
   *
   * @param lambda lambda of the step
   * @throws io.grpc.StatusRuntimeException with all violations
   */
  static Payload payload(PatchInputRequest request, LambdaDefinition lambda) {
    var violations = new Violations();
    var payload =
        switch (request.getPayloadCase()) {
          case JSON ->
              json("json", request.getJson(), request.getContentType(), lambda, violations);
          case DATA ->
              data("data", request.getData(), request.getContentType(), lambda, violations);
          case PAYLOAD_NOT_SET -> Payload.EMPTY;
        };
    violations.refuse();
    return payload;
  }

  private static Payload json(
      String field,
      Value json,
      String contentType,
      LambdaDefinition lambda,
      Violations violations) {
    var text =
        JsonValues.text(
            violations.parse(() -> JsonValues.toJson(field, json), NullNode.getInstance()));
    return checked(
        field,
        new Payload(text, contentType.isEmpty() ? Payload.JSON : contentType),
        lambda,
        violations);
  }

  private static Payload data(
      String field,
      ByteString data,
      String contentType,
      LambdaDefinition lambda,
      Violations violations) {
    return checked(
        field,
        new Payload(data.toByteArray(), contentType.isEmpty() ? BYTES_TYPE : contentType),
        lambda,
        violations);
  }

  private static Payload checked(
      String field, Payload payload, LambdaDefinition lambda, Violations violations) {
    if (payload.bytes().length > lambda.payloadBytesMax()) {
      violations.add(
          ErrorReason.PAYLOAD_TOO_LARGE,
          field,
          payload.bytes().length + " bytes",
          "at most " + lambda.payloadBytesMax() + " bytes");
    }
    var type = payload.contentType();
    if (type.length() > CONTENT_TYPE_CHARS_MAX || type.chars().anyMatch(c -> c < ' ' || c > '~')) {
      violations.add(
          field.replaceFirst("(json|data)$", "contentType"),
          type,
          "at most " + CONTENT_TYPE_CHARS_MAX + " printable ASCII characters");
    }
    return payload;
  }
}
