package dev.atf.cli.condition;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import com.google.protobuf.Timestamp;
import com.linecorp.armeria.server.Server;
import com.linecorp.armeria.server.grpc.GrpcService;
import dev.atf.cli.Atf;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.Condition;
import dev.atf.protocol.v1.ConditionServiceGrpc;
import dev.atf.protocol.v1.Failure;
import dev.atf.protocol.v1.GetConditionRequest;
import dev.atf.protocol.v1.ListConditionsRequest;
import dev.atf.protocol.v1.ListConditionsResponse;
import dev.atf.protocol.v1.ReleaseConditionRequest;
import dev.atf.protocol.v1.TaskStatus;
import dev.atf.protocol.v1.TestConditionRequest;
import io.grpc.stub.StreamObserver;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code atf condition} with a frontend that has two conditions. */
final class ConditionCommandTest {
  private static final Condition CLOSED =
      Condition.newBuilder()
          .setLambda("orders")
          .setName("orders-db")
          .setPhase(Condition.Phase.CLOSED)
          .setSince(at(1_767_225_600))
          .setClosedAt(at(1_767_225_600))
          .setReason("no route")
          .setHoldsLambda(true)
          .setTesterLambda("probe")
          .setTesterTaskId("0123456789abcdef0123456789abcdef")
          .setTesterStatus(TaskStatus.RETRIABLE_FAILURE)
          .setTests(14)
          .setFailure(
              Failure.newBuilder().setCode("RETRY_LATER").setMessage("tcp db:5432: refused"))
          .setNextTestAt(at(1_767_225_627))
          .setWaiting(1_000)
          .setWaitingMore(true)
          .build();

  private static final Condition CLEAR =
      Condition.newBuilder()
          .setLambda("orders")
          .setName("cache")
          .setPhase(Condition.Phase.CLEAR)
          .setSince(at(1_767_225_600))
          .setClosedAt(at(1_767_225_500))
          .setTesterLambda("probe")
          .setReleased(412)
          .setReleasedBy("alice")
          .build();

  private final List<Message> requests = Collections.synchronizedList(new ArrayList<>());
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
  void listsConditionsOfAllPages() {
    var ran = atf.run("condition", "list", "orders");

    assertThat(ran.exitCode()).as(ran.err()).isZero();
    assertThat(ran.out().lines())
        .hasSize(3)
        .anySatisfy(
            line ->
                assertThat(line).contains("orders-db", "CLOSED", "14", "RETRY_LATER: tcp db:5432"))
        .anySatisfy(line -> assertThat(line).contains("cache", "CLEAR"));
    assertThat(requests).hasSize(2);
  }

  @Test
  void listEndsAtItsLimit() {
    var ran = atf.run("condition", "list", "orders", "--limit", "1", "--json");

    assertThat(ran.exitCode()).as(ran.err()).isZero();
    assertThat(ran.json().path("conditions").findValuesAsText("name")).containsExactly("orders-db");
    assertThat(requests)
        .containsExactly(
            ListConditionsRequest.newBuilder().setLambda("orders").setPageSize(1).build());
    assertThat(atf.run("condition", "list", "orders", "--limit", "1").err()).contains("--limit");
  }

  @Test
  void lambdaWithoutConditionsIsSaidToHaveNone() {
    assertThat(atf.run("condition", "list", "mail").out())
        .isEqualTo("no task of mail was blocked on a condition recently\n");
  }

  @Test
  void getShowsWhoWaitsAndWhatTheTestsSay() {
    var ran = atf.run("condition", "get", "orders", "orders-db");

    assertThat(ran.exitCode()).as(ran.err()).isZero();
    assertThat(ran.out())
        .contains(
            "CLOSED since 2026-01-01T00:00:00Z",
            "2026-01-01T00:00:00Z: no route",
            "orders, held: no other task of it starts",
            "more than 1000",
            "0123456789abcdef0123456789abcdef of lambda probe, RETRIABLE_FAILURE",
            "RETRY_LATER: tcp db:5432: refused",
            "2026-01-01T00:00:27Z")
        .doesNotContain("released");
    assertThat(atf.run("condition", "get", "orders", "cache").out())
        .contains("412, released by alice", "not created yet");
  }

  @Test
  void testAndReleaseNameTheCondition() {
    var tested = atf.run("condition", "test", "orders", "orders-db", "--json");
    var released = atf.run("condition", "release", "orders", "orders-db", "--json");

    assertThat(tested.json().path("phase").asText()).isEqualTo("CLOSED");
    assertThat(released.json().path("releasedBy").asText()).isEqualTo("alice");
    assertThat(requests)
        .containsExactly(
            TestConditionRequest.newBuilder().setLambda("orders").setCondition("orders-db").build(),
            ReleaseConditionRequest.newBuilder()
                .setLambda("orders")
                .setCondition("orders-db")
                .build());
  }

  @Test
  void conditionThatIsNotThereIsAFailureThatNamesTheNextStep() {
    var ran = atf.run("condition", "get", "orders", "other");

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.err()).contains("NOT_FOUND: no task", "atf condition list orders");
  }

  private static Timestamp at(long seconds) {
    return Timestamp.newBuilder().setSeconds(seconds).build();
  }

  private final class Frontend extends ConditionServiceGrpc.ConditionServiceImplBase {
    @Override
    public void listConditions(
        ListConditionsRequest request, StreamObserver<ListConditionsResponse> reply) {
      requests.add(request);
      var page = ListConditionsResponse.newBuilder();
      if (request.getLambda().equals("orders")) {
        boolean first = request.getPageToken().isEmpty();
        page.addConditions(first ? CLOSED : CLEAR).setNextPageToken(first ? "next" : "");
      }
      reply.onNext(page.build());
      reply.onCompleted();
    }

    @Override
    public void getCondition(GetConditionRequest request, StreamObserver<Condition> reply) {
      switch (request.getCondition()) {
        case "orders-db" -> answer(CLOSED, reply);
        case "cache" -> answer(CLEAR, reply);
        default -> reply.onError(RpcErrors.of(ErrorReason.CONDITION_NOT_FOUND, "no task"));
      }
    }

    @Override
    public void testCondition(TestConditionRequest request, StreamObserver<Condition> reply) {
      requests.add(request);
      answer(CLOSED, reply);
    }

    @Override
    public void releaseCondition(ReleaseConditionRequest request, StreamObserver<Condition> reply) {
      requests.add(request);
      answer(CLEAR, reply);
    }

    private static void answer(Condition condition, StreamObserver<Condition> reply) {
      reply.onNext(condition);
      reply.onCompleted();
    }
  }
}
