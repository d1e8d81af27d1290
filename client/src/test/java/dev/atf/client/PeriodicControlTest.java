package dev.atf.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.DeletePeriodicRequest;
import dev.atf.protocol.v1.DeletePeriodicResponse;
import dev.atf.protocol.v1.GetPeriodicRequest;
import dev.atf.protocol.v1.PausePeriodicRequest;
import dev.atf.protocol.v1.PeriodicServiceGrpc;
import dev.atf.protocol.v1.PeriodicTask;
import dev.atf.protocol.v1.ResumePeriodicRequest;
import dev.atf.protocol.v1.TriggerPeriodicRequest;
import dev.atf.protocol.v1.TriggerPeriodicResponse;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Calls about periodic tasks against a real gRPC server that may lose answers. */
final class PeriodicControlTest {
  record Report(String of, long upTo) {}

  private final Periodic periodic = new Periodic();
  private OneService server;
  private AtfClient atf;

  @BeforeEach
  void start() throws IOException {
    server = OneService.start(periodic);
    atf = server.client();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void aPayloadIsWrittenToTheLastDigit() {
    var made =
        atf.periodic().create(nightly().payload(new Report("sales", 9_007_199_254_740_993L)));

    assertThat(made.getData().toStringUtf8())
        .isEqualTo("{\"of\":\"sales\",\"upTo\":9007199254740993}");
    assertThat(made.getContentType()).isEqualTo("application/json");
    assertThat(atf.periodic().get("report", "nightly")).isEqualTo(made);
  }

  @Test
  void aPayloadThatIsNoJsonIsRefusedBeforeAnythingIsSent() {
    var cyclic = new ArrayList<Object>();
    cyclic.add(cyclic);

    assertThatThrownBy(() -> atf.periodic().create(nightly().payload(cyclic)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the payload cannot be written as JSON");
    assertThat(periodic.calls).isEmpty();
  }

  @Test
  void aLostAnswerIsAskedForAgainAndDoesNotMakeASecondOne() {
    periodic.repliesToLose = 1;

    atf.periodic().create(nightly());

    assertThat(periodic.calls).containsExactly("create", "create");
    assertThat(periodic.tasks).hasSize(1);
  }

  @Test
  void aTriggerWhoseAnswerWasLostMakesOneTask() {
    atf.periodic().create(nightly());
    periodic.repliesToLose = 1;

    var first = atf.periodic().trigger("report", "nightly");
    var second = atf.periodic().trigger("report", "nightly");

    assertThat(periodic.triggers).containsExactly(first, second);
  }

  @Test
  void aDeletionWhoseAnswerWasLostHasHappened() {
    atf.periodic().create(nightly());
    periodic.repliesToLose = 1;

    atf.periodic().delete("report", "nightly");

    assertThat(periodic.calls).endsWith("delete", "delete");
    assertThat(periodic.tasks).isEmpty();
  }

  @Test
  void deletingAnUnknownPeriodicTaskFailsAsNotFound() {
    assertThatThrownBy(() -> atf.periodic().delete("report", "nightly"))
        .isInstanceOfSatisfying(
            AtfException.class,
            refused ->
                assertThat(refused.reason()).contains(ErrorReason.PERIODIC_NOT_FOUND.name()));
    assertThat(periodic.calls).containsExactly("delete");
  }

  @Test
  void onesOwnRefusalIsNotRepeated() {
    atf.periodic().create(nightly());

    assertThatThrownBy(() -> atf.periodic().create(nightly().priority("high")))
        .isInstanceOf(AtfException.class)
        .hasMessageContaining("another definition");
    assertThat(periodic.calls).hasSize(2);
  }

  @Test
  void pauseAndResumeNameTheTask() {
    atf.periodic().create(nightly());

    assertThat(atf.periodic().pause("report", "nightly").getPaused()).isTrue();
    assertThat(atf.periodic().resume("report", "nightly").getPaused()).isFalse();
  }

  private static PeriodicSpec nightly() {
    return PeriodicSpec.cron("report", "nightly", "30 2 * * *");
  }

  /** Keeps periodic tasks as the frontend does, and loses answers on demand. */
  private static final class Periodic extends PeriodicServiceGrpc.PeriodicServiceImplBase {
    final Map<String, PeriodicTask> tasks = new LinkedHashMap<>();
    final Set<String> triggers = new LinkedHashSet<>();
    final List<String> calls = new ArrayList<>();
    int repliesToLose;

    @Override
    public synchronized void create(PeriodicTask request, StreamObserver<PeriodicTask> reply) {
      answer(
          "create",
          reply,
          () -> {
            var stands = tasks.putIfAbsent(request.getName(), request);
            if (stands != null && !stands.equals(request)) {
              throw RpcErrors.of(ErrorReason.PERIODIC_EXISTS, "it has another definition");
            }
            return request;
          });
    }

    @Override
    public synchronized void get(GetPeriodicRequest request, StreamObserver<PeriodicTask> reply) {
      answer("get", reply, () -> find(request.getName()));
    }

    @Override
    public synchronized void pause(
        PausePeriodicRequest request, StreamObserver<PeriodicTask> reply) {
      answer("pause", reply, () -> paused(request.getName(), true));
    }

    @Override
    public synchronized void resume(
        ResumePeriodicRequest request, StreamObserver<PeriodicTask> reply) {
      answer("resume", reply, () -> paused(request.getName(), false));
    }

    @Override
    public synchronized void delete(
        DeletePeriodicRequest request, StreamObserver<DeletePeriodicResponse> reply) {
      answer(
          "delete",
          reply,
          () -> {
            tasks.remove(find(request.getName()).getName());
            return DeletePeriodicResponse.getDefaultInstance();
          });
    }

    @Override
    public synchronized void trigger(
        TriggerPeriodicRequest request, StreamObserver<TriggerPeriodicResponse> reply) {
      answer(
          "trigger",
          reply,
          () -> {
            triggers.add(request.getIdempotencyKey());
            return TriggerPeriodicResponse.newBuilder()
                .setTaskId(request.getIdempotencyKey())
                .build();
          });
    }

    private PeriodicTask paused(String name, boolean paused) {
      var task = find(name).toBuilder().setPaused(paused).build();
      tasks.put(name, task);
      return task;
    }

    private PeriodicTask find(String name) {
      var task = tasks.get(name);
      if (task == null) {
        throw RpcErrors.of(ErrorReason.PERIODIC_NOT_FOUND, "no such periodic task");
      }
      return task;
    }

    private <T> void answer(String call, StreamObserver<T> reply, Supplier<T> answer) {
      calls.add(call);
      try {
        var answered = answer.get();
        if (repliesToLose-- > 0) {
          reply.onError(Status.UNAVAILABLE.asRuntimeException());
          return;
        }
        reply.onNext(answered);
        reply.onCompleted();
      } catch (StatusRuntimeException e) {
        reply.onError(e);
      }
    }
  }
}
