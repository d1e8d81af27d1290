package dev.atf.standalone.bench.keys;

import dev.atf.standalone.bench.workload.Contender;

/**
 * How much there is to do in each phase.
 *
 * @param keys all have as many tasks
 * @param tasksPerKey scheduled in one batch, in their order
 * @param failing keys, spread among the others, whose first task fails in the phases in which any
 *     fails
 */
public record KeySizes(int keys, int tasksPerKey, int failing) {
  /** Tasks of one key are in one batch. */
  public static final int PER_KEY_MAX = Contender.BATCH_MAX;

  int tasks() {
    return keys * tasksPerKey;
  }

  boolean isFailing(int key) {
    return failing > 0 && key % (keys / failing) == 0 && key / (keys / failing) < failing;
  }

  /** Tasks of keys that never fail, in whatever phase. */
  int tasksOfOthers() {
    return (keys - failing) * tasksPerKey;
  }

  /** For the warm-up: half of it, with nobody failing. */
  KeySizes half() {
    return new KeySizes(Math.max(1, keys / 2), tasksPerKey, 0);
  }
}
