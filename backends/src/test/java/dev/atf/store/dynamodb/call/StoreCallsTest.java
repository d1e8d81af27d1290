package dev.atf.store.dynamodb.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.store.StoreOutcomeUnknownException;
import dev.atf.store.StoreUnavailableException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.core5.http.NoHttpResponseException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.InternalServerErrorException;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/** Meaning of the failures of the SDK. */
final class StoreCallsTest {
  @Test
  void aWriteThatDynamoDbRefusedWasNotDone() {
    for (var refusal :
        new SdkException[] {
          status(ProvisionedThroughputExceededException.builder(), 400),
          status(ResourceNotFoundException.builder(), 400),
          status(DynamoDbException.builder(), 403)
        }) {
      assertThatThrownBy(() -> StoreCalls.write(failing(refusal)))
          .isInstanceOf(StoreUnavailableException.class)
          .hasCause(refusal);
    }
  }

  @Test
  void aWriteThatNeverGotAConnectionWasNotDone() {
    for (var cause :
        new Exception[] {new ConnectException("refused"), new UnknownHostException("nowhere")}) {
      assertThatThrownBy(() -> StoreCalls.write(failing(client(cause))))
          .isInstanceOf(StoreUnavailableException.class);
    }
  }

  @Test
  void aWriteWhoseAnswerWasLostMayHaveBeenDone() {
    for (var failure :
        new SdkException[] {
          client(new SocketTimeoutException("read timed out")),
          client(new NoHttpResponseException("closed")),
          ApiCallTimeoutException.create(5_000),
          ApiCallAttemptTimeoutException.create(3_000),
          status(InternalServerErrorException.builder(), 500),
          status(DynamoDbException.builder(), 503)
        }) {
      assertThatThrownBy(() -> StoreCalls.write(failing(failure)))
          .as("%s", failure)
          .isInstanceOf(StoreOutcomeUnknownException.class)
          .hasCause(failure);
    }
  }

  @Test
  void aConditionThatDoesNotHoldIsAnAnswer() {
    var refused = status(ConditionalCheckFailedException.builder(), 400);

    assertThatThrownBy(() -> StoreCalls.write(failing(refused))).isSameAs(refused);
  }

  @Test
  void aReadIsRepeatedOnceUnlessItWasRefused() {
    var lost = new AtomicInteger();
    var refused = new AtomicInteger();

    assertThatThrownBy(
            () -> StoreCalls.read(counting(lost, client(new SocketTimeoutException("late")))))
        .isInstanceOf(StoreUnavailableException.class);
    assertThatThrownBy(
            () ->
                StoreCalls.read(
                    counting(refused, status(ResourceNotFoundException.builder(), 400))))
        .isInstanceOf(StoreUnavailableException.class);

    assertThat(lost).hasValue(2);
    assertThat(refused).hasValue(1);
  }

  @Test
  @Tag("F11")
  void onlyWhatAWhileMayCureAndWasNotDoneIsRepeatedByTheSdk() {
    var throttled =
        ProvisionedThroughputExceededException.builder()
            .awsErrorDetails(
                software.amazon.awssdk.awscore.exception.AwsErrorDetails.builder()
                    .errorCode("ProvisionedThroughputExceededException")
                    .build())
            .statusCode(400)
            .build();

    assertThat(DefiniteRefusal.isPassing(throttled)).isTrue();
    assertThat(DefiniteRefusal.isPassing(client(new ConnectException("refused")))).isTrue();
    assertThat(DefiniteRefusal.isPassing(status(ResourceNotFoundException.builder(), 400)))
        .isFalse();
    assertThat(DefiniteRefusal.isPassing(status(InternalServerErrorException.builder(), 500)))
        .isFalse();
    assertThat(DefiniteRefusal.isPassing(client(new SocketTimeoutException("late")))).isFalse();
  }

  private static SdkException client(Exception cause) {
    return SdkClientException.create("unable to execute", cause);
  }

  private static SdkException status(DynamoDbException.Builder failure, int status) {
    return (SdkException) failure.statusCode(status).message("no").build();
  }

  private static java.util.function.Supplier<String> failing(SdkException failure) {
    return () -> {
      throw failure;
    };
  }

  private static java.util.function.Supplier<String> counting(
      AtomicInteger calls, SdkException failure) {
    return () -> {
      calls.incrementAndGet();
      throw failure;
    };
  }
}
