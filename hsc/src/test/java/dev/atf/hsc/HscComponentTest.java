package dev.atf.hsc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.linecorp.armeria.client.grpc.GrpcClients;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.HeartbeatRequest;
import dev.atf.protocol.v1.HscServiceGrpc;
import dev.atf.runtime.config.ConfigLoader;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class HscComponentTest {

  @Test
  void withoutItsStoreTheProcessRunsAndSaysThatItCannotExtendALease() {
    var config =
        new ConfigLoader(
                Map.of(
                    "ATF_STORE_ENDPOINT", "http://127.0.0.1:1",
                    "ATF_SERVER_PORT", "0",
                    "ATF_WRITE_CONCURRENCY", "2"),
                List.of())
            .load(HscConfig.DEFAULTS, Optional.empty());

    try (var service = HscComponent.onAws(config).service()) {
      service.start();
      var hsc =
          GrpcClients.newClient(
              "gproto+http://127.0.0.1:" + service.port() + "/",
              HscServiceGrpc.HscServiceBlockingStub.class);
      var failure =
          catchThrowable(
              () ->
                  hsc.withDeadlineAfter(60, TimeUnit.SECONDS)
                      .heartbeat(
                          HeartbeatRequest.newBuilder()
                              .setExecutorId("host-1:42:a1")
                              .setLambda("resize-image")
                              .build()));

      assertThat(RpcErrors.reasonOf(failure)).contains(ErrorReason.STORE_UNAVAILABLE);
    }
  }
}
