package dev.atf.plans.job.definition;

/**
 * Work that reverts a step.
 *
 * @param ownPayload whether it has its own payload; otherwise it gets the step's payload
 */
public record Compensation(WorkKind work, boolean ownPayload) {}
