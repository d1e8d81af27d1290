package dev.atf.standalone.cli;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Value;
import com.google.protobuf.util.JsonFormat;
import dev.atf.protocol.v1.CancelJobRequest;
import dev.atf.protocol.v1.GetJobRequest;
import dev.atf.protocol.v1.HoldJobRequest;
import dev.atf.protocol.v1.Job;
import dev.atf.protocol.v1.ListJobsRequest;
import dev.atf.protocol.v1.PatchInputRequest;
import dev.atf.protocol.v1.RetryJobRequest;
import dev.atf.protocol.v1.SkipStepRequest;
import dev.atf.protocol.v1.SubmitJobRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code atf job}: graphs of steps. */
@Command(
    name = "job",
    description = "Submit jobs of steps, see how they stand, and help them on.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      JobCommand.Submit.class,
      JobCommand.Get.class,
      JobCommand.ListAll.class,
      JobCommand.Cancel.class,
      JobCommand.Hold.class,
      JobCommand.Resume.class,
      JobCommand.Retry.class,
      JobCommand.Skip.class,
      JobCommand.Patch.class
    })
final class JobCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Which command?");
  }

  /** Which job. */
  @Command
  static final class Target {
    @Mixin private ApiOptions api;

    @Parameters(
        index = "0",
        paramLabel = "LAMBDA",
        description = "The lambda of the job's first step.")
    private String lambda;

    @Parameters(index = "1", paramLabel = "JOB", description = "The name of the job.")
    private String job;

    /** Makes one call and shows the job that it answers with. */
    int call(Function<ApiConnection, Job> call) {
      try (var connection = api.connect()) {
        show(api, call.apply(connection));
        return 0;
      }
    }
  }

  @Command(
      name = "submit",
      description = "Submit a job; answers when it is durable as a whole.",
      footer = {
        "%nThe file is JSON as in POST /v1/jobs:",
        "  {\"name\":\"night-1\",\"steps\":[{\"name\":\"a\",\"lambda\":\"resize\"},",
        "    {\"name\":\"b\",\"lambda\":\"resize\",\"after\":[\"a\"]}]}"
      })
  static final class Submit implements Callable<Integer> {
    @Mixin private ApiOptions api;

    @Parameters(paramLabel = "FILE", description = "A file with the job.")
    private Path file;

    @Override
    public Integer call() {
      try (var connection = api.connect()) {
        var answer = connection.jobs().submitJob(parse());
        if (api.json()) {
          api.printJson(answer);
        } else {
          api.out()
              .printf(
                  "job %s of %s%s%n",
                  answer.getJob(),
                  answer.getLambda(),
                  answer.getCreated() ? "" : "; it was submitted before");
          api.out().flush();
        }
        return 0;
      }
    }

    private SubmitJobRequest parse() {
      var job = SubmitJobRequest.newBuilder();
      try {
        JsonFormat.parser().merge(Files.readString(file), job);
      } catch (InvalidProtocolBufferException e) {
        throw new CommandFailedException(file + ": " + e.getMessage());
      } catch (IOException e) {
        throw new CommandFailedException(file + " cannot be read: " + e.getMessage());
      }
      return job.build();
    }
  }

  @Command(name = "get", description = "Show a job and how its steps stand.")
  static final class Get implements Callable<Integer> {
    @Mixin private ApiOptions api;
    @Mixin private Repetition repetition;

    @Parameters(
        index = "0",
        paramLabel = "LAMBDA",
        description = "The lambda of the job's first step.")
    private String lambda;

    @Parameters(index = "1", paramLabel = "JOB", description = "The name of the job.")
    private String job;

    @Option(names = "--graph", description = "Print the graph, as Mermaid reads it.")
    private boolean graph;

    @Override
    public Integer call() {
      try (var connection = api.connect()) {
        repetition.run(api, () -> shown(connection));
        return 0;
      }
    }

    private boolean shown(ApiConnection connection) {
      var found =
          connection
              .jobs()
              .getJob(GetJobRequest.newBuilder().setLambda(lambda).setJob(job).build());
      if (graph && !api.json()) {
        JobOutput.graph(api.out(), found);
      } else {
        show(api, found);
      }
      return true;
    }
  }

  @Command(name = "list", description = "List the jobs whose first step is of a lambda.")
  static final class ListAll implements Callable<Integer> {
    @Mixin private ApiOptions api;

    @Parameters(paramLabel = "LAMBDA", description = "The name of the lambda.")
    private String lambda;

    @Option(
        names = "--state",
        paramLabel = "STATE",
        defaultValue = "live",
        description = "live, or rest: those that have ended (default: live).")
    private String state;

    @Option(
        names = "--page-token",
        paramLabel = "T",
        defaultValue = "",
        description = "Where an earlier page ended.")
    private String pageToken;

    @Override
    public Integer call() {
      try (var connection = api.connect()) {
        var answer =
            connection
                .jobs()
                .listJobs(
                    ListJobsRequest.newBuilder()
                        .setLambda(lambda)
                        .setState(state)
                        .setPageToken(pageToken)
                        .build());
        if (api.json()) {
          api.printJson(answer);
        } else {
          JobOutput.list(answer).print(api.out(), api.terminal());
          if (!answer.getNextPageToken().isEmpty()) {
            api.out().println("more: --page-token " + answer.getNextPageToken());
            api.out().flush();
          }
        }
        return 0;
      }
    }
  }

  @Command(name = "cancel", description = "Give the goal of a job up; what ran stays.")
  static final class Cancel implements Callable<Integer> {
    @Mixin private Target target;

    @Option(names = "--compensate", description = "Revert what ran.")
    private boolean compensate;

    @Override
    public Integer call() {
      return target.call(
          connection ->
              connection
                  .jobs()
                  .cancelJob(
                      CancelJobRequest.newBuilder()
                          .setLambda(target.lambda)
                          .setJob(target.job)
                          .setCompensate(compensate)
                          .build()));
    }
  }

  @Command(name = "hold", description = "Start nothing new of a job; what runs ends.")
  static final class Hold implements Callable<Integer> {
    @Mixin private Target target;

    @Override
    public Integer call() {
      return JobCommand.hold(target, false);
    }
  }

  @Command(name = "resume", description = "Let a held job go on.")
  static final class Resume implements Callable<Integer> {
    @Mixin private Target target;

    @Override
    public Integer call() {
      return JobCommand.hold(target, true);
    }
  }

  private static int hold(Target target, boolean resume) {
    return target.call(
        connection ->
            connection
                .jobs()
                .holdJob(
                    HoldJobRequest.newBuilder()
                        .setLambda(target.lambda)
                        .setJob(target.job)
                        .setResume(resume)
                        .build()));
  }

  @Command(name = "retry", description = "Try again what failed, or a step and all after it.")
  static final class Retry implements Callable<Integer> {
    @Mixin private Target target;

    @Option(
        names = "--from",
        paramLabel = "STEP",
        defaultValue = "",
        description = "Do this step again, and all after it.")
    private String from;

    @Override
    public Integer call() {
      return target.call(
          connection ->
              connection
                  .jobs()
                  .retryJob(
                      RetryJobRequest.newBuilder()
                          .setLambda(target.lambda)
                          .setJob(target.job)
                          .setFromStep(from)
                          .build()));
    }
  }

  @Command(
      name = "skip",
      description = "Count a step as done; of a held compensation, as reverted.")
  static final class Skip implements Callable<Integer> {
    @Mixin private Target target;

    @Parameters(index = "2", paramLabel = "STEP", description = "The name of the step.")
    private String step;

    @Override
    public Integer call() {
      return target.call(
          connection ->
              connection
                  .jobs()
                  .skipStep(
                      SkipStepRequest.newBuilder()
                          .setLambda(target.lambda)
                          .setJob(target.job)
                          .setStep(step)
                          .build()));
    }
  }

  @Command(name = "patch", description = "Give a step another input, from its next try on.")
  static final class Patch implements Callable<Integer> {
    @Mixin private Target target;

    @Parameters(index = "2", paramLabel = "STEP", description = "The name of the step.")
    private String step;

    @Option(
        names = "--payload",
        paramLabel = "JSON",
        required = true,
        description = "What its handler is given.")
    private String payload;

    @Override
    public Integer call() {
      var json = Value.newBuilder();
      try {
        JsonFormat.parser().merge(payload, json);
      } catch (InvalidProtocolBufferException e) {
        throw new CommandFailedException("--payload: " + e.getMessage());
      }
      return target.call(
          connection ->
              connection
                  .jobs()
                  .patchInput(
                      PatchInputRequest.newBuilder()
                          .setLambda(target.lambda)
                          .setJob(target.job)
                          .setStep(step)
                          .setJson(json)
                          .build()));
    }
  }

  private static void show(ApiOptions api, Job job) {
    if (api.json()) {
      api.printJson(job);
    } else {
      JobOutput.head(api.out(), job);
      JobOutput.steps(job).print(api.out(), api.terminal());
    }
  }
}
