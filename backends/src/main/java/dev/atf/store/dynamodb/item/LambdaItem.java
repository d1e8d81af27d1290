package dev.atf.store.dynamodb.item;

import static dev.atf.store.dynamodb.item.Attributes.NAME;

import dev.atf.model.LambdaName;
import dev.atf.model.Payload;
import dev.atf.model.Priority;
import dev.atf.model.fairness.Fairness;
import dev.atf.model.lambda.Canary;
import dev.atf.model.lambda.Capability;
import dev.atf.model.lambda.FatalPolicy;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.lambda.LogPolicy;
import dev.atf.model.lambda.RetryBudget;
import dev.atf.model.lambda.RetryPolicy;
import dev.atf.store.LambdaRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Item of a lambda: an attribute for each setting, with the setting's name. Numbers that may have
 * fractions are text, which keeps the exact value.
 */
public final class LambdaItem {
  /** Time of the deletion of a lambda. */
  public static final String DELETED_AT = "deletedAt";

  private static final String CANARY_EVERY = "canaryEvery";
  private static final String FAIRNESS_RATE = "fairnessRatePerKey";

  /** Weights of fairness keys, as texts {@code weight=key}. */
  private static final String FAIRNESS_WEIGHTS = "fairnessWeights";

  /**
   * Names of all attributes. An update compares all of them with the attributes that its caller has
   * read.
   */
  public static final List<String> ATTRIBUTES =
      List.of(
          NAME,
          "owner",
          "description",
          "priorities",
          "defaultPriority",
          "maxAttempts",
          "initialBackoff",
          "maxBackoff",
          "multiplier",
          "leaseTimeout",
          "shards",
          "scheduleRate",
          "dispatchRate",
          "maxRunning",
          "payloadBytesMax",
          "retention",
          "maxLifetime",
          "history",
          "dispatch",
          "updatedAt",
          "budgetRatio",
          "budgetPerSecond",
          "closedAt",
          "onFatal",
          "needs",
          CANARY_EVERY,
          "canaryDeadline",
          "canaryPayload",
          "canaryContentType",
          "indexedLabels",
          "logs",
          "logBytesMax",
          FAIRNESS_RATE,
          "fairnessRunningMaxPerKey",
          FAIRNESS_WEIGHTS,
          DELETED_AT);

  private LambdaItem() {}

  public static Map<String, AttributeValue> of(LambdaRegistry.Row row) {
    var lambda = row.lambda();
    var leaseTimeout = lambda.leaseTimeout();
    var closedAt = lambda.closedAt();
    var canary = lambda.canary();
    var fairness = lambda.fairness();
    var item =
        new ItemWriter()
            .text(NAME, lambda.name().value())
            .text("owner", lambda.owner())
            .text("description", lambda.description())
            .texts("priorities", lambda.priorities().stream().map(Priority::value).toList())
            .text("defaultPriority", lambda.defaultPriority().value())
            .number("maxAttempts", lambda.retry().maxAttempts())
            .text("initialBackoff", lambda.retry().initialBackoff().toString())
            .text("maxBackoff", lambda.retry().maxBackoff().toString())
            .text("multiplier", Double.toString(lambda.retry().multiplier()))
            .text("leaseTimeout", leaseTimeout == null ? null : leaseTimeout.toString())
            .number("shards", lambda.shards())
            .text("scheduleRate", Double.toString(lambda.scheduleRate()))
            .text("dispatchRate", Double.toString(lambda.dispatchRate()))
            .number("maxRunning", lambda.maxRunning())
            .number("payloadBytesMax", lambda.payloadBytesMax())
            .text("retention", lambda.retention().toString())
            .text("maxLifetime", lambda.maxLifetime().toString())
            .text("history", lambda.history().name())
            .text("dispatch", lambda.dispatch().name())
            .text("updatedAt", lambda.updatedAt().toString())
            .text("budgetRatio", Double.toString(lambda.retry().budget().ratio()))
            .text("budgetPerSecond", Double.toString(lambda.retry().budget().perSecond()))
            .text("closedAt", closedAt == null ? null : closedAt.toString())
            .text("onFatal", lambda.onFatal().name())
            .texts("needs", lambda.needs().stream().map(Capability::value).toList())
            .texts("indexedLabels", lambda.indexedLabels())
            .text("logs", lambda.logs().kept().name())
            .number("logBytesMax", lambda.logs().bytesMax())
            .text(CANARY_EVERY, canary == null ? null : canary.every().toString())
            .text("canaryDeadline", canary == null ? null : canary.deadline().toString())
            .bytes("canaryPayload", canary == null ? null : canary.payload().bytes())
            .text("canaryContentType", canary == null ? null : canary.payload().contentType())
            .millis(DELETED_AT, row.deletedAt());
    if (fairness != null) {
      item.text(FAIRNESS_RATE, Double.toString(fairness.ratePerKey()))
          .number("fairnessRunningMaxPerKey", fairness.runningMaxPerKey())
          .texts(
              FAIRNESS_WEIGHTS,
              fairness.weights().entrySet().stream()
                  .map(named -> named.getValue() + "=" + named.getKey())
                  .toList());
    }
    return item.build();
  }

  public static LambdaRegistry.Row read(Map<String, AttributeValue> attributes) {
    var item = new ItemReader(attributes);
    return new LambdaRegistry.Row(lambda(item), item.millisOrNull(DELETED_AT));
  }

  private static LambdaDefinition lambda(ItemReader item) {
    return new LambdaDefinition(
        new LambdaName(item.text(NAME)),
        item.text("owner"),
        item.text("description"),
        item.texts("priorities").stream().map(Priority::new).toList(),
        new Priority(item.text("defaultPriority")),
        new RetryPolicy(
            item.count("maxAttempts"),
            Duration.parse(item.text("initialBackoff")),
            Duration.parse(item.text("maxBackoff")),
            Double.parseDouble(item.text("multiplier")),
            new RetryBudget(
                Double.parseDouble(item.text("budgetRatio")),
                Double.parseDouble(item.text("budgetPerSecond")))),
        item.textOrNull("leaseTimeout", Duration::parse),
        item.count("shards"),
        Double.parseDouble(item.text("scheduleRate")),
        Double.parseDouble(item.text("dispatchRate")),
        item.count("maxRunning"),
        item.count("payloadBytesMax"),
        Duration.parse(item.text("retention")),
        Duration.parse(item.text("maxLifetime")),
        LambdaDefinition.History.valueOf(item.text("history")),
        LambdaDefinition.Dispatch.valueOf(item.text("dispatch")),
        Instant.parse(item.text("updatedAt")),
        item.textOrNull("closedAt", Instant::parse),
        FatalPolicy.valueOf(item.text("onFatal")),
        item.has("needs") ? item.texts("needs").stream().map(Capability::new).toList() : List.of(),
        item.has(CANARY_EVERY) ? canary(item) : null,
        item.has("indexedLabels") ? item.texts("indexedLabels") : List.of(),
        new LogPolicy(
            LambdaDefinition.History.valueOf(item.text("logs")), item.count("logBytesMax")),
        item.has(FAIRNESS_RATE) ? fairness(item) : null);
  }

  private static Fairness fairness(ItemReader item) {
    var weights =
        (item.has(FAIRNESS_WEIGHTS) ? item.texts(FAIRNESS_WEIGHTS) : List.<String>of())
            .stream()
                .map(named -> named.split("=", 2))
                .collect(Collectors.toMap(named -> named[1], named -> Integer.parseInt(named[0])));
    return new Fairness(
        weights,
        Double.parseDouble(item.text(FAIRNESS_RATE)),
        item.count("fairnessRunningMaxPerKey"));
  }

  private static Canary canary(ItemReader item) {
    return new Canary(
        Duration.parse(item.text(CANARY_EVERY)),
        Duration.parse(item.text("canaryDeadline")),
        new Payload(item.bytes("canaryPayload"), item.text("canaryContentType")));
  }
}
