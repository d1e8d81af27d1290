package dev.atf.model.task;

import dev.atf.model.TaskStatus;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** {@code docs/lifecycle.md}: the table of the lifecycle and its picture. */
final class LifecycleDocument {
  private LifecycleDocument() {}

  static String text() {
    return """
        # The life of a task

        This page is generated from `TaskLifecycle`; `LifecycleDocTest` fails if it is stale. Each row of the table is one conditional write on the task's association. Every other change is refused.

        ## Table

        | from | event | to | by | next alarm |
        |---|---|---|---|---|
        %s
        If the end of a task creates notices, its alarm is now (`CHECK`) until they are created. Then SETTLE moves the task to the dead or done list (ADR 0079).

        ## Picture

        Events that do not change the status are omitted.

        ```mermaid
        stateDiagram-v2
        %s```
        """
        .formatted(table(), picture());
  }

  private static String table() {
    var rows = new StringBuilder();
    for (var row : TaskLifecycle.rows()) {
      rows.append(
          "| %s | %s | %s | %s | %s |\n"
              .formatted(
                  row.from() == null ? "–" : row.from(),
                  row.event(),
                  row.to() == row.from() ? "unchanged" : row.to(),
                  actors(row.event()),
                  row.alarm().description()));
    }
    return rows.toString();
  }

  private static String actors(TaskEvent event) {
    return event.actors().stream()
        .map(actor -> actor.name().toLowerCase(Locale.ROOT).replace('_', '-'))
        .collect(Collectors.joining(", "));
  }

  private static String picture() {
    var lines = new StringBuilder();
    for (var row : TaskLifecycle.rows()) {
      if (row.from() != row.to()) {
        var from = row.from() == null ? "[*]" : row.from().name();
        lines.append("    %s --> %s: %s\n".formatted(from, row.to(), row.event()));
      }
    }
    for (var finished : finished()) {
      lines.append("    %s --> [*]\n".formatted(finished));
    }
    return lines.toString();
  }

  private static Set<TaskStatus> finished() {
    var found = new LinkedHashSet<TaskStatus>();
    for (var status : TaskStatus.values()) {
      if (status.finished()) {
        found.add(status);
      }
    }
    return found;
  }
}
