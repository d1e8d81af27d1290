package dev.atf.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.EventServiceGrpc;
import dev.atf.protocol.v1.WatchTransitionsRequest;
import dev.atf.protocol.v1.WatchTransitionsResponse;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Watches against a real gRPC server that ends streams in every way. */
final class WatchTest {
  private final Frontend frontend = new Frontend();
  private OneService server;
  private AtfClient atf;

  @BeforeEach
  void start() throws IOException {
    server = OneService.start(frontend);
    atf = server.client();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void watchContinuesAfterTheLatestAnswerAndEndsItsStream() throws Exception {
    var seen = new CopyOnWriteArrayList<String>();

    atf.watch(
        request("none"),
        answer -> {
          seen.add(answer.getCursor());
          return seen.size() < 4;
        });

    assertThat(seen).containsExactly("1", "2", "3", "4");
    assertThat(frontend.cursors).containsExactly("none", "1", "2", "3");
    assertThat(frontend.cancelled.await(1, TimeUnit.MINUTES)).isTrue();
  }

  @Test
  void refusalIsReportedAndNotRepeated() {
    var refused =
        catchThrowableOfType(
            AtfException.class, () -> atf.watch(request("refused"), answer -> true));

    assertThat(refused.reason()).contains(ErrorReason.LAMBDA_NOT_FOUND.name());
    assertThat(frontend.cursors).hasSize(1);
  }

  @Test
  void failureOfTheConsumerEndsTheWatch() throws Exception {
    var failure = Status.UNAVAILABLE.asRuntimeException();

    assertThatThrownBy(
            () ->
                atf.watch(
                    request("3"),
                    answer -> {
                      throw failure;
                    }))
        .isSameAs(failure);

    assertThat(frontend.cursors).containsExactly("3");
    assertThat(frontend.cancelled.await(1, TimeUnit.MINUTES)).isTrue();
  }

  private static WatchTransitionsRequest request(String cursor) {
    return WatchTransitionsRequest.newBuilder().setCursor(cursor).build();
  }

  /** Answers each call once. Then the stream fails, is too slow, ends, or stays open. */
  private static final class Frontend extends EventServiceGrpc.EventServiceImplBase {
    private final List<String> cursors = new CopyOnWriteArrayList<>();
    private final CountDownLatch cancelled = new CountDownLatch(1);

    @Override
    public void watchTransitions(
        WatchTransitionsRequest request, StreamObserver<WatchTransitionsResponse> reply) {
      cursors.add(request.getCursor());
      var answer = WatchTransitionsResponse.newBuilder().setCursor("" + cursors.size());
      switch (request.getCursor()) {
        case "none" -> {
          reply.onNext(answer.build());
          reply.onError(Status.UNAVAILABLE.asRuntimeException());
        }
        case "1" -> {
          reply.onNext(answer.build());
          reply.onError(RpcErrors.of(ErrorReason.WATCH_TOO_SLOW, "too slow"));
        }
        case "2" -> {
          reply.onNext(answer.build());
          reply.onCompleted();
        }
        case "3" -> {
          ((ServerCallStreamObserver<?>) reply).setOnCancelHandler(cancelled::countDown);
          reply.onNext(answer.build());
        }
        default -> reply.onError(RpcErrors.of(ErrorReason.LAMBDA_NOT_FOUND, "no such lambda"));
      }
    }
  }
}
