package dev.atf.cli.event;

import com.google.protobuf.util.JsonFormat;
import dev.atf.cli.access.ApiCommand;
import dev.atf.cli.output.Bounds;
import dev.atf.cli.output.ProtoJson;
import dev.atf.cli.output.Terminal;
import dev.atf.cli.task.TaskOutput;
import dev.atf.protocol.v1.TaskStatus;
import dev.atf.protocol.v1.Transition;
import dev.atf.protocol.v1.WatchTransitionsRequest;
import dev.atf.protocol.v1.WatchTransitionsResponse;
import java.util.function.Predicate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code atf tail}: follows the transitions of tasks. */
@Command(
    name = "tail",
    description = "Show the transitions of tasks as they happen, until Ctrl-C.",
    footer = {
      "%nWith --json each transition is a document on a line of its own, and a gap is {\"gap\":{}}."
    })
public final class TailCommand extends ApiCommand {
  private static final ProtoJson JSON = new ProtoJson(JsonFormat.printer());

  @Mixin private Bounds bounds;

  @Parameters(
      arity = "0..1",
      paramLabel = "LAMBDA",
      description = "Only tasks of this lambda (default: all).")
  private String lambda = "";

  @Option(names = "--collection", paramLabel = "C", description = "Only tasks of this collection.")
  private String collection = "";

  @Option(names = "--task", paramLabel = "TASK", description = "Only this task.")
  private String task = "";

  @Option(
      names = "--count",
      paramLabel = "N",
      description = "Exit after this number of transitions (default: never).")
  private int countMax;

  private int count;
  private boolean greeted;

  @Override
  public Integer call() {
    bounds.require("--count", countMax, 0, Integer.MAX_VALUE);
    var request =
        WatchTransitionsRequest.newBuilder()
            .setLambda(lambda)
            .setCollection(collection)
            .setTaskId(task)
            .build();
    try (var connection = api.connect()) {
      Predicate<WatchTransitionsResponse> consumer = this::show;
      new TransitionTail(connection).follow(request, consumer);
      return 0;
    }
  }

  private boolean show(WatchTransitionsResponse answer) {
    switch (answer.getEventCase()) {
      case TRANSITION -> {
        count++;
        api.out().println(line(answer.getTransition()));
      }
      case GAP -> gap();
      case HEARTBEAT -> begun();
      case EVENT_NOT_SET -> {}
    }
    return countMax == 0 || count < countMax;
  }

  /** Handles the first heartbeat, after which transitions are reported. */
  private void begun() {
    if (!greeted && !api.json()) {
      api.err().println("atf: watching; Ctrl-C ends it");
    }
    greeted = true;
  }

  private void gap() {
    if (api.json()) {
      api.out().println("{\"gap\":{}}");
    } else {
      api.err()
          .println("atf: some transitions are missing here; `atf list` shows the current state");
    }
  }

  private String line(Transition transition) {
    if (api.json()) {
      return JSON.compact(transition);
    }
    var status = transition.getStatus();
    var line =
        "%-24s  %s  %-17s  %s%s  %s"
            .formatted(
                TaskOutput.time(transition.getAt()),
                transition.getTaskId(),
                status,
                lambda.isEmpty() ? transition.getLambda() + "  " : "",
                transition.getAttempt() > 0 ? "#" + transition.getAttempt() : "  ",
                TaskOutput.oneLine(transition.getDetail()));
    return painted(api.terminal(), api.terminal().fit(line), status);
  }

  private static String painted(Terminal terminal, String line, TaskStatus status) {
    var word = status.name();
    int at = line.indexOf(word);
    return at < 0
        ? line
        : line.substring(0, at)
            + terminal.paint(TaskOutput.paint(status), word)
            + line.substring(at + word.length());
  }
}
