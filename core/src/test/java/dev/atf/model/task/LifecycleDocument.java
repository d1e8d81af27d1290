package dev.atf.model.task;

import dev.atf.model.TaskStatus;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** {@code docs/lifecycle.md}: the table of the lifecycle and its picture. */
final class LifecycleDocument {
  private LifecycleDocument() {}

  static String text() {
    return """
        # The life of a task

        A task is NEW until its time or its turn comes, ENQUEUED while its reference is in a queue, CLAIMED and then PROCESSING while an executor runs it, RETRIABLE_FAILURE between two attempts, and BLOCKED while it waits for a condition. SUCCESS, CANCELLED and FATAL_FAILURE (a dead letter, which can be redriven) are final.

        ## Picture

        Events that do not change the status are omitted.

        ```mermaid
        stateDiagram-v2
        %s```

        ## Table

        Each row is one conditional write of the task's association. Every other change is refused. `TaskLifecycle` generates this page.

        | from | event | to | by | next alarm |
        |---|---|---|---|---|
        %s
        **GIVE_UP** happens at the deadline of a task that was pushed or is blocked. A task that waits for its release is given up within a minute after its deadline, and 5 s later for each further 100 tasks of its list. Add up to 10 minutes if its lambda has fairness keys and a closed gate; two minutes if it waits for its ordering key, and one for each further 1,000 tasks of the key.

        **SETTLE** follows an end with children or notices. Until these exist, the next alarm is now (`CHECK`).
        """
        .formatted(picture(), table());
  }

  private static String table() {
    var rows = new LinkedHashMap<String, List<String>>();
    for (var row : TaskLifecycle.rows()) {
      var change =
          "%s | %s | %s | %s"
              .formatted(
                  row.event(),
                  row.to() == row.from() ? "unchanged" : row.to(),
                  actors(row.event()),
                  row.alarm().description());
      add(rows, change, row.from() == null ? "–" : row.from().name());
    }
    return rows.entrySet().stream()
        .map(row -> "| %s | %s |\n".formatted(String.join(", ", row.getValue()), row.getKey()))
        .collect(Collectors.joining());
  }

  private static String actors(TaskEvent event) {
    return event.actors().stream()
        .map(actor -> actor.name().toLowerCase(Locale.ROOT).replace('_', '-'))
        .collect(Collectors.joining(", "));
  }

  private static String picture() {
    var arrows = new LinkedHashMap<String, List<String>>();
    for (var row : TaskLifecycle.rows()) {
      if (row.from() != row.to()) {
        var from = row.from() == null ? "[*]" : row.from().name();
        add(arrows, from + " --> " + row.to(), row.event().name());
      }
    }
    var lines = new StringBuilder();
    arrows.forEach(
        (arrow, events) ->
            lines.append("    %s: %s\n".formatted(arrow, String.join(", ", events))));
    for (var finished : finished()) {
      lines.append("    %s --> [*]\n".formatted(finished));
    }
    return lines.toString();
  }

  private static void add(Map<String, List<String>> lists, String key, String value) {
    lists.computeIfAbsent(key, none -> new ArrayList<>()).add(value);
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
