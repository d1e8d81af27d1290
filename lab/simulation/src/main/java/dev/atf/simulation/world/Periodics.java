package dev.atf.simulation.world;

import com.google.protobuf.Duration;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.BackfillPeriodicRequest;
import dev.atf.protocol.v1.PausePeriodicRequest;
import dev.atf.protocol.v1.PeriodicCatchUp;
import dev.atf.protocol.v1.PeriodicSchedule;
import dev.atf.protocol.v1.PeriodicServiceGrpc;
import dev.atf.protocol.v1.PeriodicServiceGrpc.PeriodicServiceBlockingStub;
import dev.atf.protocol.v1.PeriodicTask;
import dev.atf.protocol.v1.ResumePeriodicRequest;
import dev.atf.protocol.v1.TriggerPeriodicRequest;
import dev.atf.sim.net.Network;
import dev.atf.sim.time.VirtualProcess;
import io.grpc.Status;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Owner of a few periodic tasks, which end with the faults. */
final class Periodics {
  private final WorldPlan plan;
  private final Fleet fleet;
  private final Network network;
  private final EventLog log;
  private final RandomGenerator random;
  private Optional<VirtualProcess> process = Optional.empty();
  private boolean done;

  public Periodics(
      WorldPlan plan, Fleet fleet, Network network, EventLog log, RandomGenerator random) {
    this.plan = plan;
    this.fleet = fleet;
    this.network = network;
    this.log = log;
    this.random = random;
  }

  public boolean areDone() {
    return done;
  }

  public void end() {
    process.ifPresent(VirtualProcess::kill);
  }

  public void start() {
    if (!plan.hasPeriodics()) {
      done = true;
      return;
    }
    var owner = fleet.newProcess("periodic-owner");
    process = Optional.of(owner);
    owner.start(
        "main",
        () -> {
          new Owner(owner).run();
          done = true;
        });
  }

  private final class Owner {
    private final VirtualProcess self;
    private final StubbornCaller caller;
    private final PeriodicServiceBlockingStub periodic;
    private final Instant end;

    Owner(VirtualProcess self) {
      this.self = self;
      // A lambda that is not registered yet will be.
      this.caller = new StubbornCaller(self, log, random, Status.Code.ALREADY_EXISTS);
      this.periodic = PeriodicServiceGrpc.newBlockingStub(network.channel(self, Fleet.FRONTEND));
      this.end = self.instant().plus(plan.wantsFor());
    }

    void run() {
      int count = 1 + random.nextInt(3);
      for (int i = 0; i < count; i++) {
        var task = task("p" + i);
        var ignored = caller.untilAnswered(periodic, it -> it.create(task));
      }
      while (self.instant().isBefore(end)) {
        self.sleepUninterruptibly(java.time.Duration.ofMillis(random.nextLong(20_000)));
        changeMind("p" + random.nextInt(count));
      }
      for (int i = 0; i < count; i++) {
        resume("p" + i);
      }
    }

    private PeriodicTask task(String name) {
      var overlaps = List.of(PeriodicTask.Overlap.SKIP, PeriodicTask.Overlap.QUEUE_ONE);
      var operation =
          random.nextInt(4) == 0
              ? new Operation(
                  Operation.Kind.FAIL_RETRIABLY, random.nextLong(2_000), random.nextInt(3))
              : new Operation(Operation.Kind.SUCCEED, random.nextLong(20_000), 0);
      return PeriodicTask.newBuilder()
          .setLambda(lambda())
          .setName(name)
          .setSchedule(schedule())
          .setOverlap(
              random.nextInt(3) == 0 ? PeriodicTask.Overlap.ALLOW : overlaps.get(random.nextInt(2)))
          .setCatchUp(catchUp())
          .setData(operation.payload())
          .build();
    }

    private PeriodicSchedule schedule() {
      var schedule = PeriodicSchedule.newBuilder().setUntil(ProtoTimes.proto(end));
      if (random.nextInt(3) == 0) {
        schedule.setCron("*/" + (2 + random.nextInt(20)) + " * * * * *");
      } else {
        schedule.setEvery(Duration.newBuilder().setSeconds(2 + random.nextInt(20)));
      }
      if (random.nextInt(3) == 0) {
        schedule.setJitter(Duration.newBuilder().setSeconds(1 + random.nextInt(10)));
      }
      return schedule.build();
    }

    private PeriodicCatchUp catchUp() {
      var wanted = PeriodicCatchUp.newBuilder();
      return switch (random.nextInt(3)) {
        case 0 -> wanted.setMode(PeriodicCatchUp.Mode.NONE).build();
        case 1 -> wanted.setMode(PeriodicCatchUp.Mode.LATEST).build();
        default -> wanted.setMode(PeriodicCatchUp.Mode.ALL).setMax(1 + random.nextInt(10)).build();
      };
    }

    private void changeMind(String name) {
      switch (random.nextInt(8)) {
        case 0 -> {
          var request = PausePeriodicRequest.newBuilder().setLambda(lambda()).setName(name).build();
          var ignored = caller.untilAnswered(periodic, it -> it.pause(request));
        }
        case 1, 2 -> resume(name);
        case 3 -> {
          var request =
              TriggerPeriodicRequest.newBuilder()
                  .setLambda(lambda())
                  .setName(name)
                  .setIdempotencyKey("now-" + random.nextInt(3))
                  .build();
          var ignored = caller.untilAnswered(periodic, it -> it.trigger(request));
        }
        case 4 -> {
          // Earlier by more than the largest clock error.
          var until = self.instant().minusSeconds(10);
          var request =
              BackfillPeriodicRequest.newBuilder()
                  .setLambda(lambda())
                  .setName(name)
                  .setFrom(ProtoTimes.proto(until.minusSeconds(30)))
                  .setUntil(ProtoTimes.proto(until))
                  .setMax(5)
                  .build();
          var ignored = caller.untilAnswered(periodic, it -> it.backfill(request));
        }
        case 5 -> {
          var task = task(name);
          var ignored = caller.untilAnswered(periodic, it -> it.update(task));
        }
        default -> {}
      }
    }

    private void resume(String name) {
      var request = ResumePeriodicRequest.newBuilder().setLambda(lambda()).setName(name).build();
      var ignored = caller.untilAnswered(periodic, it -> it.resume(request));
    }

    private String lambda() {
      return Fleet.lambdaNames(plan).get(0);
    }
  }
}
