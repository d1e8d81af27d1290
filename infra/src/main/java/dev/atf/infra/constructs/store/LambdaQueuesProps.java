package dev.atf.infra.constructs.store;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Properties of the queues.
 *
 * @param unusable name of the queue of unusable messages
 * @param names names of the queues of each lambda; empty if registrations create them
 * @param visibility visibility time-out; each receive of a controller sets the same value
 * @param keepData whether the queues remain when their stack is deleted
 */
public record LambdaQueuesProps(
    String unusable, Map<String, List<String>> names, Duration visibility, boolean keepData) {
  public LambdaQueuesProps {
    names = new LinkedHashMap<>(names);
  }
}
