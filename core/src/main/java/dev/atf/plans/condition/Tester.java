package dev.atf.plans.condition;

import dev.atf.model.LambdaName;
import dev.atf.model.TaskId;

/**
 * Task that tests whether a condition has cleared. The condition has cleared once the task
 * succeeds.
 *
 * @param contents entity that holds the payload of all testers of one closing
 */
public record Tester(LambdaName lambda, TaskId contents) {}
