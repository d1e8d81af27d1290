package dev.atf.hsc.condition;

import dev.atf.model.LambdaName;
import dev.atf.model.Payload;
import dev.atf.model.condition.ConditionName;

/**
 * Condition on which a handler blocks its task.
 *
 * @param tester lambda of the task that finds out whether the condition has cleared
 * @param payload of that task
 * @param holdsLambda whether other tasks of the lambda wait unstarted
 * @param reason for people
 */
public record BlockRequest(
    ConditionName condition,
    LambdaName tester,
    Payload payload,
    boolean holdsLambda,
    String reason) {}
