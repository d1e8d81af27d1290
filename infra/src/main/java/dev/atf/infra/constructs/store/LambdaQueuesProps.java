package dev.atf.infra.constructs.store;

import java.time.Duration;
import java.util.List;

/**
 * @param unusable name of the queue of what nobody could use
 * @param names of all queues, as the services call them
 * @param visibility the controllers' own; each of their receives says it, too
 * @param keepData whether the queues outlive their stack
 */
public record LambdaQueuesProps(
    String unusable, List<String> names, Duration visibility, boolean keepData) {
  public LambdaQueuesProps {
    names = List.copyOf(names);
  }
}
