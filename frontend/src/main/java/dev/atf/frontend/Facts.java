package dev.atf.frontend;

import dev.atf.model.Association;
import dev.atf.model.Gate;
import dev.atf.model.LambdaDefinition;
import dev.atf.model.LeaseTimes;
import dev.atf.model.plan.Plan;
import dev.atf.store.MemberRegistry.Sighting;
import java.util.Optional;
import java.util.SortedMap;

/**
 * What is known of a task at one moment, as far as it can tell why the task is where it is.
 *
 * @param lambda empty if it is not registered
 * @param gate the closed one that it stands before
 * @param ahead for one that waits in the store: those due before it
 * @param queued references in its queue, as the queue estimates
 * @param releasedPerSecond of its lambda and priority, lately, by all store consumers
 * @param workers controllers that asked for its lambda's work, by name; the silent ones too
 * @param running tasks of its lambda; only where the lambda limits them
 * @param turn for one that waits for that of its ordering key
 * @param plan that it comes from, as long as that is kept
 */
record Facts(
    Association task,
    Optional<LambdaDefinition> lambda,
    LeaseTimes cluster,
    Optional<Gate> gate,
    Optional<Backlog> ahead,
    Optional<Integer> queued,
    Optional<Double> releasedPerSecond,
    SortedMap<String, Sighting> workers,
    Optional<Integer> running,
    Optional<TurnFacts> turn,
    Optional<Plan> plan) {

  /**
   * @param exact false if there are more
   */
  record Backlog(long count, boolean exact) {
    @Override
    public String toString() {
      return exact ? Long.toString(count) : "at least " + count;
    }
  }
}
