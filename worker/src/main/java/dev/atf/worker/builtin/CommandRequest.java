package dev.atf.worker.builtin;

import com.fasterxml.jackson.databind.JsonNode;
import dev.atf.runtime.SystemText;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
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
 * @param unwritable fields that the system would get changed
 */
record CommandRequest(
    List<String> argv,
    String stdin,
    Map<String, String> env,
    Optional<Path> cwd,
    Duration timeout,
    Set<Integer> fatalExitCodes,
    List<String> unwritable) {
  /** Default time-out: long enough for most, and a hanging command is noticed the same day. */
  static final Duration TIMEOUT_DEFAULT = Duration.ofHours(1);

  static CommandRequest read(PayloadFields fields, SystemText encoding) {
    var argv = fields.requiredTexts("argv");
    var env = fields.texts("env");
    env.keySet().stream()
        .filter(name -> name.isEmpty() || name.contains("="))
        .findFirst()
        .ifPresent(
            name -> fields.violate("env", fields.any("env").orElseThrow(), "names without ="));
    var cwd = fields.text("cwd");
    var unwritable = unwritable(argv, env, cwd, encoding);
    return new CommandRequest(
        argv,
        fields.text("stdin").orElse(""),
        env,
        unwritable.contains("cwd") ? Optional.empty() : path(cwd, fields),
        fields.duration("timeout").orElse(TIMEOUT_DEFAULT),
        fields.integers("fatalExitCodes"),
        unwritable);
  }

  private static List<String> unwritable(
      List<String> argv, Map<String, String> env, Optional<String> cwd, SystemText encoding) {
    var fields = new ArrayList<String>();
    for (int i = 0; i < argv.size(); i++) {
      if (!encoding.canWrite(argv.get(i))) {
        fields.add("argv[" + i + "]");
      }
    }
    env.forEach(
        (name, value) -> {
          if (!encoding.canWrite(name + value)) {
            fields.add("env." + name);
          }
        });
    cwd.filter(text -> !encoding.canWrite(text)).ifPresent(text -> fields.add("cwd"));
    return List.copyOf(fields);
  }

  private static Optional<Path> path(Optional<String> cwd, PayloadFields fields) {
    try {
      return cwd.map(text -> Path.of(text).toAbsolutePath());
    } catch (InvalidPathException e) {
      JsonNode value = fields.any("cwd").orElseThrow();
      fields.violate("cwd", value, "a path");
      return Optional.empty();
    }
  }
}
