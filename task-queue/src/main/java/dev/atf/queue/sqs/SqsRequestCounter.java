package dev.atf.queue.sqs;

import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Inject;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.core.interceptor.SdkExecutionAttribute;

/** Counts what SQS bills: every request that is sent, retries too. */
final class SqsRequestCounter implements ExecutionInterceptor {
  private final MeterRegistry metrics;

  @Inject
  SqsRequestCounter(MeterRegistry metrics) {
    this.metrics = metrics;
  }

  @Override
  public void beforeTransmission(
      Context.BeforeTransmission context, ExecutionAttributes attributes) {
    var operation = String.valueOf(attributes.getAttribute(SdkExecutionAttribute.OPERATION_NAME));
    metrics.counter("atf.sqs.requests", "operation", operation).increment();
  }
}
