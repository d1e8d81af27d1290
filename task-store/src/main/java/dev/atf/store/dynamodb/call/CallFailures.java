package dev.atf.store.dynamodb.call;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.core.interceptor.SdkExecutionAttribute;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.RequestLimitExceededException;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingException;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingReason;

/**
 * Puts the operation and the table before the message of a failed call, such as {@code
 * UpdateTimeToLive of orders-entities}, and behind it why DynamoDB throttled the call: the limit,
 * and the ARN of the table or index. Keeps the type of DynamoDB's answer.
 */
public final class CallFailures implements ExecutionInterceptor {
  @Override
  public Throwable modifyException(Context.FailedExecution call, ExecutionAttributes attributes) {
    var failure = call.exception();
    if (failure instanceof ConditionalCheckFailedException) {
      // An answer, and no failure.
      return failure;
    }
    var operation = attributes.getAttribute(SdkExecutionAttribute.OPERATION_NAME);
    var where = operation + table(call.request()).map(name -> " of " + name).orElse("") + ": ";
    if (failure instanceof AwsServiceException answer && answer.awsErrorDetails() != null) {
      return answer.toBuilder()
          .message(where + reason(answer.awsErrorDetails()) + throttling(answer))
          .build();
    }
    // Only of that class: the SDK needs a time-out back as a time-out.
    return failure.getClass() == SdkClientException.class
        ? SdkClientException.create(where + failure.getMessage(), failure)
        : failure;
  }

  private static String reason(AwsErrorDetails details) {
    return "UnknownOperationException".equals(details.errorCode())
        ? "the store has no such call"
        : details.errorMessage();
  }

  private static String throttling(AwsServiceException answer) {
    var reasons =
        answer instanceof ProvisionedThroughputExceededException e
            ? e.throttlingReasons()
            : answer instanceof ThrottlingException e
                ? e.throttlingReasons()
                : answer instanceof RequestLimitExceededException e
                    ? e.throttlingReasons()
                    : List.<ThrottlingReason>of();
    return reasons.isEmpty()
        ? ""
        : reasons.stream()
            .map(reason -> reason.reason() + " of " + reason.resource())
            .collect(Collectors.joining(", ", " (throttled: ", ")"));
  }

  private static Optional<String> table(SdkRequest request) {
    return request.getValueForField("TableName", String.class);
  }
}
