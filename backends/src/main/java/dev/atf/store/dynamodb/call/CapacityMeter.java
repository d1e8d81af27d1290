package dev.atf.store.dynamodb.call;

import dev.atf.model.task.TaskEvent;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.SdkResponse;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttribute;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * Requests the cost of every call from DynamoDB, and counts it.
 *
 * <ul>
 *   <li>{@code atf.dynamodb.requests{operation, table, event, result}}, requests. The event is the
 *       {@link TaskEvent}, {@code plan_} and the kind of a written plan, or {@code none} for
 *       everything else. The result is {@code ok}, {@code refused} (a condition did not hold) or
 *       {@code failed}.
 *   <li>{@code atf.dynamodb.units{operation, table, event, kind, part}}: capacity units. The kind
 *       is {@code read} or {@code write}, and the part is {@code table} or {@code index}. A refused
 *       write costs units, too, but DynamoDB does not report how many.
 * </ul>
 */
public final class CapacityMeter implements ExecutionInterceptor {
  static final String REQUESTS = "atf.dynamodb.requests";
  static final String UNITS = "atf.dynamodb.units";

  private static final ExecutionAttribute<String> EVENT = new ExecutionAttribute<>("atf.event");

  /** Table of requests that do not contain it. */
  private static final ExecutionAttribute<String> TABLE = new ExecutionAttribute<>("atf.table");

  private final MeterRegistry meters;

  @Inject
  CapacityMeter(MeterRegistry meters) {
    this.meters = meters;
  }

  /** Returns the configuration of a request about an event of a task. */
  public static AwsRequestOverrideConfiguration of(TaskEvent event) {
    return ofEvent(event.name().toLowerCase(Locale.ROOT));
  }

  /** Returns the configuration of a request with another event. */
  public static AwsRequestOverrideConfiguration ofEvent(String event) {
    return AwsRequestOverrideConfiguration.builder().putExecutionAttribute(EVENT, event).build();
  }

  /**
   * Returns the configuration of a request that reads the stream of a table. It is counted under
   * the table {@code <name>/stream}.
   */
  public static AwsRequestOverrideConfiguration ofStream(String table) {
    return AwsRequestOverrideConfiguration.builder()
        .putExecutionAttribute(TABLE, table + "/stream")
        .build();
  }

  @Override
  public SdkRequest modifyRequest(Context.ModifyRequest context, ExecutionAttributes attributes) {
    var how = ReturnConsumedCapacity.INDEXES;
    var request = context.request();
    if (request instanceof PutItemRequest r) {
      return r.toBuilder().returnConsumedCapacity(how).build();
    } else if (request instanceof UpdateItemRequest r) {
      return r.toBuilder().returnConsumedCapacity(how).build();
    } else if (request instanceof DeleteItemRequest r) {
      return r.toBuilder().returnConsumedCapacity(how).build();
    } else if (request instanceof GetItemRequest r) {
      return r.toBuilder().returnConsumedCapacity(how).build();
    } else if (request instanceof BatchGetItemRequest r) {
      return r.toBuilder().returnConsumedCapacity(how).build();
    } else if (request instanceof QueryRequest r) {
      return r.toBuilder().returnConsumedCapacity(how).build();
    } else if (request instanceof ScanRequest r) {
      return r.toBuilder().returnConsumedCapacity(how).build();
    }
    return request;
  }

  @Override
  public void afterExecution(Context.AfterExecution context, ExecutionAttributes attributes) {
    for (var consumed : consumedBy(context.response())) {
      countUnits(context.request(), event(attributes), consumed);
    }
    // Last, so that the units of a request that is counted are, too.
    countRequest(context.request(), attributes, "ok");
  }

  @Override
  public void onExecutionFailure(Context.FailedExecution context, ExecutionAttributes attributes) {
    var refused = context.exception() instanceof ConditionalCheckFailedException;
    countRequest(context.request(), attributes, refused ? "refused" : "failed");
  }

  private void countRequest(SdkRequest request, ExecutionAttributes attributes, String result) {
    meters
        .counter(
            REQUESTS,
            "operation",
            operation(request),
            "table",
            attributes.getOptionalAttribute(TABLE).orElseGet(() -> table(request)),
            "event",
            event(attributes),
            "result",
            result)
        .increment();
  }

  private void countUnits(SdkRequest request, String event, ConsumedCapacity consumed) {
    double index =
        consumed.globalSecondaryIndexes().values().stream()
            .mapToDouble(capacity -> capacity.capacityUnits())
            .sum();
    double all = Optional.ofNullable(consumed.capacityUnits()).orElse(0.0);
    countUnits(request, event, consumed.tableName(), "table", all - index);
    countUnits(request, event, consumed.tableName(), "index", index);
  }

  private void countUnits(
      SdkRequest request, String event, String table, String part, double units) {
    if (units > 0) {
      meters
          .counter(
              UNITS,
              "operation",
              operation(request),
              "table",
              table,
              "event",
              event,
              "kind",
              writes(request) ? "write" : "read",
              "part",
              part)
          .increment(units);
    }
  }

  private static String event(ExecutionAttributes attributes) {
    return attributes.getOptionalAttribute(EVENT).orElse("none");
  }

  private static List<ConsumedCapacity> consumedBy(SdkResponse response) {
    return response
        .getValueForField("ConsumedCapacity", Object.class)
        .map(
            value ->
                value instanceof ConsumedCapacity one
                    ? List.of(one)
                    : ((List<?>) value).stream().map(ConsumedCapacity.class::cast).toList())
        .orElse(List.of());
  }

  private static String operation(SdkRequest request) {
    return request.getClass().getSimpleName().replaceFirst("Request$", "");
  }

  private static String table(SdkRequest request) {
    return request instanceof BatchGetItemRequest batch
        ? String.join(",", batch.requestItems().keySet())
        : request.getValueForField("TableName", String.class).orElse("none");
  }

  private static boolean writes(SdkRequest request) {
    return request instanceof PutItemRequest
        || request instanceof UpdateItemRequest
        || request instanceof DeleteItemRequest;
  }
}
