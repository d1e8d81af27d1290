package dev.atf.lab.bench.keys;

import dev.atf.lab.bench.workload.Contender;

/**
 * Amount of work in each phase.
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

  /** Returns the number of tasks of keys that fail in no phase. */
  int tasksOfOthers() {
    return (keys - failing) * tasksPerKey;
  }

  /** Returns the sizes of the warm-up: half of these, without failing keys. */
  KeySizes half() {
    return new KeySizes(Math.max(1, keys / 2), tasksPerKey, 0);
  }
}
