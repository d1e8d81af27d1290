package dev.atf.storeconsumer.alarm;

import dev.atf.model.AlarmTimes;
import dev.atf.model.lambda.Gates;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.task.Association;
import dev.atf.model.task.Ending;
import dev.atf.model.task.Subscription;
import java.time.Instant;
import java.util.List;

/**
 * Facts known when the alarm of a task rang, apart from the task.
 *
 * @param deathCounts whether a silent lease's end counts against the task: not while the framework
 *     itself was away
 * @param polled whether a controller polls the queue, as far as is known
 * @param mayPush whether a push of its reference is worth while, and its queue has capacity
 * @param clockInDoubt whether the wall clock has jumped, and {@code now} may be wrong
 * @param subscriptions those of its lambda
 */
public record AlarmFacts(
    LambdaDefinition lambda,
    Gates gates,
    AlarmTimes times,
    boolean deathCounts,
    boolean polled,
    boolean mayPush,
    Instant now,
    boolean clockInDoubt,
    List<Subscription> subscriptions) {

  /** Returns the end of the task, if it ends now. */
  Ending ending(Association task) {
    return Ending.at(now, lambda).with(subscriptions).of(task.header());
  }
}
