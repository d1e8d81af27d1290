package dev.atf.e2e.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.util.JsonFormat;
import dev.atf.cli.AtfMain;
import dev.atf.lab.processes.JavaProcess;
import dev.atf.local.ApiConnection;
import dev.atf.local.engine.FreePort;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.CancelTaskRequest;
import dev.atf.protocol.v1.Gate;
import dev.atf.protocol.v1.GetLambdaRequest;
import dev.atf.protocol.v1.GetTaskRequest;
import dev.atf.protocol.v1.Lambda;
import dev.atf.protocol.v1.ListLambdasRequest;
import dev.atf.protocol.v1.ListWorkersRequest;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.protocol.v1.SetGateRequest;
import dev.atf.protocol.v1.Task;
import dev.atf.protocol.v1.TaskStatus;
import dev.atf.testtime.MeasuredPace;
import dev.atf.testtime.ProgressWait;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;

/**
 * {@code atf up} with a command of its own, and lambdas: {@code command} that works, {@code report}
 * that reports progress, {@code mail} and {@code http} without workers.
 */
final class ConsoleSystem implements AutoCloseable {
  static final Set<TaskStatus> RUNNING = Set.of(TaskStatus.CLAIMED, TaskStatus.PROCESSING);

  /** Supervisor's output about an executor. */
  private static final Pattern EXECUTOR_OF_COMMANDS =
      Pattern.compile("executor started lambda=command index=\\d+ pid=\\d+");

  /**
   * Settings by which dead executors are detected soon, and a failed task waits long enough to be
   * read.
   */
  private static final Map<String, String> SETTINGS =
      Map.of(
          // Later than a lease, as they are without settings.
          "ATF_ENQUEUE_TIMEOUT", millis(Duration.ofSeconds(10)),
          "ATF_EXPRESS_ENQUEUE_TIMEOUT", millis(Duration.ofSeconds(10)),
          "ATF_LEASE_LEASE", millis(Duration.ofSeconds(6)),
          "ATF_LEASE_HEARTBEAT_INTERVAL", millis(Duration.ofMillis(500)),
          "ATF_LEASE_CALL_TIMEOUT", millis(Duration.ofSeconds(1)));

  private static final Duration BACKOFF = Duration.ofMinutes(5);

  private final JavaProcess up;
  private final String uri;
  private final Path data;
  private final ApiConnection api;

  private ConsoleSystem(JavaProcess up, String uri, Path data) {
    this.up = up;
    this.uri = uri;
    this.data = data;
    this.api = ApiConnection.open(uri, Duration.ofMinutes(2));
  }

  /**
   * @param executors of {@code command} and {@code report}, as in {@code command=1}
   * @param more of the command line of {@code atf up}
   */
  static ConsoleSystem start(Path directory, String executors, String... more) throws IOException {
    int port = FreePort.find();
    var data = directory.resolve("data");
    var arguments =
        new ArrayList<>(
            List.of(
                "up",
                "--port",
                Integer.toString(port),
                "--hsc-port",
                "0",
                "--controller-port",
                "0",
                "--data",
                data.toString(),
                "--executors",
                executors,
                "--poll-interval",
                "500ms",
                "--threads",
                "4"));
    arguments.addAll(List.of(more));
    if (executors.contains("report=")) {
      arguments.add("--");
      arguments.addAll(reporter());
    }
    var up =
        JavaProcess.start(
            "console-up",
            Files.createDirectories(Path.of("target", "console-logs")),
            SETTINGS,
            AtfMain.class.getName(),
            arguments.toArray(String[]::new));
    return new ConsoleSystem(up.awaitOutput("atf: ready at"), "http://127.0.0.1:" + port, data);
  }

  private static String millis(Duration quiet) {
    return MeasuredPace.get().scaled(quiet).toMillis() + "ms";
  }

  private static List<String> reporter() {
    return List.of(
        ProcessHandle.current().info().command().orElse("java"),
        "-Xmx96m",
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-cp",
        System.getProperty("java.class.path"),
        Reporter.class.getName());
  }

  String uri() {
    return uri;
  }

  Path data() {
    return data;
  }

  /** Returns its one connection, which it closes itself. */
  ApiConnection api() {
    return api;
  }

  /** Registers the lambdas, each with different content. */
  ConsoleSystem registered() {
    register(
        lambda("command", "Runs a command of the worker's host.")
            .setHistory(ALL)
            .setOnFatal(Lambda.OnFatal.HOLD));
    register(lambda("report", "Writes the reports of a day.").setHistory(ALL));
    register(lambda("mail", "Sends mail to customers.").setScheduleRate(200));
    register(lambda("http", "Sends requests."));
    return this;
  }

  /** Registers one more lambda, without workers. */
  void register(String name, String description) {
    register(lambda(name, description));
  }

  private static final Lambda.History ALL = Lambda.History.ALL;

  private static Lambda.Builder lambda(String name, String description) {
    return Lambda.newBuilder()
        .setName(name)
        .setOwner("team-post")
        .setDescription(description)
        .setRetry(
            Lambda.Retry.newBuilder()
                .setMaxAttempts(3)
                .setInitialBackoff(ProtoTimes.proto(BACKOFF))
                .setMaxBackoff(ProtoTimes.proto(BACKOFF)));
  }

  private void register(Lambda.Builder lambda) {
    assertThat(api.lambdas().registerLambda(lambda.build()).getName()).isEqualTo(lambda.getName());
  }

  /**
   * @param request of Schedule, in JSON
   * @return the task's id
   */
  String schedule(String lambda, String request) {
    return api.tasks().schedule(read(lambda, request)).getTaskId();
  }

  private static ScheduleRequest read(String lambda, String request) {
    var builder = ScheduleRequest.newBuilder();
    try {
      JsonFormat.parser().merge(request, builder);
    } catch (InvalidProtocolBufferException e) {
      throw new AssertionError(e);
    }
    return builder.setLambda(lambda).build();
  }

  /**
   * Schedules this many tasks.
   *
   * @param request of Schedule, in JSON, of each
   */
  void schedule(int count, String lambda, IntFunction<String> request) {
    for (int i = 0; i < count; i++) {
      var unused = api.tasks().schedule(read(lambda, request.apply(i)));
    }
  }

  void cancel(String id) {
    var unused = api.tasks().cancelTask(CancelTaskRequest.newBuilder().setTaskId(id).build());
  }

  /** Returns the gate of a whole lambda. */
  Gate gate(String lambda) {
    return lambda(lambda).getGatesList().stream()
        .filter(gate -> gate.getCollection().isEmpty())
        .findFirst()
        .orElseThrow();
  }

  /**
   * @param collection empty: the whole lambda
   */
  void setGate(String lambda, String collection, Gate.State state, String reason) {
    var unused =
        api.lambdas()
            .setGate(
                SetGateRequest.newBuilder()
                    .setLambda(lambda)
                    .setCollection(collection)
                    .setState(state)
                    .setReason(reason)
                    .setBy("alice")
                    .build());
  }

  /** Returns the place of its worker host, once it is known. */
  String worker() {
    return Awaitility.await("a worker host")
        .pollInterval(Duration.ofMillis(100))
        .until(
            () -> api.workers().listWorkers(ListWorkersRequest.getDefaultInstance()),
            listed -> listed.getWorkersCount() == 1)
        .getWorkers(0)
        .getPlace();
  }

  void awaitDeadLetters(String lambda, int count) {
    ProgressWait.observing(count + " dead letters", () -> lambda(lambda).getLive().getDead())
        .until(() -> lambda(lambda).getLive().getDead() == count);
  }

  /** Returns the names of all lambdas, in order. */
  List<String> lambdas() {
    return api
        .lambdas()
        .listLambdas(ListLambdasRequest.getDefaultInstance())
        .getLambdasList()
        .stream()
        .map(Lambda::getName)
        .sorted()
        .toList();
  }

  Lambda lambda(String name) {
    return api.lambdas().getLambda(GetLambdaRequest.newBuilder().setLambda(name).build());
  }

  Task task(String id) {
    return api.tasks().getTask(GetTaskRequest.newBuilder().setTaskId(id).build());
  }

  Task await(String id, Set<TaskStatus> statuses) {
    return Awaitility.await(id + " is one of " + statuses)
        .pollInterval(Duration.ofMillis(100))
        .until(() -> task(id), task -> statuses.contains(task.getStatus()));
  }

  /** Schedules a task that its handler fails permanently, until the file {@code key} exists. */
  String scheduleDead(Path key) {
    var id =
        schedule(
            "command",
            """
            {"json": {"argv": ["sh", "-c", "test -f '%s' || { echo the door is locked >&2; exit 3; }"],
             "fatalExitCodes": [3]}, "collection": "doors"}
            """
                .formatted(key));
    await(id, Set.of(TaskStatus.FATAL_FAILURE));
    return id;
  }

  /** Sends SIGKILL to the executor that runs commands; its supervisor starts another. */
  void killTheExecutorOfCommands() {
    var started =
        EXECUTOR_OF_COMMANDS.matcher(up.output()).results().map(MatchResult::group).toList();
    var latest = started.get(started.size() - 1);
    long pid = Long.parseLong(latest.substring(latest.lastIndexOf('=') + 1));
    var executor = ProcessHandle.of(pid).orElseThrow();
    assertThat(executor.destroyForcibly()).isTrue();
    executor.onExit().join();
  }

  String output() {
    return up.output();
  }

  @Override
  public void close() {
    api.close();
    // Without a drain: handlers that never end would hold it up.
    up.killAll();
  }
}
