package dev.atf.frontend.task;

import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.task.Association;
import java.util.List;

/** Tasks that wait for their turn, which are in no list of the index. */
public interface WaitingList {
  /**
   * Page of waiting tasks.
   *
   * @param nextToken token of the next page; empty on the last page
   */
  record Page(List<Association> tasks, String nextToken) {}

  /** Returns whether a task of the lambda waits. */
  boolean any(LambdaDefinition lambda);

  /**
   * Returns a page of waiting tasks.
   *
   * @throws io.grpc.StatusRuntimeException PAGE_TOKEN_INVALID
   */
  Page list(LambdaDefinition lambda, String pageToken, int pageSize);
}
