package dev.atf.queue.sqs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.model.fairness.KeyGroup;
import dev.atf.queue.QueueName;
import dev.atf.queue.QueueUnavailableException;
import dev.atf.queue.ReceivedTask;
import dev.atf.queue.TaskMessage;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Refusals of single entries and missing answers, which an emulator never produces. */
final class SqsRefusalTest {
  private static final QueueName QUEUE = new QueueName(new LambdaName("l"), new Priority("p"));
  private static final String URL_REPLY = "{\"QueueUrl\":\"http://127.0.0.1/000000000000/q\"}";
  private static final String FAILED =
      "\"Failed\":[{\"Id\":\"1\",\"SenderFault\":false,\"Code\":\"InternalError\"}]";

  private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private HttpServer server;
  private SqsParts parts;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
    var endpoint = "http://127.0.0.1:" + server.getAddress().getPort();
    parts = DaggerSqsParts.factory().create(PatientSqs.at(endpoint), metrics);
  }

  @AfterEach
  void stop() {
    server.stop(0);
    parts.client().close();
  }

  @Test
  void entriesThatSqsRefusesAreHandedBack() {
    var refs = refs(12);

    var failed = push(refs);

    // The second entry of each of the two batches.
    assertThat(failed).isEqualTo(Set.of(refs.get(1), refs.get(11)));
  }

  @Test
  void theGroupOfAFairnessKeyIsTheMessageGroup() {
    var refs = refs(2);

    parts
        .sender()
        .push(
            QUEUE,
            List.of(
                new TaskMessage(refs.get(0), new KeyGroup(17), 1), TaskMessage.of(refs.get(1))));

    assertThat(requests)
        .filteredOn(request -> request.contains("\"Entries\""))
        .singleElement()
        .asString()
        .containsOnlyOnce("MessageGroupId")
        .contains("\"MessageGroupId\":\"17\"");
  }

  @Test
  @Tag("E5.1")
  void refusedDeletionsAndReleasesAreCountedOnly() {
    var received = refs(3).stream().map(ref -> new ReceivedTask(ref, "r" + ref.epoch())).toList();

    parts.receiver().delete(QUEUE, received);
    parts.receiver().release(QUEUE, received, Duration.ofSeconds(1));

    assertThat(metrics.counter("atf.queue.undeleted").count()).isEqualTo(1);
    assertThat(metrics.counter("atf.queue.unreleased").count()).isEqualTo(1);
  }

  /** Checks the request, as emulators do not report the retention. */
  @Test
  void messagesAreKeptAsLongAsSqsCan() {
    parts.admin().ensure(QUEUE);

    assertThat(requests)
        .filteredOn(request -> request.contains("\"QueueName\""))
        .hasSize(2)
        .allMatch(
            request -> request.contains("\"MessageRetentionPeriod\":\"" + 14 * 24 * 3600 + "\""));
  }

  @Test
  @Tag("E4.1")
  void anEndpointThatIsDownTakesNothingAndIsAskedForOneBatchOnly() {
    var refs = refs(35);
    push(refs(2));
    server.stop(0);
    double before = metrics.counter("atf.sqs.requests", "operation", "SendMessageBatch").count();

    var failed = push(refs);

    assertThat(failed).isEqualTo(Set.copyOf(refs));
    double sent =
        metrics.counter("atf.sqs.requests", "operation", "SendMessageBatch").count() - before;
    // One batch and its retries.
    assertThat(sent).isBetween(1.0, 4.0);
    assertThatThrownBy(() -> parts.sender().depth(QUEUE))
        .isInstanceOf(QueueUnavailableException.class);
  }

  private void answer(HttpExchange exchange) throws IOException {
    var target = exchange.getRequestHeaders().getFirst("X-Amz-Target");
    requests.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
    var reply =
        switch (target == null ? "" : target) {
          case "AmazonSQS.GetQueueUrl", "AmazonSQS.CreateQueue" -> URL_REPLY;
          case "AmazonSQS.SendMessageBatch",
              "AmazonSQS.DeleteMessageBatch",
              "AmazonSQS.ChangeMessageVisibilityBatch" ->
              "{\"Successful\":[]," + FAILED + "}";
          default -> "{}";
        };
    var bytes = reply.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/x-amz-json-1.0");
    exchange.sendResponseHeaders(200, bytes.length);
    try (var body = exchange.getResponseBody()) {
      body.write(bytes);
    }
  }

  private Set<TaskRef> push(List<TaskRef> refs) {
    return parts.sender().push(QUEUE, refs.stream().map(TaskMessage::of).toList());
  }

  private static List<TaskRef> refs(int count) {
    return IntStream.rangeClosed(1, count)
        .mapToObj(i -> new TaskRef(new TaskId("%032x".formatted(i)), i))
        .toList();
  }
}
