package dev.atf.e2e.explain;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * State of a task, and the explanation that Explain has to give.
 *
 * @param code code of one of the reasons
 * @param first whether that has to be the first reason, and so the summary
 * @param says texts that the reasons' messages and remedies contain together
 * @param never codes that would be untrue
 * @param status status of the task, by GetTask
 * @param truth whether it is true, by other calls than Explain
 */
record Situation(
    String name,
    String taskId,
    String code,
    boolean first,
    List<String> says,
    List<String> never,
    String status,
    BooleanSupplier truth) {
  static Builder of(String name, String taskId) {
    return new Builder(name, taskId);
  }

  /** Returns the error of the explanation; empty if it is correct. */
  String objection(JsonNode explained, JsonNode task) {
    var codes = new ArrayList<String>();
    var told = new ArrayList<String>();
    explained
        .get("reasons")
        .forEach(
            reason -> {
              codes.add(reason.get("code").asText());
              told.add(reason.get("message").asText());
              told.add(reason.get("remedy").asText());
            });
    var all = String.join("\n", told);
    var missing = says.stream().filter(text -> !all.contains(text)).toList();
    if (!codes.contains(code) || (first && !codes.get(0).equals(code))) {
      return "%s instead of %s: %s".formatted(codes, code, all);
    }
    if (never.stream().anyMatch(codes::contains)) {
      return "%s are untrue: %s".formatted(never, all);
    }
    if (!missing.isEmpty()) {
      return "without %s: %s".formatted(missing, all);
    }
    if (!task.get("status").asText().equals(status)) {
      return "%s is not %s: %s".formatted(task.get("status"), status, all);
    }
    return truth.getAsBoolean() ? "" : "untrue: " + all;
  }

  static final class Builder {
    private final String name;
    private final String taskId;
    private String code = "";
    private boolean first = true;
    private String status = "";
    private List<String> says = List.of();
    private List<String> never = List.of();

    private Builder(String name, String taskId) {
      this.name = name;
      this.taskId = taskId;
    }

    Builder is(String taskStatus, String itsCode) {
      status = taskStatus;
      code = itsCode;
      return this;
    }

    /** Expects the reason among others. */
    Builder inAddition() {
      first = false;
      return this;
    }

    Builder saying(String... texts) {
      says = List.of(texts);
      return this;
    }

    Builder without(String... codes) {
      never = List.of(codes);
      return this;
    }

    /** Expects a status that alone shows that it is true. */
    Situation asItsStatusShows() {
      return as(() -> true);
    }

    Situation as(BooleanSupplier truth) {
      return new Situation(name, taskId, code, first, says, never, status, truth);
    }
  }
}
