package dev.atf.model.plan;

import dev.atf.model.TaskId;

/**
 * Where a task comes from that a plan made, or whose turn a plan keeps.
 *
 * @param member which task of the plan it is: the time of a fire, a step and its try, an ordering
 *     key
 * @param contents the entity that holds its payload and labels: its own id, or that of the plan's
 *     contents, which all of its tasks share
 */
public record Origin(PlanKind kind, PlanId plan, String member, TaskId contents) {}
