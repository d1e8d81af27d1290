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

        This page is generated from `TaskLifecycle`; `LifecycleDocTest` fails if it is stale. Each row of the table is one conditional write on the task's association. Every other change is refused.

        ## Picture

        Events that do not change the status are omitted.

        ```mermaid
        stateDiagram-v2
        %s```

        ## Table

        | from | event | to | by | next alarm |
        |---|---|---|---|---|
        %s
        GIVE_UP of a task that was pushed, or is blocked, comes with its alarm, which is at its deadline at the latest. No alarm rings for a task that waits to be released. Store consumers read the lists of waiting tasks, also behind closed gates, and give up such a task within a minute after its deadline, or 5 s later for each further 100 tasks of its list. A lambda with fairness keys whose own gate is closed takes up to 10 minutes more, and a task that waits for its ordering key two minutes, and one more for each further 1,000 tasks of its key.

        If the end of a task creates notices, its alarm is now (`CHECK`) until they are created. Then SETTLE moves the task to the dead or done list (ADR 0079).
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
