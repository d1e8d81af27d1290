package dev.atf.model.job.definition;

/**
 * What reverts a step.
 *
 * @param ownPayload whether it has a payload of its own; otherwise it is given the step's
 */
public record Compensation(WorkKind work, boolean ownPayload) {}
