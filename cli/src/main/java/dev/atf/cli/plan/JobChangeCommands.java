package dev.atf.cli.plan;

import dev.atf.cli.access.ApiOptions;
import dev.atf.cli.output.JsonInput;
import dev.atf.cli.task.WaitOptions;
import dev.atf.local.ApiConnection;
import dev.atf.protocol.v1.CancelJobRequest;
import dev.atf.protocol.v1.GetJobRequest;
import dev.atf.protocol.v1.HoldJobRequest;
import dev.atf.protocol.v1.Job;
import dev.atf.protocol.v1.PatchInputRequest;
import dev.atf.protocol.v1.RetryJobRequest;
import dev.atf.protocol.v1.SkipStepRequest;
import dev.atf.protocol.v1.SubmitJobRequest;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Commands that submit, cancel and unblock jobs. */
final class JobChangeCommands {
  private JobChangeCommands() {}

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
    @Mixin private WaitOptions wait;

    @Parameters(paramLabel = "FILE", description = "A file with the job.")
    private Path file;

    @Override
    public Integer call() {
      try (var connection = api.connect()) {
        var answer = connection.jobs().submitJob(parse());
        if (wait.asked()) {
          var job =
              JobWait.untilFinished(
                  connection,
                  GetJobRequest.newBuilder()
                      .setLambda(answer.getLambda())
                      .setJob(answer.getJob())
                      .build(),
                  wait.timeout());
          JobOutput.print(api, job);
          return JobOutput.exitCode(job);
        }
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
      return JsonInput.ofFile(file).into(SubmitJobRequest.newBuilder()).build();
    }
  }

  @Command(name = "cancel", description = "Give the goal of a job up; what ran stays.")
  static final class Cancel implements Callable<Integer> {
    @Mixin private ApiOptions api;
    @Mixin private JobCommand.Name name;

    @Option(names = "--compensate", description = "Revert what ran.")
    private boolean compensate;

    @Override
    public Integer call() {
      return answered(
          api,
          connection ->
              connection
                  .jobs()
                  .cancelJob(
                      CancelJobRequest.newBuilder()
                          .setLambda(name.lambda())
                          .setJob(name.job())
                          .setCompensate(compensate)
                          .build()));
    }
  }

  @Command(name = "hold", description = "Start nothing new of a job; what runs ends.")
  static final class Hold implements Callable<Integer> {
    @Mixin private ApiOptions api;
    @Mixin private JobCommand.Name name;

    @Override
    public Integer call() {
      return hold(api, name, false);
    }
  }

  @Command(name = "resume", description = "Let a held job go on.")
  static final class Resume implements Callable<Integer> {
    @Mixin private ApiOptions api;
    @Mixin private JobCommand.Name name;

    @Override
    public Integer call() {
      return hold(api, name, true);
    }
  }

  private static int hold(ApiOptions api, JobCommand.Name name, boolean resume) {
    return answered(
        api,
        connection ->
            connection
                .jobs()
                .holdJob(
                    HoldJobRequest.newBuilder()
                        .setLambda(name.lambda())
                        .setJob(name.job())
                        .setResume(resume)
                        .build()));
  }

  @Command(name = "retry", description = "Try again what failed, or a step and all after it.")
  static final class Retry implements Callable<Integer> {
    @Mixin private ApiOptions api;
    @Mixin private JobCommand.Name name;

    @Option(
        names = "--from",
        paramLabel = "STEP",
        defaultValue = "",
        description = "Do this step again, and all after it.")
    private String from;

    @Override
    public Integer call() {
      return answered(
          api,
          connection ->
              connection
                  .jobs()
                  .retryJob(
                      RetryJobRequest.newBuilder()
                          .setLambda(name.lambda())
                          .setJob(name.job())
                          .setFromStep(from)
                          .build()));
    }
  }

  @Command(
      name = "skip",
      description = "Count a step as done; of a held compensation, as reverted.")
  static final class Skip implements Callable<Integer> {
    @Mixin private ApiOptions api;
    @Mixin private JobCommand.Name name;

    @Parameters(index = "2", paramLabel = "STEP", description = "The name of the step.")
    private String step;

    @Override
    public Integer call() {
      return answered(
          api,
          connection ->
              connection
                  .jobs()
                  .skipStep(
                      SkipStepRequest.newBuilder()
                          .setLambda(name.lambda())
                          .setJob(name.job())
                          .setStep(step)
                          .build()));
    }
  }

  @Command(name = "patch", description = "Give a step another input, from its next try on.")
  static final class Patch implements Callable<Integer> {
    @Mixin private ApiOptions api;
    @Mixin private JobCommand.Name name;

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
      var json = new JsonInput("--payload", payload).value();
      return answered(
          api,
          connection ->
              connection
                  .jobs()
                  .patchInput(
                      PatchInputRequest.newBuilder()
                          .setLambda(name.lambda())
                          .setJob(name.job())
                          .setStep(step)
                          .setJson(json)
                          .build()));
    }
  }

  /** Makes one call and prints the job that it returns. */
  private static int answered(ApiOptions api, Function<ApiConnection, Job> call) {
    try (var connection = api.connect()) {
      JobOutput.print(api, call.apply(connection));
      return 0;
    }
  }
}
