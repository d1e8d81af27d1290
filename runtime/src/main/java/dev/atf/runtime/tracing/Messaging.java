package dev.atf.runtime.tracing;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.SpanBuilder;

/**
 * Attributes with which OpenTelemetry describes messages that are sent and processed later.
 *
 * @see <a href="https://opentelemetry.io/docs/specs/semconv/messaging/messaging-spans/">semantic
 *     conventions for messaging spans</a>
 */
public final class Messaging {
  public static final AttributeKey<String> MESSAGE_ID =
      AttributeKey.stringKey("messaging.message.id");
  public static final AttributeKey<Long> BATCH_MESSAGE_COUNT =
      AttributeKey.longKey("messaging.batch.message_count");
  public static final AttributeKey<String> ERROR_TYPE = AttributeKey.stringKey("error.type");

  private static final AttributeKey<String> SYSTEM = AttributeKey.stringKey("messaging.system");
  private static final AttributeKey<String> OPERATION_NAME =
      AttributeKey.stringKey("messaging.operation.name");
  private static final AttributeKey<String> OPERATION_TYPE =
      AttributeKey.stringKey("messaging.operation.type");
  private static final AttributeKey<String> DESTINATION =
      AttributeKey.stringKey("messaging.destination.name");

  private Messaging() {}

  /**
   * Returns a span builder for an operation and its destination.
   *
   * @param operation name of the operation in this system
   * @param type name of the operation in the conventions: {@code send} or {@code process}
   */
  public static SpanBuilder on(
      SpanBuilder span, String operation, String type, String destination) {
    return span.setAttribute(SYSTEM, "atf")
        .setAttribute(OPERATION_NAME, operation)
        .setAttribute(OPERATION_TYPE, type)
        .setAttribute(DESTINATION, destination);
  }
}
