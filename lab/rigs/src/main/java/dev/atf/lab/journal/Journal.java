package dev.atf.lab.journal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads the journals of the executors on one host, and finds overlapping executions. */
public final class Journal {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final List<Execution> executions;

  private Journal(List<Execution> executions) {
    this.executions = executions;
  }

  /**
   * Reads every complete line of every journal in {@code directory}; a torn last line is left out.
   */
  public static Journal read(Path directory) {
    try (Stream<Path> files = Files.list(directory)) {
      var all = new ArrayList<Execution>();
      for (var file : files.filter(f -> f.toString().endsWith(".jsonl")).sorted().toList()) {
        all.addAll(executions(Files.readAllLines(file)));
      }
      return new Journal(List.copyOf(all));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public List<Execution> executions() {
    return executions;
  }

  /** Returns the earliest execution of each task. */
  public Map<String, Execution> firstOfEach() {
    return executions.stream()
        .collect(
            Collectors.toMap(
                Execution::taskId, e -> e, (a, b) -> a.startedNanos() <= b.startedNanos() ? a : b));
  }

  /**
   * Counts the pairs of consecutive executions of one task of which the second began before the
   * first was over.
   *
   * @param deaths times of death of processes, by their ids; an execution without an end in any
   *     other process counts as running for ever
   */
  public int overlaps(Map<Long, Long> deaths) {
    int overlaps = 0;
    var byTask = executions.stream().collect(Collectors.groupingBy(Execution::taskId));
    for (var runs : byTask.values()) {
      var ordered =
          runs.stream().sorted(Comparator.comparingLong(Execution::startedNanos)).toList();
      for (int i = 1; i < ordered.size(); i++) {
        var over = ordered.get(i - 1).overAt(deaths);
        if (over.isEmpty() || over.get() > ordered.get(i).startedNanos()) {
          overlaps++;
        }
      }
    }
    return overlaps;
  }

  private static List<Execution> executions(List<String> lines) {
    var open = new LinkedHashMap<String, Execution>();
    for (var text : lines) {
      JsonNode line;
      try {
        line = JSON.readTree(text);
      } catch (JsonProcessingException e) {
        continue;
      }
      var run = line.path("taskId").asText() + "/" + line.path("epoch").asLong();
      long nanos = line.path("nanos").asLong();
      if (line.path("event").asText().equals("start")) {
        open.put(
            run,
            new Execution(
                line.path("taskId").asText(),
                line.path("epoch").asLong(),
                line.path("attempt").asInt(),
                line.path("pid").asLong(),
                Instant.parse(line.path("at").asText()),
                nanos,
                OptionalLong.empty()));
      } else {
        open.computeIfPresent(
            run,
            (key, e) ->
                new Execution(
                    e.taskId(),
                    e.epoch(),
                    e.attempt(),
                    e.pid(),
                    e.startedAt(),
                    e.startedNanos(),
                    OptionalLong.of(nanos)));
      }
    }
    return List.copyOf(open.values());
  }
}
