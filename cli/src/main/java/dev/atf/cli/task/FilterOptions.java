package dev.atf.cli.task;

import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.TaskFilter;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that select tasks of a lambda. */
final class FilterOptions {
  /** States of tasks. */
  enum State {
    pending,
    running,
    blocked,
    waiting,
    dead,
    done,
    any
  }

  @Option(
      names = "--state",
      description = "${COMPLETION-CANDIDATES} (default: any with --label, otherwise pending).")
  private @Nullable State state;

  @Option(names = "--priority", paramLabel = "P", description = "Only tasks of this priority.")
  private String priority = "";

  @Option(
      names = "--label",
      paramLabel = "KEY=VALUE",
      description = "Only tasks with this label, the latest first; may be repeated.")
  private List<String> labels = List.of();

  @Option(names = "--collection", paramLabel = "C", description = "Only tasks of this collection.")
  private String collection = "";

  @Option(
      names = "--code",
      paramLabel = "CODE",
      description = "Only tasks whose latest attempt failed with this code.")
  private String code = "";

  @Option(
      names = "--after",
      paramLabel = "T",
      description = "Only tasks that are scheduled at this time or later (2026-01-01T00:00:00Z).")
  private @Nullable Instant after;

  @Option(
      names = "--before",
      paramLabel = "T",
      description = "Only tasks that are scheduled before this time.")
  private @Nullable Instant before;

  /** Returns whether no option except the state was given. */
  boolean isEmpty() {
    return priority.isEmpty()
        && labels.isEmpty()
        && collection.isEmpty()
        && code.isEmpty()
        && after == null
        && before == null;
  }

  /** Returns the requested state, if any. */
  Optional<State> state() {
    return Optional.ofNullable(state);
  }

  TaskFilter filter() {
    var filter =
        TaskFilter.newBuilder()
            .setState(state().map(State::name).orElse(""))
            .setPriority(priority)
            .addAllLabel(labels)
            .setCollection(collection)
            .setCode(code);
    Optional.ofNullable(after).map(ProtoTimes::proto).ifPresent(filter::setAfter);
    Optional.ofNullable(before).map(ProtoTimes::proto).ifPresent(filter::setBefore);
    return filter.build();
  }
}
