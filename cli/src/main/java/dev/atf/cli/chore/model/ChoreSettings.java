package dev.atf.cli.chore.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.atf.model.resource.TaskFiles;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Content of {@code chore.json}.
 *
 * @param runner name that a bridge maps to a lambda
 * @param id identity of the chore, even if it is taken several times; null if each time is a new
 *     chore
 * @param results patterns of files below the chore's directory that a bridge commits when its task
 *     has succeeded
 */
public record ChoreSettings(
    String runner,
    @Nullable String id,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> results) {
  private static final int RESULTS_MAX = TaskFiles.OUTPUT_PATTERNS_MAX;
  private static final int PATTERN_CHARS_MAX = 200;
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,127}");
  private static final Pattern RUNNER = Pattern.compile("[a-z][a-z0-9-]{0,62}");

  /** Parses a file without checking its fields. */
  @JsonCreator
  static ChoreSettings read(
      @JsonProperty("runner") @Nullable String runner,
      @JsonProperty("id") @Nullable String id,
      @JsonProperty("results") @Nullable List<String> results) {
    return new ChoreSettings(
        runner == null ? "" : runner, id, results == null ? List.of() : results);
  }

  /**
   * Checks the fields.
   *
   * @throws RefusedChoreException with the name of the first invalid field
   */
  public ChoreSettings checked() throws RefusedChoreException {
    if (!RUNNER.matcher(runner).matches()) {
      throw refusal("runner", runner, "a name with a-z, 0-9 and -");
    }
    if (id != null && !ID.matcher(id).matches()) {
      throw refusal("id", id, "1-128 of letters, digits, dots, dashes and underscores");
    }
    if (results.size() > RESULTS_MAX) {
      throw refusal("results", results.size() + " patterns", "at most " + RESULTS_MAX);
    }
    for (@Nullable String pattern : results) {
      if (pattern == null
          || pattern.length() > PATTERN_CHARS_MAX
          || ChorePath.problem(pattern).isPresent()
          || Chore.isReserved(pattern)) {
        throw refusal(
            "results",
            String.valueOf(pattern),
            "paths below the chore, such as out/*.txt, which the bridge does not use itself");
      }
    }
    return this;
  }

  private static RefusedChoreException refusal(String field, String value, String expected) {
    return new RefusedChoreException(
        "%s: %s: %s (expected: %s)"
            .formatted(Chore.SETTINGS_FILE, field, ChoreJson.shown(value), expected));
  }
}
