package dev.atf.controller.claim;

/**
 * @param failuresMax failed claims in a row after which the HSC is left alone until a probe
 */
public record BreakerLimits(int failuresMax) {}
