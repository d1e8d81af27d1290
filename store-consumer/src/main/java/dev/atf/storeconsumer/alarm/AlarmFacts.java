package dev.atf.storeconsumer.alarm;

import dev.atf.model.AlarmTimes;
import dev.atf.model.lambda.Gates;
import dev.atf.model.lambda.LambdaDefinition;
import java.time.Instant;

/**
 * Facts known when the alarm of a task rang, apart from the task.
 *
 * @param deathCounts whether a silent lease's end counts against the task: not while the framework
 *     itself was away
 * @param polled whether a controller polls the queue, as far as is known
 * @param mayPush whether a push of its reference is worth while, and its queue has capacity
 */
public record AlarmFacts(
    LambdaDefinition lambda,
    Gates gates,
    AlarmTimes times,
    boolean deathCounts,
    boolean polled,
    boolean mayPush,
    Instant now) {}
