package dev.atf.controller;

/**
 * @param failuresMax failed claims in a row after which the HSC is left alone until a probe
 */
record BreakerLimits(int failuresMax) {}
