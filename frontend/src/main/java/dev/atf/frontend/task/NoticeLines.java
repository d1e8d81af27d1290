package dev.atf.frontend.task;

import dev.atf.model.task.Association;
import dev.atf.model.task.Notices;
import java.util.stream.Stream;

/** Describes the notices of the end of a task. */
public final class NoticeLines {
  private NoticeLines() {}

  /** Description of one notice. A notice that is still due may turn out not to be requested. */
  public record Line(boolean due, String text) {}

  public static Stream<Line> of(Association task) {
    var notices = task.notices();
    return Stream.concat(
        notices.due().stream().map(name -> line(task, name, true)),
        notices.created().stream().map(name -> line(task, name, false)));
  }

  private static Line line(Association task, String name, boolean due) {
    return new Line(
        due,
        "notice of %s: %stask %s"
            .formatted(name, due ? "due, " : "", Notices.idOf(name, task.taskId(), task.epoch())));
  }
}
