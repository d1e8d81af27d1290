package dev.atf.infra.constructs.store;

import java.time.Duration;
import java.util.List;

/**
 * @param unusable name of the queue of unusable messages
 * @param names names of the queues of lambdas; empty where registrations make them
 * @param visibility visibility time-out, equal to the controllers' own, which each receive sets,
 *     too
 * @param keepData whether the queues remain when their stack is deleted
 */
public record LambdaQueuesProps(
    String unusable, List<String> names, Duration visibility, boolean keepData) {
  public LambdaQueuesProps {
    names = List.copyOf(names);
  }
}
