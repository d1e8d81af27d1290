package dev.atf.cli.task;

import dev.atf.protocol.v1.ExplainTaskResponse;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Prints the explanation of a task, a job or a periodic task. */
public final class ExplanationLines {
  private ExplanationLines() {}

  /**
   * Prints the summary, and then each reason with its remedy. A message or a remedy that the
   * summary already contains is not repeated.
   */
  public static void print(
      String summary, List<ExplainTaskResponse.Reason> reasons, PrintWriter out) {
    out.println(TaskOutput.printable(summary));
    for (var reason : reasons) {
      var parts = new ArrayList<String>();
      if (!isIn(summary, reason.getMessage())) {
        parts.add(TaskOutput.printable(reason.getMessage()));
      }
      if (reason.hasSince()) {
        parts.add("since " + TaskOutput.time(reason.getSince()));
      }
      if (reason.hasUntil()) {
        parts.add("until " + TaskOutput.time(reason.getUntil()));
      }
      out.println(
          "  %-18s %s".formatted(reason.getCode(), String.join(", ", parts)).stripTrailing());
      if (!isIn(summary, reason.getRemedy())) {
        out.println("  %-18s > %s".formatted("", TaskOutput.printable(reason.getRemedy())));
      }
    }
  }

  private static boolean isIn(String summary, String clause) {
    return summary.toLowerCase(Locale.ROOT).contains(clause.toLowerCase(Locale.ROOT));
  }
}
