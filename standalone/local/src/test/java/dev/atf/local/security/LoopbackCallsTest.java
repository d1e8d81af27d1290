package dev.atf.local.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import dev.atf.local.ApiConnection;
import dev.atf.local.LocalCluster;
import dev.atf.local.LocalClusterOptions;
import dev.atf.local.TokenIssuer;
import dev.atf.protocol.v1.GetTaskRequest;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.protocol.v1.Task;
import dev.atf.testtime.TestTimeouts;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what tasks of {@code http} reach on a machine whose callers show credentials. */
@Tag("system")
final class LoopbackCallsTest {
  @TempDir private Path data;

  @Test
  @Tag("T14")
  void callersWithCredentialsDoNotReachServicesOfThisMachine() throws Exception {
    var options =
        LocalClusterOptions.builder()
            .data(data)
            .issuer(TokenIssuer.of(data))
            .executors(Map.of("http", 1))
            .build();
    try (var cluster = LocalCluster.start(options)) {
      var token = new TokenForge(data, InstantSource.system().instant()).good("", TokenForge.ALL);
      try (var api =
          ApiConnection.open(cluster.frontendUri(), TestTimeouts.STALL, Optional.of(token))) {
        var url = Value.newBuilder().setStringValue(cluster.frontendUri() + "/health");
        var request =
            ScheduleRequest.newBuilder()
                .setLambda("http")
                .setJson(
                    Value.newBuilder()
                        .setStructValue(Struct.newBuilder().putFields("url", url.build())))
                .build();
        var id = api.tasks().schedule(request).getTaskId();

        await()
            .atMost(TestTimeouts.STALL)
            .untilAsserted(
                () ->
                    assertThat(task(api, id).getFailure().getCode())
                        .isEqualTo("HTTP_ADDRESS_REFUSED"));
      }
    }
  }

  private static Task task(ApiConnection api, String id) {
    return api.tasks().getTask(GetTaskRequest.newBuilder().setTaskId(id).build());
  }
}
