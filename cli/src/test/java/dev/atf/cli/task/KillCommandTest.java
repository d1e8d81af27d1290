package dev.atf.cli.task;

import static org.assertj.core.api.Assertions.assertThat;

import com.linecorp.armeria.server.Server;
import com.linecorp.armeria.server.grpc.GrpcService;
import dev.atf.cli.Atf;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.KillAttemptRequest;
import dev.atf.protocol.v1.KillAttemptResponse;
import dev.atf.protocol.v1.TaskServiceGrpc;
import dev.atf.protocol.v1.TaskStatus;
import io.grpc.stub.StreamObserver;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code atf kill} with a frontend that answers for one task. */
final class KillCommandTest {
  private static final String RUNNING = "0123456789abcdef0123456789abcdef";
  private static final String WAITING = "fedcba9876543210fedcba9876543210";

  private final List<KillAttemptRequest> requests = Collections.synchronizedList(new ArrayList<>());
  private final Server server =
      Server.builder()
          .http(0)
          .service(GrpcService.builder().addService(new Frontend()).build())
          .build();
  private Atf atf = new Atf("");

  @BeforeEach
  void start() {
    server.start().join();
    atf = new Atf("http://127.0.0.1:" + server.activeLocalPort());
  }

  @AfterEach
  void stop() {
    server.stop().join();
  }

  @Test
  void attemptThatRunsIsNamedInTheAnswer() {
    var ran = atf.run("kill", RUNNING);

    assertThat(ran.exitCode()).as(ran.err()).isZero();
    assertThat(ran.out())
        .isEqualTo(
            "attempt 2 of %s (epoch 7) will be killed: its executor gets the request with its next heartbeat\n"
                .formatted(RUNNING));
    assertThat(requests)
        .containsExactly(KillAttemptRequest.newBuilder().setTaskId(RUNNING).build());
  }

  @Test
  void epochAndReasonAreSent() {
    var ran = atf.run("kill", RUNNING, "--epoch", "7", "--reason", "it hangs", "--json");

    assertThat(ran.exitCode()).as(ran.err()).isZero();
    assertThat(ran.json().path("status").asText()).isEqualTo("PROCESSING");
    assertThat(ran.json().path("attempt").asInt()).isEqualTo(2);
    assertThat(requests)
        .containsExactly(
            KillAttemptRequest.newBuilder()
                .setTaskId(RUNNING)
                .setEpoch(7)
                .setReason("it hangs")
                .build());
  }

  @Test
  void taskThatDoesNotRunIsAFailureThatNamesTheNextStep() {
    var ran = atf.run("kill", WAITING);

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.err())
        .contains("FAILED_PRECONDITION: no attempt of it runs", "atf explain " + WAITING);
  }

  private final class Frontend extends TaskServiceGrpc.TaskServiceImplBase {
    @Override
    public void killAttempt(KillAttemptRequest request, StreamObserver<KillAttemptResponse> reply) {
      requests.add(request);
      if (request.getTaskId().equals(WAITING)) {
        reply.onError(RpcErrors.of(ErrorReason.TASK_NOT_RUNNING, "no attempt of it runs"));
        return;
      }
      reply.onNext(
          KillAttemptResponse.newBuilder()
              .setStatus(TaskStatus.PROCESSING)
              .setEpoch(7)
              .setAttempt(2)
              .build());
      reply.onCompleted();
    }
  }
}
