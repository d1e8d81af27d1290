package dev.atf.store.plans;

import com.google.protobuf.ByteString;
import dev.atf.model.TaskRef;
import dev.atf.model.task.Join;
import dev.atf.plans.job.Goal;
import dev.atf.plans.job.JobRow;
import dev.atf.plans.job.JobState;
import dev.atf.plans.job.JobStatus;
import dev.atf.plans.job.JoinJob;
import dev.atf.plans.job.StepState;
import dev.atf.plans.job.StepStatus;
import dev.atf.plans.job.UnitState;
import dev.atf.plans.row.Bytes;
import dev.atf.plans.row.Plan;
import dev.atf.store.stored.plans.StoredPlans;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Jobs as the states of their plans. The state of a unit takes four bits, so that a write of 1,000
 * plain steps costs one write unit.
 */
public final class JobCodec {
  private static final List<StepStatus> STEP = List.of(StepStatus.values());

  private JobCodec() {}

  /**
   * Reads a job.
   *
   * @throws UnreadablePlanException if this process cannot interpret the state
   */
  public static JobRow read(Plan plan) {
    return PlanBytes.read(plan, StoredPlans.Job.parser(), JobCodec::read);
  }

  /** Returns the state of a plan's next version. */
  public static Bytes next(Plan plan, JobRow row) {
    return PlanBytes.of(message(row), plan.state());
  }

  /** Returns the state of a plan's first version. */
  public static Bytes first(JobRow row) {
    return PlanBytes.of(message(row));
  }

  /** Returns the first row of a join's job. A second writer finds the row of the first. */
  public static Plan first(Join join, TaskRef parent) {
    return JoinJob.fresh(join, parent).with(first(JoinJob.content(join)), join.createdAt());
  }

  private static StoredPlans.Job message(JobRow row) {
    var state = row.state();
    var job =
        StoredPlans.Job.newBuilder()
            .setSteps(row.head().steps())
            .setRounds(row.head().rounds())
            .setFingerprint(row.head().fingerprint())
            .setStatus(StoredPlans.Job.Status.valueOf(state.status().name()))
            .setGoal(StoredPlans.JobGoal.Value.valueOf(state.goal().name()))
            .setPaused(state.paused())
            .setSettled(state.settled())
            .setRound(state.round())
            .setCause(state.cause());
    for (int place = 0; place < state.steps().size(); place++) {
      var step = state.step(place);
      if (!step.expanded() || step.units().size() != 1) {
        job.addFanOutsBuilder()
            .setStep(place)
            .setUnits(step.units().size())
            .setCounting(!step.expanded());
      }
      if (!step.patch().isEmpty()) {
        job.addPatchesBuilder().setStep(place).setName(step.patch());
      }
    }
    var units = state.steps().stream().flatMap(step -> step.units().stream()).toList();
    for (int i = 0; i < units.size(); i++) {
      var unit = units.get(i);
      if (!unit.equals(usual(unit.status()))) {
        job.addUnusualBuilder()
            .setUnit(i)
            .setTries(unit.tries())
            .setFailures(unit.failures())
            .setUndos(unit.undos())
            .setRan(unit.ran());
      }
    }
    return job.setUnits(packed(units)).build();
  }

  private static JobRow read(StoredPlans.Job job) {
    int steps = job.getSteps();
    var counts = new int[steps];
    var expanded = new boolean[steps];
    var patches = new String[steps];
    Arrays.fill(counts, 1);
    Arrays.fill(expanded, true);
    Arrays.fill(patches, "");
    for (var fanOut : job.getFanOutsList()) {
      counts[fanOut.getStep()] = fanOut.getUnits();
      expanded[fanOut.getStep()] = !fanOut.getCounting();
    }
    job.getPatchesList().forEach(patch -> patches[patch.getStep()] = patch.getName());
    var units = unpacked(job.getUnits(), Arrays.stream(counts).sum());
    for (var unit : job.getUnusualList()) {
      units.set(
          unit.getUnit(),
          new UnitState(
              units.get(unit.getUnit()).status(),
              unit.getTries(),
              unit.getFailures(),
              unit.getUndos(),
              unit.getRan()));
    }
    var states = new ArrayList<StepState>();
    int at = 0;
    for (int place = 0; place < steps; place++) {
      states.add(
          new StepState(expanded[place], patches[place], units.subList(at, at + counts[place])));
      at += counts[place];
    }
    return new JobRow(
        new JobRow.Head(steps, job.getRounds(), job.getFingerprint()),
        new JobState(
            JobStatus.valueOf(job.getStatus().name()),
            Goal.valueOf(job.getGoal().name()),
            job.getPaused(),
            job.getSettled(),
            job.getRound(),
            job.getCause(),
            states));
  }

  /** Returns the numbers of a unit that reached its state on the usual way. */
  private static UnitState usual(StepStatus status) {
    return switch (status) {
      case PENDING, SKIPPED, CANCELLED -> new UnitState(status, 0, 0, 0, false);
      case RUNNING -> new UnitState(status, 1, 0, 0, false);
      case SUCCEEDED -> new UnitState(status, 1, 0, 0, true);
      case FAILED, HELD -> new UnitState(status, 1, 1, 0, true);
      case COMPENSATING, COMPENSATION_FAILED -> new UnitState(status, 1, 0, 1, true);
      case COMPENSATED -> new UnitState(status, 1, 0, 1, true);
    };
  }

  private static ByteString packed(List<UnitState> units) {
    var bytes = new byte[(units.size() + 1) / 2];
    for (int i = 0; i < units.size(); i++) {
      int code = STEP.indexOf(units.get(i).status());
      bytes[i / 2] |= (byte) (i % 2 == 0 ? code << 4 : code);
    }
    return ByteString.copyFrom(bytes);
  }

  private static List<UnitState> unpacked(ByteString bytes, int count) {
    if (bytes.size() != (count + 1) / 2) {
      throw new IllegalArgumentException("the state of a job with another count of steps");
    }
    var units = new ArrayList<UnitState>(count);
    for (int i = 0; i < count; i++) {
      int code = i % 2 == 0 ? (bytes.byteAt(i / 2) >> 4) & 0xf : bytes.byteAt(i / 2) & 0xf;
      units.add(usual(STEP.get(code)));
    }
    return units;
  }
}
