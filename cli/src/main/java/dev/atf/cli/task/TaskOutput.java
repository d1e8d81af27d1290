package dev.atf.cli.task;

import com.google.protobuf.ByteString;
import com.google.protobuf.Timestamp;
import com.google.protobuf.util.JsonFormat;
import dev.atf.cli.access.ApiOptions;
import dev.atf.cli.output.ProtoJson;
import dev.atf.cli.output.Terminal;
import dev.atf.cli.output.Terminal.Paint;
import dev.atf.model.Payload;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.Resource;
import dev.atf.protocol.v1.Task;
import dev.atf.protocol.v1.TaskStatus;
import dev.atf.runtime.PrintableText;
import java.io.PrintWriter;

/**
 * Prints tasks as text for people. Control characters in users' texts are not sent to the terminal.
 */
public final class TaskOutput {
  private static final ProtoJson JSON = new ProtoJson(JsonFormat.printer());

  private TaskOutput() {}

  public static String time(Timestamp at) {
    return ProtoTimes.java(at).toString();
  }

  /** Prints a finished task; the exit code is 1 unless it succeeded. */
  static int printFinished(ApiOptions api, Task task) {
    print(api, task);
    return task.getStatus() == TaskStatus.SUCCESS ? 0 : 1;
  }

  static void print(ApiOptions api, Task task) {
    api.print(task, shown -> print(api.out(), shown, api.terminal()));
  }

  private static void print(PrintWriter out, Task task, Terminal terminal) {
    line(out, "task", task.getTaskId());
    line(out, "lambda", task.getLambda());
    line(out, "priority", task.getPriority());
    line(out, "collection", task.getCollection());
    line(out, "ordering key", task.getOrderingKey());
    out.printf(
        "%-12s %s%s%s%s%s%n",
        "status",
        terminal.paint(paint(task.getStatus()), task.getStatus().name()),
        task.getCondition().isEmpty() ? "" : " on " + task.getCondition(),
        task.getCancelRequested() ? ", cancel requested" : "",
        task.getKillRequested() ? ", kill requested" : "",
        task.getAttempt() > 0 ? ", attempt " + task.getAttempt() : "");
    line(out, "scheduled", task.hasScheduledAt() ? time(task.getScheduledAt()) : "");
    line(out, "started", task.hasStartedAt() ? time(task.getStartedAt()) : "");
    line(out, "finished", task.hasFinishedAt() ? time(task.getFinishedAt()) : "");
    line(
        out,
        "next check",
        task.hasNextTriggerAt() && !task.hasFinishedAt() ? time(task.getNextTriggerAt()) : "");
    line(
        out,
        "lease until",
        task.hasLeaseUntil() && !task.hasFinishedAt() ? time(task.getLeaseUntil()) : "");
    line(out, "executor", task.getExecutorId());
    task.getLabelsMap().forEach((key, value) -> line(out, "label", key + "=" + value));
    switch (task.getPayloadCase()) {
      case JSON -> line(out, "payload", json(task.getJson()));
      case DATA -> line(out, "payload", data(task.getData(), task.getContentType()));
      case PAYLOAD_NOT_SET -> {}
    }
    task.getResourcesList().forEach(file -> line(out, "resource", file(file)));
    task.getOutputsList().forEach(pattern -> line(out, "outputs", pattern));
    task.getOutputFilesList().forEach(file -> line(out, "output", file(file)));
    switch (task.getResultCase()) {
      case RESULT_JSON -> line(out, "result", json(task.getResultJson()));
      case RESULT_DATA -> line(out, "result", task.getResultData().size() + " bytes");
      case RESULT_NOT_SET -> {}
    }
    line(out, "job", job(task));
    line(out, "periodic", periodic(task));
    line(out, "route", route(task));
    line(out, "notice", notice(task));
    line(out, "tests", tests(task));
    line(out, "parent", task.getParentTaskId());
    line(out, "does again", task.getResubmittedFrom());
    for (var child : task.getChildTaskIdsList()) {
      line(out, "child", child + (task.getChildrenPending() ? " (being created)" : ""));
    }
    for (var join : task.getJoinsList()) {
      line(out, "join", "job " + join.getLambda() + " " + join.getName());
    }
    line(out, "progress", task.hasProgress() ? json(task.getProgress()) : "");
    if (task.hasFailure()) {
      line(out, "failure", task.getFailure().getCode() + ": " + task.getFailure().getMessage());
      FailureDetails.sections(task.getFailure())
          .forEach((name, text) -> text.lines().forEach(each -> line(out, name, each)));
    }
    for (var entry : task.getHistoryList()) {
      line(
          out,
          "history",
          "%s %s%s%s"
              .formatted(
                  time(entry.getAt()),
                  entry.getStatus(),
                  entry.getAttempt() > 0 ? ", attempt " + entry.getAttempt() : "",
                  entry.getDetail().isEmpty() ? "" : ": " + entry.getDetail()));
    }
  }

  /**
   * Returns JSON unchanged, including numbers that a Value would change. Of other data, only the
   * size is returned.
   */
  private static String data(ByteString data, String contentType) {
    boolean isJson = new Payload(new byte[0], contentType).isJson() && data.isValidUtf8();
    return isJson ? oneLine(data.toStringUtf8()) : data.size() + " bytes of " + contentType;
  }

  private static String file(Resource file) {
    return "%s, %d bytes".formatted(file.getPath(), file.getBytes());
  }

  /** Returns the argument of `./atf job show`, and the step of the job. */
  private static String job(Task task) {
    if (!task.hasJob()) {
      return "";
    }
    var job = task.getJob();
    var name = job.getName().isEmpty() ? job.getJobId() : job.getLambda() + " " + job.getName();
    return "%s, %s %s".formatted(name, job.getCompensates() ? "reverts" : "step", job.getMember());
  }

  /** Returns the end that the task reports. */
  private static String route(Task task) {
    var by = task.getRoutedBy();
    return task.hasRoutedBy()
        ? "%s, rule %s (version %d)".formatted(by.getRoute(), by.getRule(), by.getVersion())
        : "";
  }

  private static String notice(Task task) {
    var notice = task.getNotice();
    return task.hasNotice()
        ? "of %s: task %s of %s ended as %s"
            .formatted(notice.getName(), notice.getTaskId(), notice.getLambda(), notice.getStatus())
        : "";
  }

  /** Returns the condition that the task tests, as the arguments of {@code atf condition get}. */
  private static String tests(Task task) {
    var tests = task.getTests();
    return tests.getName().isEmpty()
        ? tests.getConditionId()
        : tests.getLambda() + " " + tests.getName();
  }

  private static String periodic(Task task) {
    if (!task.hasPeriodic()) {
      return "";
    }
    var periodic = task.getPeriodic();
    var name = periodic.getName().isEmpty() ? periodic.getPeriodicId() : periodic.getName();
    return name
        + (periodic.hasFireAt() ? ", fire of " + time(periodic.getFireAt()) : ", triggered");
  }

  public static String printable(String text) {
    return PrintableText.of(text);
  }

  /** Returns the text for a cell of a table. */
  public static String oneLine(String text) {
    return PrintableText.oneLine(text);
  }

  /** Prints a name and its value, unless the value is empty. */
  public static void line(PrintWriter out, String name, String value) {
    if (!value.isEmpty()) {
      out.printf("%-12s %s%n", name, printable(value));
    }
  }

  public static String json(com.google.protobuf.Value value) {
    return JSON.compact(value);
  }

  public static Paint paint(TaskStatus status) {
    return switch (status) {
      case SUCCESS -> Paint.GOOD;
      case FATAL_FAILURE -> Paint.BAD;
      case RETRIABLE_FAILURE, BLOCKED, CANCELLED -> Paint.WARNING;
      case CLAIMED, PROCESSING -> Paint.STRONG;
      case NEW, ENQUEUED, TASK_STATUS_UNSPECIFIED, UNRECOGNIZED -> Paint.FAINT;
    };
  }
}
