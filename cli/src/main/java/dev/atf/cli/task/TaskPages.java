package dev.atf.cli.task;

import dev.atf.local.ApiConnection;
import dev.atf.protocol.v1.ListTasksRequest;
import dev.atf.protocol.v1.Task;
import java.util.function.Consumer;

/** Reads tasks of a lambda page by page. Each page is printed before the next one is requested. */
public final class TaskPages {
  /** Maximum page size of the server. */
  public static final int PAGE_MAX = 1_000;

  private final ApiConnection connection;
  private int count;

  /**
   * Position at which reading ended.
   *
   * @param nextPageToken token of the next page; empty at the end of the list
   * @param notice notice of the server about the last page
   */
  record End(String nextPageToken, String notice) {}

  TaskPages(ApiConnection connection) {
    this.connection = connection;
  }

  /**
   * Reads tasks page by page and passes them on.
   *
   * @param first first request, whose page size is the maximum
   * @param countMax maximum number of tasks
   */
  End each(ListTasksRequest first, int countMax, Consumer<Task> task) {
    var request = first.toBuilder();
    while (true) {
      request.setPageSize(Math.min(first.getPageSize(), countMax - count));
      var page = connection.tasks().listTasks(request.build());
      page.getTasksList().forEach(task);
      count += page.getTasksCount();
      if (page.getNextPageToken().isEmpty() || count >= countMax) {
        return new End(page.getNextPageToken(), page.getNotice());
      }
      request.setPageToken(page.getNextPageToken());
    }
  }

  /** Returns the number of tasks that were read so far. */
  int count() {
    return count;
  }
}
