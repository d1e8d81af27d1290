package dev.atf.simulation.world;

import dev.atf.plans.row.PlanId;
import dev.atf.protocol.v1.CancelJobRequest;
import dev.atf.protocol.v1.CancelTaskRequest;
import dev.atf.protocol.v1.GetJobRequest;
import dev.atf.protocol.v1.HoldJobRequest;
import dev.atf.protocol.v1.Job;
import dev.atf.protocol.v1.JobServiceGrpc;
import dev.atf.protocol.v1.JobServiceGrpc.JobServiceBlockingStub;
import dev.atf.protocol.v1.JobStatus;
import dev.atf.protocol.v1.JobStepState;
import dev.atf.protocol.v1.JobUnit;
import dev.atf.protocol.v1.PatchInputRequest;
import dev.atf.protocol.v1.RetryJobRequest;
import dev.atf.protocol.v1.SkipStepRequest;
import dev.atf.protocol.v1.StepStatus;
import dev.atf.protocol.v1.SubmitJobRequest;
import dev.atf.protocol.v1.TaskServiceGrpc;
import dev.atf.protocol.v1.TaskServiceGrpc.TaskServiceBlockingStub;
import dev.atf.sim.net.Network;
import dev.atf.sim.time.VirtualProcess;
import io.grpc.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * Client that submits a few jobs and changes them while there are faults, and operator that
 * releases held ones until the world ends.
 */
final class JobClient {
  private static final Duration CHECK_EVERY = Duration.ofSeconds(15);
  private static final int JOBS_MAX = 4;

  private final WorldPlan plan;
  private final Fleet fleet;
  private final Network network;
  private final EventLog log;
  private final RandomGenerator random;
  private final JobDraw draw;
  private Optional<VirtualProcess> process = Optional.empty();
  private boolean done;

  public JobClient(
      WorldPlan plan, Fleet fleet, Network network, EventLog log, RandomGenerator random) {
    this.plan = plan;
    this.fleet = fleet;
    this.network = network;
    this.log = log;
    this.random = random;
    this.draw = new JobDraw(plan, random);
  }

  /** Returns whether all jobs were submitted; the operator goes on. */
  public boolean areDone() {
    return done;
  }

  public void end() {
    process.ifPresent(VirtualProcess::kill);
  }

  public void start() {
    if (!plan.hasJobs()) {
      done = true;
      return;
    }
    var owner = fleet.newProcess("job-owner");
    process = Optional.of(owner);
    owner.start("main", () -> new Owner(owner).run());
  }

  /** Submitted job. */
  private record Mine(SubmitJobRequest request, PlanId id) {
    String lambda() {
      return request.getSteps(0).getLambda();
    }

    String name() {
      return request.getName();
    }
  }

  private final class Owner {
    private final VirtualProcess self;
    private final StubbornCaller caller;
    private final JobServiceBlockingStub jobs;
    private final TaskServiceBlockingStub tasks;
    private final Instant end;
    private final List<Mine> mine = new ArrayList<>();

    Owner(VirtualProcess self) {
      this.self = self;
      // A lambda that is not registered yet will be.
      this.caller = new StubbornCaller(self, log, random, Status.Code.ALREADY_EXISTS);
      var channel = network.channel(self, Fleet.FRONTEND);
      this.jobs = JobServiceGrpc.newBlockingStub(channel);
      this.tasks = TaskServiceGrpc.newBlockingStub(channel);
      this.end = self.instant().plus(plan.busyFor());
    }

    void run() {
      int count = 1 + random.nextInt(JOBS_MAX);
      // Some are left alone.
      int restless = random.nextInt(4);
      while (self.instant().isBefore(end)) {
        if (mine.size() < count) {
          submit(draw.draw("j" + mine.size()));
        }
        self.sleepUninterruptibly(Duration.ofMillis(random.nextLong(12_000)));
        var one = any();
        if (random.nextInt(4) < restless) {
          changeMind(one);
        } else {
          look(one);
        }
      }
      done = true;
      while (!self.isDead()) {
        for (var one : mine) {
          look(one);
        }
        self.sleepUninterruptibly(CHECK_EVERY);
      }
    }

    private void submit(SubmitJobRequest request) {
      var job = JobDraw.submitted(request);
      log.submitted(job);
      var one = new Mine(request, job.id());
      mine.add(one);
      say(one);
    }

    /** Submits a job, which may be repeated at any time, any number of times. */
    private void say(Mine one) {
      var answer = caller.untilAnswered(jobs, it -> it.submitJob(one.request()));
      if (answer.isPresent()) {
        log.acknowledged(one.id());
      }
    }

    private Mine any() {
      return mine.get(random.nextInt(mine.size()));
    }

    private void changeMind(Mine one) {
      var step = one.request().getSteps(random.nextInt(one.request().getStepsCount())).getName();
      switch (random.nextInt(12)) {
        case 0 -> cancel(one, true);
        case 1 -> cancel(one, false);
        case 2 -> hold(one, false);
        case 3, 4 -> hold(one, true);
        case 5 -> retry(one, "");
        case 6 -> retry(one, step);
        case 7 -> patch(one, step);
        case 8 -> say(one);
        case 9 -> cancelATask(one);
        case 10 -> {
          if (random.nextInt(3) == 0) {
            skip(one, step);
          }
        }
        default -> look(one);
      }
    }

    /** Reads a job, and releases it if it is held. */
    private void look(Mine one) {
      var job = get(one);
      if (job.isEmpty() || job.get().getStatus() != JobStatus.JOB_HELD) {
        return;
      }
      if (job.get().getHeldByOperator()) {
        hold(one, true);
        return;
      }
      var held =
          job.get().getStepsList().stream().filter(step -> isHeld(step.getStatus())).toList();
      if (held.isEmpty()) {
        return;
      }
      var step = held.get(random.nextInt(held.size())).getName();
      switch (random.nextInt(8)) {
        case 0, 1 -> retry(one, "");
        case 2 -> retry(one, step);
        case 3, 4 -> {
          patch(one, step);
          retry(one, "");
        }
        case 5 -> cancel(one, random.nextBoolean());
        default -> skip(one, step);
      }
    }

    private static boolean isHeld(StepStatus status) {
      return status == StepStatus.STEP_HELD || status == StepStatus.STEP_COMPENSATION_FAILED;
    }

    private Optional<Job> get(Mine one) {
      var request = GetJobRequest.newBuilder().setLambda(one.lambda()).setJob(one.name()).build();
      return caller.untilAnswered(jobs, it -> it.getJob(request));
    }

    private void cancel(Mine one, boolean compensate) {
      var request =
          CancelJobRequest.newBuilder()
              .setLambda(one.lambda())
              .setJob(one.name())
              .setCompensate(compensate)
              .build();
      var ignored = caller.untilAnswered(jobs, it -> it.cancelJob(request));
    }

    private void hold(Mine one, boolean resume) {
      var request =
          HoldJobRequest.newBuilder()
              .setLambda(one.lambda())
              .setJob(one.name())
              .setResume(resume)
              .build();
      var ignored = caller.untilAnswered(jobs, it -> it.holdJob(request));
    }

    private void retry(Mine one, String from) {
      log.retryWanted(one.id());
      var request =
          RetryJobRequest.newBuilder()
              .setLambda(one.lambda())
              .setJob(one.name())
              .setFromStep(from)
              .build();
      var ignored = caller.untilAnswered(jobs, it -> it.retryJob(request));
    }

    private void skip(Mine one, String step) {
      log.skipWanted(one.id(), step);
      var request =
          SkipStepRequest.newBuilder()
              .setLambda(one.lambda())
              .setJob(one.name())
              .setStep(step)
              .build();
      var ignored = caller.untilAnswered(jobs, it -> it.skipStep(request));
    }

    private void patch(Mine one, String step) {
      var request =
          PatchInputRequest.newBuilder()
              .setLambda(one.lambda())
              .setJob(one.name())
              .setStep(step)
              .setData(draw.operation(10).payload())
              .build();
      var ignored = caller.untilAnswered(jobs, it -> it.patchInput(request));
    }

    /** Cancels a task, which its job has to notice. */
    private void cancelATask(Mine one) {
      get(one)
          .flatMap(job -> job.getStepsList().stream().flatMap(JobClient::running).findFirst())
          .ifPresent(
              taskId -> {
                var request = CancelTaskRequest.newBuilder().setTaskId(taskId).build();
                var ignored = caller.untilAnswered(tasks, it -> it.cancelTask(request));
              });
    }
  }

  private static Stream<String> running(JobStepState step) {
    var units = new ArrayList<>(step.getItemsList());
    if (step.hasUnit()) {
      units.add(step.getUnit());
    }
    return units.stream()
        .filter(unit -> unit.getStatus() == StepStatus.STEP_RUNNING)
        .map(JobUnit::getTaskId);
  }
}
