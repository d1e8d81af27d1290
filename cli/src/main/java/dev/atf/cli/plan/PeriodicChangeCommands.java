package dev.atf.cli.plan;

import dev.atf.protocol.v1.DeletePeriodicRequest;
import dev.atf.protocol.v1.PausePeriodicRequest;
import dev.atf.protocol.v1.PeriodicServiceGrpc.PeriodicServiceBlockingStub;
import dev.atf.protocol.v1.PeriodicTask;
import dev.atf.protocol.v1.ResumePeriodicRequest;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Commands that change a periodic task. */
final class PeriodicChangeCommands {
  private PeriodicChangeCommands() {}

  @Command(
      name = "create",
      description = "Create a periodic task; the same command again changes nothing.",
      footer = {
        "%nExamples:",
        "  atf periodic create command nightly --cron '30 2 * * *' \\",
        "    --zone Europe/Berlin --payload '{\"argv\":[\"date\"]}'",
        "  atf periodic create command often --every 10s --overlap allow"
      })
  static final class Create extends PeriodicCommand.Call {
    @Mixin private PeriodicOptions options;

    @Override
    PeriodicTask call(PeriodicServiceBlockingStub periodic) {
      return periodic.create(options.task(lambda, name));
    }
  }

  @Command(
      name = "update",
      description = "Replace a periodic task; options that are not given have their defaults.")
  static final class Update extends PeriodicCommand.Call {
    @Mixin private PeriodicOptions options;

    @Override
    PeriodicTask call(PeriodicServiceBlockingStub periodic) {
      return periodic.update(options.task(lambda, name));
    }
  }

  @Command(
      name = "pause",
      description = "Pause a periodic task: nothing fires until it is resumed.")
  static final class Pause extends PeriodicCommand.Call {
    @Override
    PeriodicTask call(PeriodicServiceBlockingStub periodic) {
      return periodic.pause(
          PausePeriodicRequest.newBuilder().setLambda(lambda).setName(name).build());
    }
  }

  @Command(
      name = "resume",
      description = "Resume a periodic task; fires during the pause are not made up for.")
  static final class Resume extends PeriodicCommand.Call {
    @Override
    PeriodicTask call(PeriodicServiceBlockingStub periodic) {
      return periodic.resume(
          ResumePeriodicRequest.newBuilder().setLambda(lambda).setName(name).build());
    }
  }

  @Command(name = "delete", description = "Delete a periodic task; tasks that it created stay.")
  static final class Delete extends PeriodicCommand.OfOne {
    @Override
    public Integer call() {
      var request = DeletePeriodicRequest.newBuilder().setLambda(lambda).setName(name).build();
      return api.answer(
          connection -> connection.periodic().delete(request),
          answer -> api.out().println(name + " of " + lambda + " is deleted"));
    }
  }
}
