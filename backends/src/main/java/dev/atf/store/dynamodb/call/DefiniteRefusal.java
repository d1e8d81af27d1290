package dev.atf.store.dynamodb.call;

import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.core5.http.ConnectionRequestTimeoutException;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.exception.SdkServiceException;

/**
 * Classifies failures by whether the request was certainly not executed: DynamoDB refused the
 * request (4xx, including throttling), or there was no connection for it. After any other failure —
 * a time-out, a broken connection, a 5xx — it may have been executed.
 */
public final class DefiniteRefusal {
  /** Maximum number of causes that are checked. */
  private static final int CAUSES_MAX = 10;

  private DefiniteRefusal() {}

  static boolean is(SdkException failure) {
    return failure instanceof SdkServiceException answer
        ? answer.statusCode() >= 400 && answer.statusCode() < 500
        : neverSent(failure);
  }

  /** Returns whether a retry may succeed. The SDK retries such requests. */
  public static boolean isPassing(Throwable failure) {
    return failure instanceof SdkServiceException answer
        ? answer.isThrottlingException()
        : neverSent(failure);
  }

  private static boolean neverSent(Throwable failure) {
    @Nullable Throwable cause = failure;
    for (int i = 0; cause != null && i < CAUSES_MAX; i++) {
      if (cause instanceof ConnectException
          || cause instanceof ConnectTimeoutException
          || cause instanceof ConnectionRequestTimeoutException
          || cause instanceof NoRouteToHostException
          || cause instanceof UnknownHostException) {
        return true;
      }
      cause = cause.getCause();
    }
    return false;
  }
}
