package dev.atf.plans.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.TaskStatus;
import dev.atf.plans.job.definition.FailurePolicy.Then;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Checks that the rules of jobs hold for random graphs with random outcomes, supervisors that die
 * between their write and its actions, stale reads, and operators.
 */
final class RandomJobsTest {
  private static final List<Then> THENS = List.of(Then.values());

  @Test
  @Tag("J2")
  @Tag("J3")
  void randomJobsObeyTheRulesAndEnd() {
    assertRulesOfJobs(500);
  }

  @Test
  @Tag("nightly")
  void manyRandomJobsObeyTheRulesAndEnd() {
    assertRulesOfJobs(10_000);
  }

  private static void assertRulesOfJobs(int seeds) {
    var endings = new HashMap<JobStatus, Integer>();
    for (int seed = 0; seed < seeds; seed++) {
      var scene = new RandomScene(seed);
      try {
        scene.play();
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("seed " + seed + ": " + e.getMessage() + "\n" + scene, e);
      }
      endings.merge(scene.state.status(), 1, Integer::sum);
    }
    assertThat(endings.keySet())
        .contains(
            JobStatus.SUCCEEDED, JobStatus.FAILED, JobStatus.COMPENSATED, JobStatus.CANCELLED);
  }

  private static JobBuilder randomJob(Random random) {
    int count = 1 + random.nextInt(12);
    var job = JobBuilder.job().rounds(1 + random.nextInt(3));
    var plain = new ArrayList<String>();
    for (int i = 0; i < count; i++) {
      var before = new ArrayList<String>();
      for (int j = 0; j < i; j++) {
        if (random.nextInt(4) == 0) {
          before.add("s" + j);
        }
      }
      job.step("s" + i, before.toArray(String[]::new));
      if (random.nextBoolean()) {
        job.undo();
      }
      if (random.nextInt(6) == 0) {
        job.over(random.nextInt(4));
      } else if (!plain.isEmpty() && random.nextInt(6) == 0) {
        job.overResultOf(plain.get(random.nextInt(plain.size())));
      } else {
        plain.add("s" + i);
      }
      var then = THENS.get(random.nextInt(THENS.size()));
      job.onFailure(random.nextInt(3), then);
    }
    return job;
  }

  /** Records the true events in addition to the facts of the job. */
  private static final class RandomScene extends JobScene {
    private static final int PATIENCE = 20_000;

    private final Random random;
    private final int failures;
    private final Set<Integer> skipped = new HashSet<>();
    private final List<String> log = new ArrayList<>();

    /** Latest time at which a unit was done or reverted, by "place/item". */
    private final Map<String, Integer> done = new HashMap<>();

    private final Map<String, Integer> reverted = new HashMap<>();
    private int time;

    RandomScene(int seed) {
      this(new Random(seed));
    }

    private RandomScene(Random random) {
      super(randomJob(random).build());
      this.random = random;
      this.failures = random.nextInt(50);
      graph.definition().steps().forEach(step -> results.put(step.name(), random.nextInt(5)));
      if (random.nextInt(10) == 0) {
        results.clear();
      }
    }

    void play() {
      for (int i = 0; i < 150 && !state.status().finished(); i++) {
        happen(failures);
      }
      // From here on, nothing fails, and the operator does what the job waits for.
      for (int i = 0; !state.status().finished(); i++) {
        assertThat(i).as("looks until it ends").isLessThan(PATIENCE);
        if (state.status() == JobStatus.HELD) {
          unhold();
        }
        happen(0);
      }
      checkEnd();
    }

    private void happen(int failurePercent) {
      time++;
      switch (random.nextInt(10)) {
        case 0 -> {
          if (failurePercent > 0 && random.nextInt(8) == 0) {
            operate();
          }
        }
        case 1 -> mark(); // and dies
        case 2 -> {
          // Another supervisor does some of the actions, and a third one repeats some of those.
          var actions = new ArrayList<>(mark());
          Collections.shuffle(actions, random);
          actions.subList(0, actions.size() / 2).forEach(this::act);
        }
        case 3, 4 -> mark().forEach(this::act);
        case 5, 6 -> randomOpen().ifPresent(this::claim);
        default -> randomOpen().ifPresent(member -> end(member, failurePercent));
      }
    }

    private Optional<JobMember> randomOpen() {
      var open = tasks.entrySet().stream().filter(e -> !e.getValue().status().finished()).toList();
      return open.isEmpty()
          ? Optional.empty()
          : Optional.of(open.get(random.nextInt(open.size())).getKey());
    }

    private void claim(JobMember member) {
      var seen = task(member).orElseThrow();
      log.add(time + " claim " + member);
      if (!seen.status().running()) {
        tasks.put(member, new TaskFact(TaskStatus.CLAIMED, true, false));
        touched(member);
      }
    }

    private void end(JobMember member, int failurePercent) {
      var seen = task(member).orElseThrow();
      boolean running = seen.status().running();
      TaskStatus status;
      if (seen.cancelRequested() && random.nextBoolean()) {
        status = TaskStatus.CANCELLED;
      } else if (random.nextInt(100) < failurePercent) {
        status = random.nextInt(8) == 0 ? TaskStatus.CANCELLED : TaskStatus.FATAL_FAILURE;
      } else {
        status = TaskStatus.SUCCESS;
      }
      boolean ran = running || status == TaskStatus.SUCCESS;
      if (ran) {
        touched(member);
      }
      log.add(time + " end " + member + " " + status);
      tasks.put(member, new TaskFact(status, ran, false));
      if (member.reverts() && status == TaskStatus.SUCCESS) {
        reverted.put(unit(member), time);
      }
    }

    private void touched(JobMember member) {
      if (!member.reverts()) {
        done.put(unit(member), time);
      }
    }

    private static String unit(JobMember member) {
      return member.place() + "/" + member.item();
    }

    private boolean isReverted(String unit) {
      Integer last = done.get(unit);
      return last == null || reverted.getOrDefault(unit, -1) >= last;
    }

    private void operate() {
      int place = random.nextInt(graph.size());
      var result =
          switch (random.nextInt(7)) {
            case 0 -> JobOperation.cancel(state, true);
            case 1 -> JobOperation.cancel(state, false);
            case 2 -> JobOperation.pause(state, random.nextBoolean());
            case 3 -> JobOperation.retry(graph, state);
            case 4 -> JobOperation.retryFrom(graph, state, place);
            case 5 -> JobOperation.patch(graph, state, place, "p" + time);
            default -> JobOperation.skip(graph, state, place);
          };
      take(result, place);
    }

    private void unhold() {
      if (state.paused()) {
        take(JobOperation.pause(state, false), -1);
        return;
      }
      int held = 0;
      while (!state.step(held).held()) {
        held++;
      }
      // Another try does not repair an unreadable list.
      take(
          random.nextBoolean()
              ? JobOperation.skip(graph, state, held)
              : JobOperation.retry(graph, state),
          held);
    }

    private void take(JobOperation.Result result, int place) {
      if (result instanceof JobOperation.Result.Done changed) {
        log.add(time + " operator, step " + place + ": " + changed.state().status());
        for (int i = 0; i < graph.size(); i++) {
          if (changed.state().step(i).any(StepStatus.SKIPPED)) {
            skipped.add(i);
          }
          // Counted as reverted.
          for (int unit = 0; unit < state.step(i).units().size(); unit++) {
            if (state.step(i).units().get(unit).status() == StepStatus.COMPENSATION_FAILED
                && changed.state().step(i).units().get(unit).status() == StepStatus.COMPENSATED) {
              reverted.put(unit(state.member(graph, i, unit)), time);
            }
          }
        }
        state = changed.state();
      }
    }

    @Override
    void created(JobMember member) {
      log.add(time + " create " + member);
      assertThat(open().stream().filter(text -> sameUnit(text, member)))
          .as("tasks of one unit at a time")
          .hasSize(1);
      if (member.reverts()) {
        checkRevert(member);
      } else {
        graph.before(member.place()).forEach(before -> checkDone(before, member));
      }
    }

    private boolean sameUnit(String text, JobMember member) {
      return unit(member(text)).equals(unit(member));
    }

    /** Checks that a step never runs before the steps on which it depends. */
    private void checkDone(int before, JobMember member) {
      boolean mayFail = graph.step(before).onFailure().then() == Then.CONTINUE;
      if (mayFail || skipped.contains(before)) {
        return;
      }
      var ended =
          tasks.entrySet().stream()
              .filter(e -> e.getKey().place() == before && !e.getKey().reverts())
              .filter(e -> e.getKey().round() == member.round())
              .toList();
      long succeeded =
          ended.stream()
              .filter(e -> e.getValue().status() == TaskStatus.SUCCESS)
              .map(e -> unit(e.getKey()))
              .distinct()
              .count();
      // Items that are missing in a later result are kept as skipped.
      var units = state.step(before).units();
      long expected = units.stream().filter(unit -> unit.status() != StepStatus.SKIPPED).count();
      assertThat(succeeded).as("%s before %s", before, member).isGreaterThanOrEqualTo(expected);
      assertThat(ended.stream().filter(e -> !e.getValue().status().finished()))
          .as("open tasks of %s before %s", before, member)
          .isEmpty();
    }

    /**
     * Checks that only units that ran are reverted, and only after all units that followed them.
     */
    private void checkRevert(JobMember member) {
      assertThat(done).as("%s reverts what ran", member).containsKey(unit(member));
      assertThat(isReverted(unit(member))).as("%s is not reverted yet", member).isFalse();
      var later = graph.from(member.place());
      later.clear(member.place());
      later.stream()
          .forEach(
              place -> {
                if (graph.step(place).compensation() != null) {
                  done.keySet().stream()
                      .filter(unit -> unit.startsWith(place + "/"))
                      .forEach(
                          unit ->
                              assertThat(isReverted(unit))
                                  .as("%s reverted before %s", unit, member)
                                  .isTrue());
                }
                assertThat(
                        tasks.entrySet().stream()
                            .filter(e -> e.getKey().place() == place)
                            .filter(e -> !e.getValue().status().finished()))
                    .as("open tasks of %s before %s", place, member)
                    .isEmpty();
              });
    }

    private void checkEnd() {
      assertThat(open()).as("open tasks of an ended job").isEmpty();
      if (state.status() == JobStatus.COMPENSATED) {
        done.keySet().stream()
            .filter(unit -> compensated(Integer.parseInt(unit.split("/", -1)[0])))
            .forEach(unit -> assertThat(isReverted(unit)).as("%s is reverted", unit).isTrue());
      }
      if (state.status() == JobStatus.SUCCEEDED) {
        for (int place = 0; place < graph.size(); place++) {
          assertThat(state.step(place).status())
              .isIn(StepStatus.SUCCEEDED, StepStatus.SKIPPED, StepStatus.FAILED);
        }
      }
    }

    private boolean compensated(int place) {
      return graph.step(place).compensation() != null;
    }

    @Override
    public String toString() {
      return graph.definition() + "\n" + state + "\n" + String.join("\n", log);
    }
  }
}
