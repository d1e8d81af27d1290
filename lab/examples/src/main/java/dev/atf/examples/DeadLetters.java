package dev.atf.examples;

import dev.atf.client.AtfClient;
import dev.atf.client.TaskQuery;
import dev.atf.client.TaskSnapshot;
import dev.atf.protocol.v1.RedriveTasksRequest;
import dev.atf.protocol.v1.RedriveTasksResponse;
import java.util.stream.Stream;

/** Lists the dead letters of a lambda, and redrives them. */
public final class DeadLetters {
  private final AtfClient atf;
  private final String lambda;

  public DeadLetters(AtfClient atf, String lambda) {
    this.atf = atf;
    this.lambda = lambda;
  }

  /** Returns all dead letters. Pages are read only when they are needed. */
  public Stream<TaskSnapshot> list() {
    return atf.list(TaskQuery.of(lambda).state(TaskQuery.State.DEAD)).stream();
  }

  /**
   * Redrives the dead letters that failed with this code. Each one gets its full number of attempts
   * again.
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
