package dev.atf.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.protocol.v1.Lambda;
import dev.atf.protocol.v1.LambdaServiceGrpc;
import dev.atf.protocol.v1.ListLambdasRequest;
import dev.atf.protocol.v1.ListLambdasResponse;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class LambdaRegistrationTest {
  private final Registry registry = new Registry();
  private final DirectCalls api = new DirectCalls();

  @BeforeEach
  void start() {
    api.serve(List.of(registry));
  }

  @AfterEach
  void stop() {
    api.close();
  }

  @Test
  void repeatsCallsThatTheEnginesDidNotAnswer() {
    registry.failures.addAll(List.of(Status.UNAVAILABLE, Status.OK, Status.UNAVAILABLE));

    ensure();

    assertThat(registry.calls).containsExactly("list", "list", "command", "command");
    assertThat(registry.answered).containsExactly("list", "command");
  }

  @Test
  void doesNotRepeatARefusal() {
    registry.failures.addAll(List.of(Status.OK, Status.PERMISSION_DENIED));

    assertThatThrownBy(this::ensure).hasMessageContaining("PERMISSION_DENIED");

    assertThat(registry.calls).containsExactly("list", "command");
  }

  private void ensure() {
    LambdaRegistration.ensure(
        () -> LambdaServiceGrpc.newBlockingStub(api.channel()),
        List.of(LambdaRegistration.withHistory("command").build()));
  }

  /** Service that ends its first calls with these statuses, and answers the others. */
  private static final class Registry extends LambdaServiceGrpc.LambdaServiceImplBase {
    private final Deque<Status> failures = new ArrayDeque<>();
    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final List<String> answered = new CopyOnWriteArrayList<>();

    @Override
    public void listLambdas(
        ListLambdasRequest request, StreamObserver<ListLambdasResponse> answers) {
      answer("list", ListLambdasResponse.getDefaultInstance(), answers);
    }

    @Override
    public void registerLambda(Lambda request, StreamObserver<Lambda> answers) {
      answer(request.getName(), request, answers);
    }

    private synchronized <T> void answer(String call, T answer, StreamObserver<T> answers) {
      calls.add(call);
      var status = failures.isEmpty() ? Status.OK : failures.remove();
      if (!status.isOk()) {
        answers.onError(status.asRuntimeException());
        return;
      }
      // Before the answer, which ends the test.
      answered.add(call);
      answers.onNext(answer);
      answers.onCompleted();
    }
  }
}
