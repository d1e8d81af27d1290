package dev.atf.controller.buffer;

import java.time.Duration;

/**
 * What a lambda's buffers may hold, and in which order it leaves.
 *
 * @param max references of each priority
 * @param age after which a reference is given back
 * @param ageing for each step down from the best priority, after which a lower one is served once
 * @param weights which share each priority gets at least
 */
public record BufferLimits(int max, Duration age, Duration ageing, PriorityWeights weights) {}
