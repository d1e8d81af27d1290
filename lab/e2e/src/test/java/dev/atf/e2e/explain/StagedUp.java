package dev.atf.e2e.explain;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atf.cli.AtfMain;
import dev.atf.e2e.support.UpProcess;
import dev.atf.lab.processes.JavaProcess;
import dev.atf.local.engine.FreePort;
import dev.atf.worker.ChildJvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** {@code atf up} with a {@link StagedWorker}, and its HTTP API. */
final class StagedUp implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** A call over HTTP/2 fails if its connection is at the end of its age just then. */
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private final Path directory;
  private final String uri;
  private final JavaProcess process;

  private StagedUp(Path directory, int port, JavaProcess process) {
    this.directory = directory;
    this.uri = "http://127.0.0.1:" + port;
    this.process = process;
  }

  /**
   * Returns when its API answers.
   *
   * @param executors value of its option
   */
  static StagedUp start(Path directory, String executors) {
    int port = FreePort.find();
    var arguments = new ArrayList<>(List.of("--executors", executors, "--"));
    arguments.addAll(ChildJvm.running(StagedWorker.class.getName()));
    var up = UpProcess.start(directory, "embedded", port, arguments.toArray(String[]::new));
    return new StagedUp(directory, port, UpProcess.awaitReady(up));
  }

  JsonNode get(String path) {
    return send(path, "GET", "");
  }

  JsonNode post(String path, String json) {
    return send(path, "POST", json);
  }

  JsonNode put(String path, String json) {
    return send(path, "PUT", json);
  }

  /**
   * Schedules a task.
   *
   * @param act of {@link StagedWorker}
   * @param more fields of the request, such as {@code "delay": "1h"}
   * @return its id
   */
  String schedule(String lambda, String act, long millis, String... more) {
    var fields = new ArrayList<>(List.of(more));
    fields.add("\"json\":{\"act\":\"%s\",\"millis\":%d}".formatted(act, millis));
    return post("/v1/lambdas/" + lambda + "/tasks", "{" + String.join(",", fields) + "}")
        .get("taskId")
        .asText();
  }

  JsonNode task(String taskId) {
    return get("/v1/tasks/" + taskId);
  }

  JsonNode explain(String taskId) {
    return get("/v1/tasks/" + taskId + ":explain");
  }

  JsonNode live(String lambda) {
    return get("/v1/lambdas/" + lambda).get("live");
  }

  /** Runs a command, and returns its output when it has succeeded. */
  String run(List<String> words) {
    try (var command =
        JavaProcess.start(
            "atf",
            directory,
            Map.of("ATF_SERVER", uri),
            AtfMain.class.getName(),
            words.toArray(String[]::new))) {
      assertThat(command.awaitExit()).as("%s: %s", words, command.output()).isZero();
      return command.output();
    }
  }

  /** Returns whether the task exists; it may be named before it is scheduled. */
  boolean isThere(String taskId) {
    return !taskId.isEmpty() && answer("/v1/tasks/" + taskId, "GET", "").statusCode() == 200;
  }

  private JsonNode send(String path, String method, String json) {
    var response = answer(path, method, json);
    assertThat(response.statusCode()).as("%s %s: %s", method, path, response.body()).isEqualTo(200);
    try {
      return JSON.readTree(response.body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private HttpResponse<String> answer(String path, String method, String json) {
    var request =
        HttpRequest.newBuilder(URI.create(uri + path))
            .header("content-type", "application/json")
            .method(
                method, json.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(json))
            .build();
    try {
      return http.send(request, BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    // Without a drain: handlers that never end would hold it up.
    process.killAll();
  }
}
