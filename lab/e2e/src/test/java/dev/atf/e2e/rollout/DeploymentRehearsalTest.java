package dev.atf.e2e.rollout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.atf.client.AtfClient;
import dev.atf.client.AtfException;
import dev.atf.client.TaskSpec;
import dev.atf.e2e.documents.Checkout;
import dev.atf.e2e.documents.MarkdownDocument;
import dev.atf.e2e.documents.Walk;
import dev.atf.e2e.support.Lasting;
import dev.atf.e2e.support.ManyProcesses;
import dev.atf.e2e.support.Work;
import dev.atf.e2e.support.Workload;
import dev.atf.lab.processes.EffectSink;
import dev.atf.lab.processes.Part;
import dev.atf.protocol.v1.Lambda;
import dev.atf.store.dynamodb.RestoredTableFence;
import dev.atf.testtime.MeasuredPace;
import dev.atf.testtime.ProgressWait;
import io.grpc.Status;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Rehearses what operators do to a cluster: rollouts under load, bad images that are taken back, a
 * worker cluster from no host to two and back, and a restore that follows the runbook.
 */
@Tag("system")
@ManyProcesses
@EnabledOnOs(OS.LINUX)
final class DeploymentRehearsalTest {
  /** The alert of a bad image of workers. That it fires shows that alerts are noticed. */
  private static final String PLANNED_ALERT = "AtfExecutorsCrashing";

  /** The part of the cluster's file that the runbook does not show. */
  private static final String LAMBDAS = "lambdas: [{name: media, priorities: [normal]}]\n";

  @TempDir private Path directory;

  /** Fencing tokens of the effects of each task, in their order. */
  private final Map<String, List<Long>> tokens = new ConcurrentHashMap<>();

  @Test
  @Tag("F16")
  void rolloutsScalingAndARestoreLoseAndRepeatNothing() throws Exception {
    rehearse(1, 60, 12);
  }

  @Test
  @Tag("nightly")
  void threeRolloutsAndMoreTasksDoSo() throws Exception {
    rehearse(3, 1_000, 200);
  }

  /**
   * @param rollouts of each service and of the workers
   * @param waiting tasks that wait when the number of hosts grows from zero
   * @param running tasks that run around the time to which the tables are restored
   */
  private void rehearse(int rollouts, int waiting, int running) throws Exception {
    var logs = Files.createDirectories(Path.of("target", "rehearsal-logs"));
    var pending = MeasuredPace.get().scaled(Duration.ofSeconds(15));
    try (var sink = EffectSink.start(recordingTokens());
        var alerts = AlertWatch.in(Files.createDirectory(directory.resolve("alerts")), pending);
        var cluster = new DeployedCluster("orders", logs, sink, alerts);
        var client = cluster.client()) {
      for (var lambda : List.of("media", "render")) {
        client.registerLambda(Lambda.newBuilder().setName(lambda).addPriorities("normal").build());
      }
      var begun = Lasting.fromNow();
      var backlog = new Workload(client, "render").add(waiting, Duration.ofMillis(200));
      var load = rollOut(cluster, client, alerts, rollouts);
      var rolledOut = begun.soFar();
      scaleToTwoAndBack(cluster, backlog, sink);
      var scaled = begun.soFar();

      for (var tasks : List.of(backlog, load)) {
        tasks.assertAllSucceeded(sink);
        assertThat(sink.starts()).containsAllEntriesOf(once(tasks.taskIds()));
        assertThat(sink.effects()).containsAllEntriesOf(once(tasks.taskIds()));
      }
      assertThat(alerts.scraped()).containsAll(cluster.addresses());
      assertThat(alerts.fired()).containsExactly(PLANNED_ALERT);

      restore(cluster, client, sink, running);
      assertThat(sink.overlaps()).isEmpty();
      assertThat(sink.staleRefused()).isZero();
      System.out.printf(
          "rehearsal: %d rollouts in %s with %d tasks, scaling in %s, restore in %s%n",
          rollouts, rolledOut, load.size(), scaled.minus(rolledOut), begun.soFar().minus(scaled));
    }
  }

  private EffectSink.Witness recordingTokens() {
    return new EffectSink.Witness() {
      @Override
      public void effect(String task, EffectSink.Run run, boolean accepted) {
        tokens.computeIfAbsent(task, id -> new ArrayList<>()).add(run.token());
      }
    };
  }

  private static Map<String, Integer> once(Set<String> taskIds) {
    return taskIds.stream().collect(Collectors.toMap(id -> id, id -> 1));
  }

  /** Replaces services and workers while tasks are scheduled; returns these tasks. */
  private static Workload rollOut(
      DeployedCluster cluster, AtfClient client, AlertWatch alerts, int rollouts)
      throws IOException {
    cluster.startHost("media", 0);
    alerts.start();
    int bad = rollouts + 1;
    cluster.startHost("media", bad, List.of("false"));
    ProgressWait.observing(PLANNED_ALERT + " fires", alerts::fired)
        .until(() -> alerts.fired().contains(PLANNED_ALERT));
    // Its pauses between two starts grow, until the alert of missing executors fires, too.
    cluster.stopHost("media", bad);
    var over = new AtomicBoolean();
    var load =
        CompletableFuture.supplyAsync(
            () ->
                new Workload(client, "media")
                    .addPaced(over, Duration.ofMillis(200), Duration.ofSeconds(1)));
    for (int rollout = 1; rollout <= rollouts; rollout++) {
      for (var part : List.of(Part.STORE_CONSUMER, Part.HSC, Part.FRONTEND)) {
        cluster.rollOut(part);
      }
      cluster.startHost("media", rollout);
      cluster.stopHost("media", rollout - 1);
    }
    over.set(true);
    return load.join();
  }

  /** Adds hosts for a backlog that a store consumer reports, and takes them away under load. */
  private static void scaleToTwoAndBack(
      DeployedCluster cluster, Workload backlog, EffectSink sink) {
    await("a backlog is reported").until(() -> cluster.backlog("render") > 0);
    cluster.startHost("render", 1);
    cluster.startHost("render", 2);
    await("both hosts run tasks")
        .pollInterval(Duration.ofMillis(500))
        .until(
            () -> {
              backlog.add(DeployedCluster.THREADS, Duration.ofSeconds(2));
              return sink.running() > DeployedCluster.THREADS;
            });
    cluster.stopHost("render", 2);
    backlog.awaitEnded();
    cluster.stopHost("render", 1);
  }

  /**
   * Follows the runbook with tables that were copied while tasks were running. Afterwards the tasks
   * that are unfinished in the copies run once, with later fencing tokens, and no others.
   */
  private void restore(DeployedCluster cluster, AtfClient client, EffectSink sink, int tasks)
      throws Exception {
    var ended = new Workload(client, "media", "ended-").add(20, Duration.ofMillis(10));
    ended.awaitEnded();
    var later = TaskSpec.of("media", new Work(0, 10)).delay(Duration.ofDays(1));
    var laterId = client.schedule(later).taskId();
    var open = new Workload(client, "media", "open-").add(tasks, Duration.ofSeconds(1));
    ProgressWait.observing("tasks run", sink::running)
        .until(() -> sink.running() == DeployedCluster.THREADS);
    var checkout = new Checkout(Files.createDirectory(directory.resolve("checkout")));
    var file = Files.createDirectory(checkout.directory().resolve("infra")).resolve("cluster.yaml");
    var scratch = Files.createDirectory(directory.resolve("walk"));

    try (var commands =
            AccountCommands.placeIn(
                checkout,
                cluster.store(),
                cluster.byService(),
                () -> cluster.deployAs("orders-2", "media"));
        var walk = new Walk(checkout.directory(), environment(checkout, cluster), scratch)) {
      var unfinished = commands.rememberTables("orders-");
      open.awaitEnded();
      var afterwards = new Workload(client, "media", "afterwards-").add(5, Duration.ofMillis(10));
      afterwards.awaitEnded();

      walk.reading("yaml", block -> write(file, block.text() + LAMBDAS))
          .follow(
              MarkdownDocument.of("docs/operate/backup-and-restore.md")
                  .between(
                      "<!-- step by step: DeploymentRehearsalTest -->",
                      "<!-- end of step by step -->"));

      assertThat(commands.completed()).hasSize(8);
      assertThat(commands.completed().values())
          .containsOnly(
              Set.of(
                  "recovery",
                  "protection",
                  "Key=atf:cluster,Value=orders-2 Key=atf:owner,Value=platform"));
      for (var id : afterwards.taskIds()) {
        var refusal = catchThrowableOfType(AtfException.class, () -> client.get(id));
        assertThat(refusal.code()).isEqualTo(Status.Code.NOT_FOUND);
      }
      client.runNow(laterId);
      for (var ids : List.of(ended.taskIds(), open.taskIds(), Set.of(laterId))) {
        ProgressWait.observing("the success of all", tokens::toString)
            .pollInterval(Duration.ofSeconds(1))
            .until(() -> ids.stream().allMatch(id -> client.get(id).isSuccess()));
      }
      for (var ids : List.of(ended.taskIds(), afterwards.taskIds(), Set.of(laterId))) {
        assertThat(sink.effects()).containsAllEntriesOf(once(ids));
      }
      assertThat(unfinished).containsAnyElementsOf(open.taskIds());
      for (var id : open.taskIds()) {
        var effects = tokens.get(id);
        assertThat(effects).hasSize(unfinished.contains(id) ? 2 : 1);
        assertThat(effects.get(effects.size() - 1))
            .isGreaterThanOrEqualTo((effects.size() - 1) * RestoredTableFence.EPOCHS);
      }
    }
  }

  private static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the environment of an operator whose account is this machine. */
  private static Map<String, String> environment(Checkout checkout, DeployedCluster cluster) {
    var environment = new HashMap<>(checkout.environment());
    environment.merge("PATH", checkout.directory().resolve("bin") + ":", (path, bin) -> bin + path);
    environment.put("ATF_SERVER", cluster.api());
    environment.put("AWS_ENDPOINT_URL_DYNAMODB", cluster.store());
    environment.put("AWS_REGION", "us-east-1");
    environment.put("AWS_ACCESS_KEY_ID", "rehearsal");
    environment.put("AWS_SECRET_ACCESS_KEY", "rehearsal");
    return environment;
  }
}
