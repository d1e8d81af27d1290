package dev.atf.cli.task;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.util.JsonFormat;
import dev.atf.cli.access.ApiOptions;
import dev.atf.cli.access.FailureMessages;
import dev.atf.cli.output.PrintedFailureException;
import dev.atf.cli.output.ProtoJson;
import dev.atf.local.ApiConnection;
import dev.atf.protocol.v1.ListTasksRequest;
import dev.atf.protocol.v1.Task;
import io.grpc.StatusRuntimeException;
import java.util.function.Consumer;

/** Prints tasks of a lambda page by page. Each page is printed before the next one is requested. */
final class TaskPages {
  /** Maximum page size of the server. */
  static final int PAGE_MAX = 1_000;

  private static final ProtoJson JSON = new ProtoJson(JsonFormat.printer());

  private final ApiOptions api;
  private final ApiConnection connection;
  private boolean begun;
  private int count;
  private String nextPageToken = "";
  private String notice = "";

  TaskPages(ApiOptions api, ApiConnection connection) {
    this.api = api;
    this.connection = connection;
  }

  /**
   * Prints tasks for people, or as a {@code ListTasksResponse} in JSON with one line for each task.
   *
   * @param first first request, whose page size is the maximum
   * @param countMax maximum number of tasks
   * @param asText prints a task for people
   * @throws PrintedFailureException if a later page fails; the document then also has the fields of
   *     the failure
   */
  void print(ListTasksRequest first, int countMax, Consumer<Task> asText) {
    try {
      read(first, countMax, api.json() ? this::printJson : asText);
    } catch (StatusRuntimeException e) {
      if (count > 0) {
        api.err()
            .printf("%d listed so far; the next page has the token %s%n", count, nextPageToken);
      }
      if (count > 0 && api.json()) {
        endJson(FailureMessages.asJson(e));
        throw new PrintedFailureException();
      }
      throw e;
    }
    if (api.json()) {
      endJson(JsonNodeFactory.instance.objectNode());
    }
  }

  private void read(ListTasksRequest first, int countMax, Consumer<Task> task) {
    var request = first.toBuilder();
    do {
      request.setPageSize(Math.min(first.getPageSize(), countMax - count));
      var page = connection.tasks().listTasks(request.build());
      page.getTasksList().forEach(task);
      count += page.getTasksCount();
      nextPageToken = page.getNextPageToken();
      notice = page.getNotice();
      request.setPageToken(nextPageToken);
    } while (!nextPageToken.isEmpty() && count < countMax);
  }

  private void printJson(Task task) {
    api.out().print(begun ? ",\n  " : "{\"tasks\": [\n  ");
    api.out().print(JSON.compact(task));
    begun = true;
  }

  private void endJson(ObjectNode more) {
    var out = api.out();
    out.print(begun ? "\n]" : "{\"tasks\": []");
    var fields = JsonNodeFactory.instance.objectNode();
    if (!nextPageToken.isEmpty()) {
      fields.put("nextPageToken", nextPageToken);
    }
    if (!notice.isEmpty()) {
      fields.put("notice", notice);
    }
    fields.setAll(more);
    fields
        .properties()
        .forEach(field -> out.print(", \"" + field.getKey() + "\": " + field.getValue()));
    out.println("}");
  }

  /** Returns the number of tasks that were read. */
  int count() {
    return count;
  }

  /** Returns the token of the next page; empty at the end of the list. */
  String nextPageToken() {
    return nextPageToken;
  }

  /** Returns the notice of the server about the last page. */
  String notice() {
    return notice;
  }
}
