package dev.atf.local.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.linecorp.armeria.client.WebClient;
import com.linecorp.armeria.common.AggregatedHttpResponse;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.RequestHeaders;
import dev.atf.local.LocalCluster;
import dev.atf.local.LocalClusterOptions;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every port of one machine without credentials, as browsers reach it. */
@Tag("system")
@Tag("T21")
final class CrossSitePortsTest {
  private static final String EVIL = "evil.example";
  private static final String TOUCH = "{\"json\":{\"argv\":[\"touch\",\"%s\"]}}";

  @TempDir private static Path data;

  private static LocalCluster cluster;
  private static Map<String, List<String>> pathsByPort;

  @BeforeAll
  static void start() {
    cluster =
        LocalCluster.start(
            LocalClusterOptions.builder()
                .data(data.resolve("data"))
                .executors(Map.of("command", 1))
                .pollInterval(Duration.ofMillis(200))
                .build());
    var common =
        List.of("/docs", "/docs/", "/docs/specification.json", "/metrics", "/nowhere", "/");
    pathsByPort =
        Map.of(
            cluster.hscUri(), common,
            cluster.storeConsumerUri(), common,
            cluster.controllerUri().orElseThrow(), common,
            cluster.frontendUri(),
                List.of(
                    "/docs/",
                    "/metrics",
                    "/console",
                    "/console/",
                    "/console/app.js",
                    "/console/nothing.js",
                    "/v1/lambdas",
                    "/v1/lambdas/command/tasks",
                    "/nowhere"));
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"h1c", "h2c"})
  void anotherHostIsNotServed(String protocol) {
    pathsByPort.forEach(
        (uri, paths) ->
            paths.forEach(
                path -> {
                  var answer = get(protocol, uri, path, Map.of(":authority", EVIL));
                  assertThat(answer.status().code()).as(uri + path).isEqualTo(421);
                }));
    var events = get(protocol, cluster.frontendUri(), "/v1/events", Map.of(":authority", EVIL));
    assertThat(events.status().code()).isEqualTo(421);
  }

  @Test
  void pagesOfOtherSitesAreNotServed() {
    for (var header :
        Map.of(
                "origin", "http://" + EVIL,
                "sec-fetch-site", "cross-site",
                "sec-fetch-dest", "iframe")
            .entrySet()) {
      pathsByPort.forEach(
          (uri, paths) ->
              paths.forEach(
                  path -> {
                    var told = Map.of(header.getKey(), header.getValue());
                    var answer = get("h1c", uri, path, told);
                    assertThat(answer.status().code()).as(uri + path).isEqualTo(403);
                  }));
      var told = Map.of(header.getKey(), header.getValue());
      assertThat(get("h1c", cluster.frontendUri(), "/v1/events", told).status().code())
          .isEqualTo(403);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"application/grpc+proto", "application/grpc-web+proto"})
  void grpcOfAnotherHostOrSiteIsRefused(String type) {
    var calls =
        Map.of(
            cluster.frontendUri(), "/atf.v1.LambdaService/ListLambdas",
            cluster.hscUri(), "/atf.v1.HscService/DescribeLambdas",
            cluster.controllerUri().orElseThrow(), "/atf.v1.ControllerService/NextWork");
    calls.forEach(
        (uri, call) -> {
          for (var header :
              Map.of(":authority", EVIL, "origin", "http://" + EVIL, "sec-fetch-site", "cross-site")
                  .entrySet()) {
            var headers =
                RequestHeaders.builder(HttpMethod.POST, call)
                    .add("content-type", type)
                    .set(header.getKey(), header.getValue())
                    .build();
            var answer = client("h2c", uri).execute(headers, new byte[5]).aggregate().join();
            assertThat(answer.headers().get("grpc-status")).as(uri + header).isEqualTo("7");
          }
        });
  }

  @Test
  void noProgramRunsForAPageThatIsRefused() throws Exception {
    var own = data.resolve("own");
    var evil = data.resolve("evil");
    var port = URI.create(cluster.frontendUri()).getPort();
    assertThat(schedule(evil, EVIL + ":" + port, "http://" + EVIL + ":" + port)).isEqualTo(421);
    assertThat(schedule(evil, "127.0.0.1:" + port, "http://" + EVIL)).isEqualTo(403);
    assertThat(schedule(own, "127.0.0.1:" + port, "http://127.0.0.1:" + port)).isEqualTo(200);

    await().until(() -> own.toFile().exists());

    assertThat(evil).doesNotExist();
  }

  @Test
  @Tag("T22")
  void noAnswerMayBeFramed() {
    pathsByPort.forEach(
        (uri, paths) ->
            Stream.concat(paths.stream(), Stream.of("/health"))
                .forEach(
                    path -> {
                      var headers = get("h1c", uri, path, Map.of()).headers();
                      assertThat(headers.getAll("content-security-policy"))
                          .as(uri + path)
                          .hasSize(1)
                          .allMatch(policy -> policy.contains("frame-ancestors 'none'"));
                      assertThat(headers.get("x-frame-options")).as(uri + path).isEqualTo("DENY");
                      assertThat(headers.get("x-content-type-options")).isEqualTo("nosniff");
                      assertThat(headers.get("cross-origin-opener-policy"))
                          .isEqualTo("same-origin");
                      assertThat(headers.get("cross-origin-resource-policy"))
                          .isEqualTo("same-origin");
                    }));
  }

  private static int schedule(Path touched, String host, String origin) {
    var headers =
        RequestHeaders.builder(HttpMethod.POST, "/v1/lambdas/command/tasks")
            .authority(host)
            .add("origin", origin)
            .add("sec-fetch-site", "same-origin")
            .add("content-type", "application/json")
            .build();
    return client("h1c", cluster.frontendUri())
        .execute(headers, TOUCH.formatted(touched))
        .aggregate()
        .join()
        .status()
        .code();
  }

  private static AggregatedHttpResponse get(
      String protocol, String uri, String path, Map<String, String> more) {
    var headers = RequestHeaders.builder(HttpMethod.GET, path);
    more.forEach(headers::set);
    return client(protocol, uri).execute(headers.build()).aggregate().join();
  }

  private static WebClient client(String protocol, String uri) {
    return WebClient.of(uri.replace("http://", protocol + "://"));
  }
}
