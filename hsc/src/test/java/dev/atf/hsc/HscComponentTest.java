package dev.atf.hsc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.linecorp.armeria.client.grpc.GrpcClients;
import dev.atf.model.LeaseTimes;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.HeartbeatRequest;
import dev.atf.protocol.v1.HscServiceGrpc;
import dev.atf.runtime.RpcServerConfig;
import dev.atf.store.dynamodb.DynamoDbConfig;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class HscComponentTest {

  @Test
  void withoutItsStoreTheProcessRunsAndSaysThatItCannotExtendALease() {
    var nowhere = new DynamoDbConfig("http://127.0.0.1:1", "us-east-1", "atf-");
    var config =
        new HscConfig(
            RpcServerConfig.onPort(0),
            nowhere,
            LeaseTimes.DEFAULT,
            Duration.ofSeconds(2),
            2,
            ReturnDelay.DEFAULT,
            Duration.ofSeconds(2));

    try (var service = DaggerHscComponent.factory().create(config).service()) {
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
