package dev.atf.queue.sqs;

import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Inject;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.core.interceptor.SdkExecutionAttribute;
import software.amazon.awssdk.http.SdkHttpHeaders;

/**
 * Counts the requests that SQS bills, including retries.
 *
 * <ul>
 *   <li>{@code atf.sqs.requests{operation}}: requests.
 *   <li>{@code atf.sqs.units{operation}}: billed requests, one for each started 64 KB that is sent
 *       or received.
 * </ul>
 */
final class SqsRequestCounter implements ExecutionInterceptor {
  /** https://aws.amazon.com/sqs/pricing/ */
  private static final long CHUNK_BYTES = 64 * 1024;

  private final MeterRegistry metrics;

  @Inject
  SqsRequestCounter(MeterRegistry metrics) {
    this.metrics = metrics;
  }

  @Override
  public void beforeTransmission(
      Context.BeforeTransmission context, ExecutionAttributes attributes) {
    metrics.counter("atf.sqs.requests", "operation", operation(attributes)).increment();
    metrics
        .counter("atf.sqs.units", "operation", operation(attributes))
        .increment(chunks(length(context.httpRequest())));
  }

  /** Counts the further units of a large answer. The first unit is already counted. */
  @Override
  public void afterTransmission(Context.AfterTransmission context, ExecutionAttributes attributes) {
    metrics
        .counter("atf.sqs.units", "operation", operation(attributes))
        .increment(chunks(length(context.httpResponse())) - 1);
  }

  private static double chunks(long bytes) {
    return Math.max(1, Math.ceil((double) bytes / CHUNK_BYTES));
  }

  private static long length(SdkHttpHeaders message) {
    return message.firstMatchingHeader("Content-Length").map(Long::parseLong).orElse(0L);
  }

  private static String operation(ExecutionAttributes attributes) {
    return String.valueOf(attributes.getAttribute(SdkExecutionAttribute.OPERATION_NAME));
  }
}
