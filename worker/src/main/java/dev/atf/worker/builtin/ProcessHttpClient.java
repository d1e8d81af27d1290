package dev.atf.worker.builtin;

import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;

/**
 * HTTP client of this process. The first call creates it, because executors of other lambdas need
 * none. It follows no redirects, because they could lead to an address that must not be called.
 */
final class ProcessHttpClient {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

  static final HttpClient INSTANCE =
      HttpClient.newBuilder()
          .followRedirects(HttpClient.Redirect.NEVER)
          .connectTimeout(CONNECT_TIMEOUT)
          .build();

  private ProcessHttpClient() {}

  /**
   * Returns the version of HTTP. Without TLS, HTTP/2 is an upgrade, on which some servers lose the
   * answer.
   */
  static HttpClient.Version version(URI url) {
    return "https".equalsIgnoreCase(url.getScheme())
        ? HttpClient.Version.HTTP_2
        : HttpClient.Version.HTTP_1_1;
  }
}
