package dev.atf.examples;

import dev.atf.client.AtfClient;
import dev.atf.protocol.v1.ListTasksRequest;
import dev.atf.protocol.v1.RedriveTasksRequest;
import dev.atf.protocol.v1.RedriveTasksResponse;
import dev.atf.protocol.v1.Task;
import java.util.ArrayList;
import java.util.List;

/** Lists the dead letters of a lambda, and redrives them. */
public final class DeadLetters {
  private final AtfClient atf;
  private final String lambda;

  public DeadLetters(AtfClient atf, String lambda) {
    this.atf = atf;
    this.lambda = lambda;
  }

  /** Returns all of them, page by page. */
  public List<Task> list() {
    var all = new ArrayList<Task>();
    var page = ListTasksRequest.newBuilder().setLambda(lambda).setState("dead");
    do {
      var answer = atf.list(page.build());
      all.addAll(answer.getTasksList());
      page.setPageToken(answer.getNextPageToken());
    } while (!page.getPageToken().isEmpty());
    return all;
  }

  /**
   * Redrives those that failed with this code, with all their attempts again.
   *
   * @return number of redriven tasks
   */
  public int redrive(String failureCode) {
    int redriven = 0;
    var page = RedriveTasksRequest.newBuilder().setLambda(lambda).setFailureCode(failureCode);
    RedriveTasksResponse answer;
    do {
      answer = atf.lambdaControl().redrive(page.build());
      redriven += answer.getRedriven();
      page.setPageToken(answer.getNextPageToken());
    } while (!answer.getNextPageToken().isEmpty());
    return redriven;
  }
}
