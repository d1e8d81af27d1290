package dev.atf.runtime.auth;

import static org.assertj.core.api.Assertions.assertThat;

import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.server.HttpService;
import com.linecorp.armeria.server.ServiceRequestContext;
import com.linecorp.armeria.server.prometheus.PrometheusExpositionService;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests which callers get metrics without credentials, and what is counted. */
final class AuthenticationTest {
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final HttpService metrics =
      PrometheusExpositionService.of(registry.getPrometheusRegistry());
  private final HttpService other = (context, request) -> HttpResponse.of(HttpStatus.OK);

  @Test
  void aCollectorOnThisMachineGetsMetricsWhereThatIsSet() throws Exception {
    assertThat(status(true, metrics, "127.0.0.1", "")).isEqualTo(HttpStatus.OK);
    assertThat(status(false, metrics, "127.0.0.1", "")).isEqualTo(HttpStatus.UNAUTHORIZED);
  }

  @Test
  @Tag("T9")
  void othersDoNotGetMetricsWhateverTheirHeadersSay() throws Exception {
    assertThat(status(true, metrics, "10.0.0.7", "")).isEqualTo(HttpStatus.UNAUTHORIZED);
    assertThat(status(true, metrics, "10.0.0.7", "127.0.0.1")).isEqualTo(HttpStatus.UNAUTHORIZED);
  }

  @Test
  void callersOnThisMachineShowCredentialsForAllElse() throws Exception {
    assertThat(status(true, other, "127.0.0.1", "")).isEqualTo(HttpStatus.UNAUTHORIZED);
  }

  @Test
  void everyReasonOfARefusalIsCountedFromTheStartOn() {
    var unused = authentication(true);

    assertThat(registry.scrape())
        .contains(
            Arrays.stream(AuthenticationResult.Refusal.values())
                .map("atf_auth_refused_total{reason=\"%s\"} 0.0"::formatted)
                .toArray(String[]::new));
  }

  private HttpStatus status(
      boolean localMetrics, HttpService service, String peer, String forwardedFor)
      throws Exception {
    var request = HttpRequest.of(HttpMethod.GET, "/metrics");
    if (!forwardedFor.isEmpty()) {
      request =
          request.withHeaders(
              request.headers().toBuilder().add("x-forwarded-for", forwardedFor).build());
    }
    var context =
        ServiceRequestContext.builder(request)
            .service(service)
            .remoteAddress(new InetSocketAddress(peer, 4_000))
            .build();
    return authentication(localMetrics)
        .serve(service, context, request)
        .aggregate()
        .join()
        .status();
  }

  private Authentication authentication(boolean localMetrics) {
    return new Authentication(
        credentials ->
            new AuthenticationResult.Refused(
                AuthenticationResult.Refusal.CREDENTIALS_MISSING, "no credentials"),
        InstantSource.system(),
        registry,
        localMetrics);
  }
}
