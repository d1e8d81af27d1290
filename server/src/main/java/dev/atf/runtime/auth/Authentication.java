package dev.atf.runtime.auth;

import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.server.DecoratingHttpServiceFunction;
import com.linecorp.armeria.server.HttpService;
import com.linecorp.armeria.server.ServiceRequestContext;
import com.linecorp.armeria.server.healthcheck.HealthCheckService;
import com.linecorp.armeria.server.prometheus.PrometheusExpositionService;
import dev.atf.runtime.refusal.CallRefusal;
import dev.atf.runtime.server.AuthConfig;
import io.grpc.Status.Code;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.security.cert.X509Certificate;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * Refuses calls without valid credentials, except those of the health check and of a {@link
 * PublicService}. It must be the outermost decorator that reads a body.
 */
public final class Authentication implements DecoratingHttpServiceFunction {
  private static final String BEARER = "bearer ";

  private final Authenticator authenticator;
  private final VerifiedTokens tokens;
  private final MeterRegistry metrics;
  private final boolean localMetrics;

  /**
   * Creates the decorator.
   *
   * @param localMetrics whether callers on this machine may read the metrics without credentials
   */
  Authentication(
      Authenticator authenticator,
      InstantSource instants,
      MeterRegistry metrics,
      boolean localMetrics) {
    this.authenticator = authenticator;
    this.localMetrics = localMetrics;
    this.tokens = new VerifiedTokens(authenticator, instants);
    this.metrics = metrics;
    // From the start on: an increase is seen only between two values.
    Arrays.stream(AuthenticationResult.Refusal.values()).forEach(this::refusals);
  }

  /** Returns the configured check; empty if callers need no credentials. */
  public static Optional<Authentication> of(AuthConfig config, MeterRegistry metrics) {
    var instants = InstantSource.system();
    Optional<Authenticator> authenticator =
        switch (config.mode()) {
          case NONE -> Optional.empty();
          case JWT ->
              Optional.of(new JwtAuthenticator(config, IssuerKeys.of(config.jwks()), instants));
          case AWS -> Optional.of(new AwsAuthenticator(config, instants));
          case CERTIFICATE -> Optional.of(new CertificateAuthenticator());
        };
    return authenticator.map(
        check -> new Authentication(check, instants, metrics, config.localMetrics()));
  }

  @Override
  public HttpResponse serve(HttpService call, ServiceRequestContext context, HttpRequest request)
      throws Exception {
    // Decided by the service, not by its path: paths have many spellings.
    if (isPublic(context.config().service()) || isLocalScrape(context)) {
      return call.serve(context, request);
    }
    var credentials = new Credentials(bearer(request), certificate(context.sslSession()));
    var checked =
        credentials
            .bearer()
            .map(tokens::check)
            .orElseGet(
                () ->
                    CompletableFuture.supplyAsync(
                        () -> authenticator.authenticate(credentials),
                        context.blockingTaskExecutor()));
    return checked.isDone() && !checked.isCompletedExceptionally()
        ? answer(checked.join(), call, context, request)
        : HttpResponse.of(
            checked.thenApplyAsync(
                result -> answer(result, call, context, request), context.eventLoop()));
  }

  /**
   * Returns whether credentials cannot be checked at the moment. Then only callers whose tokens
   * have been verified before are accepted.
   */
  public boolean isFailing() {
    return tokens.isFailing();
  }

  private static boolean isPublic(HttpService service) {
    return service.as(HealthCheckService.class) != null || service.as(PublicService.class) != null;
  }

  /**
   * Returns whether metrics are read from this machine. The peer of the connection decides, and not
   * headers.
   */
  private boolean isLocalScrape(ServiceRequestContext context) {
    return localMetrics
        && context.config().service().as(PrometheusExpositionService.class) != null
        && context.remoteAddress().getAddress() != null
        && context.remoteAddress().getAddress().isLoopbackAddress();
  }

  private HttpResponse answer(
      AuthenticationResult result,
      HttpService call,
      ServiceRequestContext context,
      HttpRequest request) {
    if (result instanceof AuthenticationResult.Refused refused) {
      refusals(refused.refusal()).increment();
      return Refusals.render(refused, request);
    }
    var known = (AuthenticationResult.Authenticated) result;
    try {
      return serve(known, call, context, request);
    } catch (Exception e) {
      return HttpResponse.ofFailure(e);
    }
  }

  private static HttpResponse serve(
      AuthenticationResult.Authenticated known,
      HttpService call,
      ServiceRequestContext context,
      HttpRequest request)
      throws Exception {
    known.principal().callsIn(context);
    return call.serve(context, request);
  }

  private Counter refusals(AuthenticationResult.Refusal refusal) {
    return Counter.builder("atf.auth.refused")
        .description("calls without valid credentials")
        .tag("reason", refusal.name())
        .register(metrics);
  }

  private static Optional<String> bearer(HttpRequest request) {
    var header = request.headers().get(HttpHeaderNames.AUTHORIZATION, "");
    return header.regionMatches(true, 0, BEARER, 0, BEARER.length())
        ? Optional.of(header.substring(BEARER.length()).strip())
        : Optional.empty();
  }

  private static Optional<X509Certificate> certificate(@Nullable SSLSession session) {
    try {
      return session != null && session.getPeerCertificates()[0] instanceof X509Certificate first
          ? Optional.of(first)
          : Optional.empty();
    } catch (SSLPeerUnverifiedException e) {
      return Optional.empty();
    }
  }

  /** Answers to callers without valid credentials. */
  private static final class Refusals {
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
}
