package dev.atf.cli.task;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.linecorp.armeria.server.Server;
import com.linecorp.armeria.server.grpc.GrpcService;
import dev.atf.cli.Atf;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.ConditionServiceGrpc;
import dev.atf.protocol.v1.JobServiceGrpc;
import dev.atf.protocol.v1.ListConditionsRequest;
import dev.atf.protocol.v1.ListConditionsResponse;
import dev.atf.protocol.v1.ListJobsRequest;
import dev.atf.protocol.v1.ListJobsResponse;
import dev.atf.protocol.v1.ListKeysRequest;
import dev.atf.protocol.v1.ListKeysResponse;
import dev.atf.protocol.v1.ListPeriodicRequest;
import dev.atf.protocol.v1.ListPeriodicResponse;
import dev.atf.protocol.v1.ListTasksRequest;
import dev.atf.protocol.v1.ListTasksResponse;
import dev.atf.protocol.v1.OrderingServiceGrpc;
import dev.atf.protocol.v1.PeriodicServiceGrpc;
import dev.atf.protocol.v1.Task;
import dev.atf.protocol.v1.TaskServiceGrpc;
import io.grpc.stub.StreamObserver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests lists with a frontend that refuses every page after the first one. */
final class PagedListsTest {
  private static final String SECOND = "page-2";
  private static final ObjectMapper STRICT =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private final Server server =
      Server.builder()
          .http(0)
          .service(
              GrpcService.builder()
                  .addService(new Tasks())
                  .addService(new Keys())
                  .addService(new Jobs())
                  .addService(new Conditions())
                  .addService(new Periodic())
                  .build())
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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "list paint --all",
        "dead list paint",
        "keys list paint",
        "job list paint",
        "condition list paint",
        "periodic list paint"
      })
  void failureOfALaterPageIsOneDocumentWithTheStatus(String line) throws Exception {
    var ran = atf.run((line + " --json").split(" "));

    assertThat(ran.exitCode()).isEqualTo(1);
    var document = read(ran);
    assertThat(document.path("code").asInt()).isPositive();
    assertThat(document.path("message").asText()).isEqualTo("no page page-2");
    assertThat(document.path("details").isArray()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"list paint --all", "dead list paint"})
  void documentOfTasksHasThoseBeforeTheFailureAndTheNextPage(String line) throws Exception {
    var ran = atf.run((line + " --json").split(" "));

    var document = read(ran);
    assertThat(document.path("tasks").findValuesAsText("taskId")).containsExactly("first");
    assertThat(document.path("nextPageToken").asText()).isEqualTo(SECOND);
    assertThat(ran.err()).isEqualTo("1 listed so far; the next page has the token page-2\n");
  }

  @Test
  void failureOfTheFirstPageIsTheStatus() throws Exception {
    var ran = atf.run("list", "paint", "--page-token", SECOND, "--json");

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(read(ran).path("message").asText()).isEqualTo("no page page-2");
    assertThat(read(ran).has("tasks")).isFalse();
    assertThat(ran.err()).isEmpty();
  }

  @Test
  void textEndsWithTheFailureOnStandardError() {
    var ran = atf.run("list", "paint", "--all");

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.out().lines()).hasSize(2).last().asString().startsWith("first");
    assertThat(ran.err()).contains("1 listed so far", "no page page-2");
  }

  private static JsonNode read(Atf.Ran ran) throws JsonProcessingException {
    return STRICT.readTree(ran.out());
  }

  /** Answers with the page if it is the first one. */
  private static <A> void answer(String pageToken, A page, StreamObserver<A> reply) {
    if (!pageToken.isEmpty()) {
      reply.onError(RpcErrors.of(ErrorReason.PAGE_TOKEN_INVALID, "no page " + pageToken));
      return;
    }
    reply.onNext(page);
    reply.onCompleted();
  }

  private static final class Tasks extends TaskServiceGrpc.TaskServiceImplBase {
    @Override
    public void listTasks(ListTasksRequest request, StreamObserver<ListTasksResponse> reply) {
      var page =
          ListTasksResponse.newBuilder()
              .addTasks(Task.newBuilder().setTaskId("first"))
              .setNextPageToken(SECOND);
      answer(request.getPageToken(), page.build(), reply);
    }
  }

  private static final class Keys extends OrderingServiceGrpc.OrderingServiceImplBase {
    @Override
    public void listKeys(ListKeysRequest request, StreamObserver<ListKeysResponse> reply) {
      var page = ListKeysResponse.newBuilder().setNextPageToken(SECOND).build();
      answer(request.getPageToken(), page, reply);
    }
  }

  private static final class Jobs extends JobServiceGrpc.JobServiceImplBase {
    @Override
    public void listJobs(ListJobsRequest request, StreamObserver<ListJobsResponse> reply) {
      var page = ListJobsResponse.newBuilder().setNextPageToken(SECOND).build();
      answer(request.getPageToken(), page, reply);
    }
  }

  private static final class Conditions extends ConditionServiceGrpc.ConditionServiceImplBase {
    @Override
    public void listConditions(
        ListConditionsRequest request, StreamObserver<ListConditionsResponse> reply) {
      var page = ListConditionsResponse.newBuilder().setNextPageToken(SECOND).build();
      answer(request.getPageToken(), page, reply);
    }
  }

  private static final class Periodic extends PeriodicServiceGrpc.PeriodicServiceImplBase {
    @Override
    public void list(ListPeriodicRequest request, StreamObserver<ListPeriodicResponse> reply) {
      var page = ListPeriodicResponse.newBuilder().setNextPageToken(SECOND).build();
      answer(request.getPageToken(), page, reply);
    }
  }
}
