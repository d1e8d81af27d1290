package dev.atf.runtime.auth;

import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import dev.atf.runtime.refusal.CallRefusal;
import io.grpc.Status.Code;

/** Answers to callers without valid credentials. */
final class Refusals {
  private Refusals() {}

  static HttpResponse render(AuthenticationResult.Refused refused, HttpRequest request) {
    boolean later = refused.refusal() == AuthenticationResult.Refusal.CREDENTIALS_UNCHECKED;
    var refusal =
        new CallRefusal(
            later ? Code.UNAVAILABLE : Code.UNAUTHENTICATED,
            later ? HttpStatus.SERVICE_UNAVAILABLE : HttpStatus.UNAUTHORIZED,
            refused.refusal().name(),
            refused.message());
    return refusal.render(request);
  }
}
