package dev.atf.cli.task;

import dev.atf.protocol.v1.LeftAlone;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Prints the number of tasks that a bulk change left unchanged on all pages, by reason. */
final class UnchangedTasks {
  private final Map<String, LeftAlone> byMessage = new LinkedHashMap<>();

  void add(List<LeftAlone> ofPage) {
    ofPage.forEach(
        one ->
            byMessage.merge(
                one.getMessage(),
                one,
                (sum, more) -> sum.toBuilder().setCount(sum.getCount() + more.getCount()).build()));
  }

  List<LeftAlone> all() {
    return List.copyOf(byMessage.values());
  }

  static void print(List<LeftAlone> all, PrintWriter out) {
    all.forEach(
        one ->
            out.printf(
                "%d left unchanged, such as %s: %s%n",
                one.getCount(),
                TaskOutput.printable(one.getTaskId()),
                TaskOutput.printable(one.getMessage())));
  }
}
