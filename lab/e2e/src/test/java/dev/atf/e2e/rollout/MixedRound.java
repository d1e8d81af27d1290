package dev.atf.e2e.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.client.AtfClient;
import dev.atf.client.JobSpec;
import dev.atf.client.PeriodicSpec;
import dev.atf.client.StepSpec;
import dev.atf.client.TaskSpec;
import dev.atf.local.ApiConnection;
import dev.atf.protocol.v1.Condition.Phase;
import dev.atf.protocol.v1.GetConditionRequest;
import dev.atf.protocol.v1.JobStatus;
import dev.atf.testtime.ProgressWait;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Work of every kind, which begins while a process and its successor run and ends after the first
 * of them was stopped. Its tasks write their names into the ledger of the owner's program.
 */
final class MixedRound {
  private static final String LAMBDA = "steps";
  private static final int TASKS = 6;
  private static final int BLOCKED = 3;

  private final AtfClient client;
  private final ApiConnection api;
  private final Path directory;
  private final String name;
  private final Map<String, String> taskIds = new HashMap<>();

  /**
   * @param name unique, of a-z 0-9 -
   */
  MixedRound(AtfClient client, ApiConnection api, Path directory, String name) {
    this.client = client;
    this.api = api;
    this.directory = directory;
    this.name = name;
  }

  /** Schedules everything, and waits until something of each kind has begun. */
  void begin() throws IOException {
    for (var task : names("task", TASKS)) {
      schedule(task, TaskSpec.of(LAMBDA, step(task)).idempotencyKey(task));
    }
    for (var task : names("later", 2)) {
      schedule(task, TaskSpec.of(LAMBDA, step(task)).delay(Duration.ofSeconds(4)));
    }
    for (var task : names("key", TASKS)) {
      schedule(task, TaskSpec.of(LAMBDA, step(task)).orderingKey(name));
    }
    for (var task : names("blocked", BLOCKED)) {
      schedule(task, TaskSpec.of(LAMBDA, Map.of("name", task, "needs", name)));
    }
    var input = Files.writeString(directory.resolve(name + ".txt"), "contents of " + name);
    var file = client.resources().upload(LAMBDA, input);
    schedule(
        name + "-file",
        TaskSpec.of(LAMBDA, step(name + "-file")).resource(file.at("in.txt")).outputs("out.txt"));
    client
        .jobs()
        .submit(
            JobSpec.of(
                    StepSpec.of("a", LAMBDA, step(name + "-a")),
                    StepSpec.of("b", LAMBDA, step(name + "-b")).after("a"),
                    StepSpec.of("c", LAMBDA, step(name + "-c")).inputs("a"),
                    StepSpec.of("d", LAMBDA, step(name + "-d")).after("b", "c"))
                .name(name));
    client
        .periodic()
        .create(
            PeriodicSpec.every(LAMBDA, name, Duration.ofSeconds(1)).payload(step(name + "-tick")));
    awaitLines(names("task", 1));
    awaitLines(List.of(name + "-tick"));
    awaitPhase(Phase.CLOSED);
  }

  /** Opens the condition, waits for the end of everything, and checks it. */
  void end() throws IOException {
    for (var task : names("task", TASKS)) {
      var again = client.schedule(TaskSpec.of(LAMBDA, step(task)).idempotencyKey(task));
      assertThat(again.created()).isFalse();
      assertThat(again.taskId()).isEqualTo(taskIds.get(task));
    }
    int ticks = lines(name + "-tick").size();
    Files.createFile(directory.resolve(name));

    var all = new ArrayList<>(taskIds.keySet());
    List.of("a", "b", "c", "d").forEach(step -> all.add(name + "-" + step));
    awaitLines(all);
    ProgressWait.observing("another fire", () -> lines(name + "-tick").size())
        .until(() -> lines(name + "-tick").size() > ticks);
    client.periodic().delete(LAMBDA, name);
    awaitPhase(Phase.CLEAR);
    ProgressWait.observing("the end of job " + name, this::job)
        .until(() -> job() == JobStatus.JOB_SUCCEEDED);
    taskIds.values().forEach(this::awaitSuccess);

    assertThat(all).allSatisfy(task -> assertThat(lines(task)).as(task).hasSize(1));
    assertThat(lines(name + "-tick")).doesNotHaveDuplicates();
    assertThat(ledger().stream().filter(task -> task.startsWith(name + "-key-")))
        .containsExactlyElementsOf(names("key", TASKS));
    assertThat(ledger()).containsSubsequence(name + "-a", name + "-b", name + "-d");
    assertThat(ledger()).containsSubsequence(name + "-a", name + "-c", name + "-d");
    var outputs = client.get(taskIds.get(name + "-file")).outputFiles();
    assertThat(outputs).hasSize(1);
    var downloads = Files.createDirectories(directory.resolve("downloads").resolve(name));
    assertThat(client.resources().download(LAMBDA, outputs.get(0), downloads))
        .hasContent("contents of " + name);
  }

  private void schedule(String task, TaskSpec spec) {
    taskIds.put(task, client.schedule(spec).taskId());
  }

  private static Map<String, String> step(String name) {
    return Map.of("name", name);
  }

  private List<String> names(String kind, int count) {
    return IntStream.range(0, count).mapToObj(i -> name + "-" + kind + "-" + i).toList();
  }

  private JobStatus job() {
    return client.jobs().get(LAMBDA, name).getStatus();
  }

  private void awaitPhase(Phase phase) {
    var condition = GetConditionRequest.newBuilder().setLambda(LAMBDA).setCondition(name).build();
    ProgressWait.observing(
            "condition " + name + " is " + phase, () -> api.conditions().getCondition(condition))
        .until(() -> api.conditions().getCondition(condition).getPhase() == phase);
  }

  private void awaitSuccess(String taskId) {
    ProgressWait.observing("the success of " + taskId, () -> client.get(taskId).status())
        .until(() -> client.get(taskId).isSuccess());
  }

  private void awaitLines(List<String> tasks) {
    ProgressWait.observing("the lines of " + tasks, () -> ledger().size())
        .until(() -> Set.copyOf(ledger()).containsAll(tasks));
  }

  /** Returns the names of the tasks that have run, in their order. */
  private List<String> ledger() {
    return read().map(line -> line.split(" ", 2)[0]).toList();
  }

  /** Returns the ids of the tasks of a name that have run. */
  private List<String> lines(String task) {
    return read().filter(line -> line.startsWith(task + " ")).toList();
  }

  private Stream<String> read() {
    var file = directory.resolve("ledger");
    try {
      return Files.exists(file) ? Files.readAllLines(file).stream() : Stream.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
