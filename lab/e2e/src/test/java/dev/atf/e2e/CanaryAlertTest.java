package dev.atf.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.util.JsonFormat;
import dev.atf.e2e.support.HostCluster;
import dev.atf.e2e.support.OnSharedHosts;
import dev.atf.lab.processes.Part;
import dev.atf.local.ApiConnection;
import dev.atf.protocol.v1.GetLambdaRequest;
import dev.atf.protocol.v1.Lambda;
import dev.atf.testtime.TestTimeouts;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests that the metric of the alert {@code AtfCanaryFailing} grows when the workers of a lambda
 * are stopped, at the store consumer, which needs no worker. {@code AlertRulesTest} evaluates the
 * rule.
 */
@Tag("system")
@OnSharedHosts
final class CanaryAlertTest {
  private static final String RULE =
      "sum by (lambda) (increase(atf_canary_failures_total[5m])) > 0";

  private static final String CANARY =
      "{\"every\":\"5s\",\"deadline\":\"5s\",\"json\":{\"argv\":[\"true\"]}}";

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  @Test
  @Tag("P9")
  void theMetricOfTheAlertGrowsWhenTheWorkersAreStopped(HostCluster services) throws Exception {
    assertThat(Files.readString(Path.of("../../docs/observability/alerts.yaml"))).contains(RULE);
    try (var api = services.connect()) {
      double before;
      try (var worker =
          services.startHost("worker", Map.of(), List.of("--executors", "command=1"))) {
        register(api);
        await()
            .atMost(TestTimeouts.STALL)
            .until(() -> metric(services, "atf_canary_start_delay_seconds_count") >= 2);
        before = metric(services, "atf_canary_failures_total");
        assertThat(worker.isAlive()).isTrue();
      }

      await()
          .atMost(TestTimeouts.STALL)
          .until(() -> metric(services, "atf_canary_failures_total") >= before + 2);

      var request = GetLambdaRequest.newBuilder().setLambda("command").build();
      assertThat(api.lambdas().getLambda(request).getLive().getDead())
          .as("dead letters of the lambda")
          .isZero();
    }
  }

  private double metric(HostCluster services, String name) throws Exception {
    var uri = services.direct(Part.STORE_CONSUMER).resolve("/metrics");
    var text = http.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString()).body();
    var line =
        Pattern.compile("(?m)^" + name + "\\{[^}]*lambda=\"command\"[^}]*} ([0-9.E]+)$")
            .matcher(text);
    return line.find() ? Double.parseDouble(line.group(1)) : 0;
  }

  private static void register(ApiConnection api) throws IOException {
    var canary = Lambda.Canary.newBuilder();
    JsonFormat.parser().merge(CANARY, canary);
    api.lambdas()
        .registerLambda(
            Lambda.newBuilder()
                .setName("command")
                .addPriorities("normal")
                .setCanary(canary)
                .build());
  }
}
