package dev.atf.controller;

import java.time.Duration;

/**
 * Limits of a lambda's buffers, and the order in which references leave them.
 *
 * @param max references of each priority
 * @param age time after which a reference is given back
 * @param ageing time, for each step down from the best priority, after which a lower one is served
 *     once
 * @param weights minimum share of each priority
 */
record BufferLimits(int max, Duration age, Duration ageing, PriorityWeights weights) {}
