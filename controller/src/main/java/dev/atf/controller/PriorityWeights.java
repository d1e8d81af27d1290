package dev.atf.controller;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Minimum share of each priority of a lambda in what is handed out, while it has work.
 *
 * @param weights of the priorities, highest first; the last stands for all that follow
 */
record PriorityWeights(List<Integer> weights) {
  static final int WEIGHT_MAX = 1_000;

  PriorityWeights {
    weights = List.copyOf(weights);
  }

  /**
   * @param count of the lambda's priorities
   */
  int sum(int count) {
    return IntStream.range(0, count).map(this::of).sum();
  }

  /**
   * @param rank 0 for the highest
   */
  int of(int rank) {
    return weights.get(Math.min(rank, weights.size() - 1));
  }
}
