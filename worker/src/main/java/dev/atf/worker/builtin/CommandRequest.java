package dev.atf.worker.builtin;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Payload of {@code command}.
 *
 * @param env added to the environment of the executor, from which its own settings are removed
 * @param cwd empty: the work directory if the attempt has one, or else the executor's own
 * @param timeout after which the command and all its children are killed
 * @param fatalExitCodes those that another attempt would not change
 */
record CommandRequest(
    List<String> argv,
    String stdin,
    Map<String, String> env,
    Optional<Path> cwd,
    Duration timeout,
    Set<Integer> fatalExitCodes) {
  /**
   * Default time-out. Chosen: long enough for most, and a hanging command is noticed the same day.
   */
  static final Duration TIMEOUT_DEFAULT = Duration.ofHours(1);

  static CommandRequest read(PayloadFields fields) {
    var argv = fields.requiredTexts("argv");
    var env = fields.texts("env");
    env.keySet().stream()
        .filter(name -> name.isEmpty() || name.contains("="))
        .findFirst()
        .ifPresent(
            name -> fields.violate("env", fields.any("env").orElseThrow(), "names without ="));
    return new CommandRequest(
        argv,
        fields.text("stdin").orElse(""),
        env,
        path(fields),
        fields.duration("timeout").orElse(TIMEOUT_DEFAULT),
        fields.integers("fatalExitCodes"));
  }

  private static Optional<Path> path(PayloadFields fields) {
    try {
      return fields.text("cwd").map(text -> Path.of(text).toAbsolutePath());
    } catch (InvalidPathException e) {
      JsonNode value = fields.any("cwd").orElseThrow();
      fields.violate("cwd", value, "a path");
      return Optional.empty();
    }
  }
}
