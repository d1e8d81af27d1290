package dev.atf.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import dev.atf.e2e.support.FencedLedger;
import dev.atf.e2e.support.FencedLedger.Line;
import dev.atf.e2e.support.LedgerWorker;
import dev.atf.e2e.support.OnSharedCluster;
import dev.atf.e2e.support.TestCluster;
import dev.atf.lab.processes.Part;
import dev.atf.lab.processes.SupervisedExecutors;
import dev.atf.local.ApiConnection;
import dev.atf.protocol.v1.GetJobRequest;
import dev.atf.protocol.v1.Job;
import dev.atf.protocol.v1.JobCompensation;
import dev.atf.protocol.v1.JobStatus;
import dev.atf.protocol.v1.JobStep;
import dev.atf.protocol.v1.OnFailure;
import dev.atf.protocol.v1.SubmitJobRequest;
import dev.atf.testtime.ProgressWait;
import io.grpc.StatusRuntimeException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs on the whole pipeline as separate processes, one of each kind killed with SIGKILL. */
@Tag("system")
@OnSharedCluster
final class JobsUnderKillsTest {
  private static final String LAMBDA = "steps";
  private static final int ITEMS = 30;
  private static final int WIDTH = 14;
  private static final int MILLIS = 20;
  private static final Set<JobStatus> ENDED =
      Set.of(
          JobStatus.JOB_SUCCEEDED,
          JobStatus.JOB_FAILED,
          JobStatus.JOB_COMPENSATED,
          JobStatus.JOB_CANCELLED,
          JobStatus.JOB_HELD);

  @TempDir private Path directory;

  @Test
  @Tag("J9")
  void aJobOfTwoHundredStepsFinishesInItsOrderAlthoughEveryComponentIsKilled(TestCluster cluster) {
    var steps = new ArrayList<JobStep>();
    steps.add(step("list").setJson(work("list", ITEMS, false)).build());
    steps.add(step("each").addAfter("list").setForEachResultOf("list").build());
    steps.add(step("collect").addInputs("each").build());
    var layer = List.of("collect");
    while (steps.size() < 200 - 1) {
      layer = addLayer(steps, layer, Math.min(WIDTH, 200 - 1 - steps.size()));
    }
    steps.add(step("last").addAllAfter(layer).build());
    assertThat(steps).hasSize(200);

    cluster.register(LAMBDA, TestCluster.LEASE.lease());
    try (var executors = executors(cluster);
        var api = cluster.connect()) {
      submit(api, "long", steps);
      awaitLines(ITEMS / 2);
      kill(cluster, Part.STORE_CONSUMER);
      awaitLines(60);
      ProcessHandle.of(executors.pids().get(0)).orElseThrow().destroyForcibly();
      awaitLines(90);
      kill(cluster, Part.HSC);
      awaitLines(120);
      kill(cluster, Part.CONTROLLER);
      awaitLines(150);
      kill(cluster, Part.FRONTEND);

      var job = awaitEnd(cluster, "long");

      assertThat(job.getStatus()).isEqualTo(JobStatus.JOB_SUCCEEDED);
      assertThat(executors.restarts()).isPositive();
    }
    var firsts = firsts(ledger().lines(), false);
    for (var step : steps) {
      for (var effect : effects(step)) {
        assertThat(firsts).containsKey(effect);
        for (var before : before(steps, step)) {
          assertThat(firsts.get(before))
              .as("%s before %s", before, effect)
              .isLessThan(firsts.get(effect));
        }
      }
    }
  }

  @Test
  @Tag("J9")
  void compensatesFailedJobsInReverseOrderDespiteKills(TestCluster cluster) {
    var steps = new ArrayList<JobStep>();
    steps.add(reversible("list").setJson(work("list", ITEMS, false)).build());
    steps.add(reversible("each").addAfter("list").setForEachResultOf("list").build());
    var layer = List.of("each");
    for (int i = 0; i < 3; i++) {
      layer = addLayer(steps, layer, 8);
    }
    steps.add(
        reversible("breaks")
            .addAllAfter(layer)
            .setJson(work("breaks", 0, true))
            .setOnFailure(OnFailure.COMPENSATE)
            .build());
    steps.add(reversible("never").addAfter("breaks").build());

    cluster.register(LAMBDA, TestCluster.LEASE.lease());
    try (var executors = executors(cluster);
        var api = cluster.connect()) {
      submit(api, "broken", steps);
      int done = ITEMS + 1 + 3 * 8 + 1;
      awaitLines(done + 5);
      kill(cluster, Part.STORE_CONSUMER);
      awaitLines(done + 20);
      ProcessHandle.of(executors.pids().get(0)).orElseThrow().destroyForcibly();

      var job = awaitEnd(cluster, "broken");

      assertThat(job.getStatus()).isEqualTo(JobStatus.JOB_COMPENSATED);
      assertThat(job.getCause()).isEqualTo("breaks");
    }
    var lines = ledger().lines();
    var did = firsts(lines, false);
    var undid = firsts(lines, true);
    assertThat(undid.keySet()).isEqualTo(did.keySet()).doesNotContain("never");
    assertThat(lastOfEach(lines)).allSatisfy((effect, line) -> assertThat(line.undone()).isTrue());
    for (var step : steps) {
      for (var before : before(steps, step)) {
        for (var effect : effects(step)) {
          if (undid.containsKey(effect)) {
            assertThat(undid.get(effect))
                .as("%s is reverted before %s", effect, before)
                .isLessThan(undid.get(before));
          }
        }
      }
    }
  }

  private FencedLedger ledger() {
    return new FencedLedger(directory);
  }

  private SupervisedExecutors executors(TestCluster cluster) {
    return SupervisedExecutors.start(
        cluster.services(),
        LAMBDA,
        2,
        6,
        TestCluster.LEASE,
        LedgerWorker.class,
        directory.toString(),
        LAMBDA);
  }

  private static void kill(TestCluster cluster, Part part) {
    cluster.process(part).kill9();
    cluster.services().start(part);
  }

  private static void submit(ApiConnection api, String name, List<JobStep> steps) {
    var request = SubmitJobRequest.newBuilder().setName(name).addAllSteps(steps).build();
    assertThat(api.jobs().submitJob(request).getCreated()).isTrue();
    assertThat(api.jobs().submitJob(request).getCreated()).isFalse();
  }

  private void awaitLines(int count) {
    ProgressWait.observing(count + " effects", () -> ledger().lines().size())
        .until(() -> ledger().lines().size() >= count);
  }

  private Job awaitEnd(TestCluster cluster, String name) {
    var last = new Job[] {Job.getDefaultInstance()};
    try (var api = cluster.connect()) {
      ProgressWait.observing("the end of job " + name, () -> ledger().lines().size() + " effects")
          .pollInterval(Duration.ofMillis(200))
          .until(
              () -> {
                job(api, name).ifPresent(job -> last[0] = job);
                return ENDED.contains(last[0].getStatus());
              });
    }
    return last[0];
  }

  /** Returns the job; empty if the frontend is not back yet. */
  private static Optional<Job> job(ApiConnection api, String name) {
    try {
      return Optional.of(
          api.jobs().getJob(GetJobRequest.newBuilder().setLambda(LAMBDA).setJob(name).build()));
    } catch (StatusRuntimeException e) {
      return Optional.empty();
    }
  }

  /** Adds steps, each after all of the layer before. */
  private static List<String> addLayer(List<JobStep> steps, List<String> before, int width) {
    var names = new ArrayList<String>();
    for (int i = 0; i < width; i++) {
      var name = "s" + steps.size();
      steps.add(reversible(name).addAllAfter(before).build());
      names.add(name);
    }
    return names;
  }

  private static JobStep.Builder step(String name) {
    return JobStep.newBuilder()
        .setName(name)
        .setLambda(LAMBDA)
        .setJson(work(name, 0, false))
        .setOnFailure(OnFailure.FAIL);
  }

  private static JobStep.Builder reversible(String name) {
    return step(name)
        .setOnFailure(OnFailure.ON_FAILURE_DEFAULT)
        .setCompensation(JobCompensation.newBuilder().setLambda(LAMBDA).setJson(undo(name)));
  }

  private static Value work(String effect, int items, boolean fails) {
    return value(effect, false, items, fails);
  }

  private static Value undo(String effect) {
    return value(effect, true, 0, false);
  }

  private static Value value(String effect, boolean undo, int items, boolean fails) {
    return Value.newBuilder()
        .setStructValue(
            Struct.newBuilder()
                .putFields("effect", Value.newBuilder().setStringValue(effect).build())
                .putFields("millis", Value.newBuilder().setNumberValue(MILLIS).build())
                .putFields("undo", Value.newBuilder().setBoolValue(undo).build())
                .putFields("items", Value.newBuilder().setNumberValue(items).build())
                .putFields("fails", Value.newBuilder().setBoolValue(fails).build()))
        .build();
  }

  private static List<String> effects(JobStep step) {
    if (step.getForEachResultOf().isEmpty()) {
      return List.of(step.getName());
    }
    var effects = new ArrayList<String>();
    for (int i = 0; i < ITEMS; i++) {
      effects.add(step.getName() + "/" + i);
    }
    return effects;
  }

  private static List<String> before(List<JobStep> steps, JobStep step) {
    var names =
        java.util.stream.Stream.concat(step.getAfterList().stream(), step.getInputsList().stream())
            .collect(Collectors.toSet());
    return steps.stream()
        .filter(other -> names.contains(other.getName()))
        .flatMap(other -> effects(other).stream())
        .toList();
  }

  /** Returns the first line in which each effect was done, or reverted. */
  private static Map<String, Integer> firsts(List<Line> lines, boolean undone) {
    var firsts = new HashMap<String, Integer>();
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).undone() == undone) {
        firsts.putIfAbsent(lines.get(i).effect(), i);
      }
    }
    return firsts;
  }

  private static Map<String, Line> lastOfEach(List<Line> lines) {
    var last = new HashMap<String, Line>();
    lines.forEach(line -> last.put(line.effect(), line));
    return last;
  }
}
