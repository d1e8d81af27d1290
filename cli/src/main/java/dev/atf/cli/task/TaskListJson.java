package dev.atf.cli.task;

import com.google.protobuf.util.JsonFormat;
import dev.atf.cli.output.ProtoJson;
import dev.atf.protocol.v1.Task;
import java.io.PrintWriter;

/** Writes a {@code ListTasksResponse} as JSON, with one line for each task. */
final class TaskListJson {
  private static final ProtoJson JSON = new ProtoJson(JsonFormat.printer());

  private final PrintWriter out;
  private boolean begun;

  TaskListJson(PrintWriter out) {
    this.out = out;
  }

  void add(Task task) {
    out.print(begun ? ",\n  " : "{\"tasks\": [\n  ");
    out.print(JSON.compact(task));
    begun = true;
  }

  void end(TaskPages.End end) {
    out.print(begun ? "\n]" : "{\"tasks\": []");
    field("nextPageToken", end.nextPageToken());
    field("notice", end.notice());
    out.println("}");
    out.flush();
  }

  private void field(String name, String value) {
    if (!value.isEmpty()) {
      out.print(", \"" + name + "\": " + new com.fasterxml.jackson.databind.node.TextNode(value));
    }
  }
}
