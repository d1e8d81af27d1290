package dev.atf.model.check;

import java.time.Duration;

/** Bounds that are not settings, each with its name and source. */
public final class Limits {
  /** Chosen: a batch of this many answers within a few seconds on the smallest installation. */
  public static final int BATCH_TASKS_MAX = 1_000;

  public static final int LABELS_MAX = 50;

  /** Chosen: each is a write of its own for each task that has it. */
  public static final int INDEXED_LABELS_MAX = 4;

  public static final int LABELS_BYTES_MAX = 8 * 1024;

  /** Limit on results in the association; a larger one is an item of its own. */
  public static final int INLINE_RESULT_BYTES_MAX = 4 * 1024;

  /** Chosen: a heartbeat that carries it stays at one write unit or two. */
  public static final int PROGRESS_BYTES_MAX = 1024;

  /**
   * Limit like that on results in the association; larger state belongs where the handler keeps its
   * data.
   */
  public static final int CHECKPOINT_BYTES_MAX = 4 * 1024;

  /** Chosen: processes that die under one task in a row before it is taken for the cause. */
  public static final int DEATHS_MAX = 3;

  /**
   * Deaths in a row after which a task is run alone. Deaths of processes that ran other tasks, too,
   * are counted only up to here: the last that quarantine needs is that of a process that ran it
   * alone.
   */
  public static final int DEATHS_SHARED_MAX = DEATHS_MAX - 1;

  /**
   * Attempts of a task that may end by drains of their executors without being counted; from then
   * on each counts, so that a task that never gets the time it needs ends. Enough for several
   * deployments a day in the default lifetime of 30 days.
   */
  public static final int DRAINS_MAX = 100;

  /**
   * Limit on permits of one lambda, or of one key of it: one item, written at each claim (ADR
   * 0009).
   */
  public static final int RUNNING_MAX = 1_000;

  /** DynamoDB's item limit is 400 KB, with names and keys: this leaves room for them. */
  public static final int RESULT_BYTES_MAX = 350 * 1024;

  /** Limit from the same source. */
  public static final int PAYLOAD_BYTES_MAX = 350 * 1024;

  /** Chosen: a page of tasks answers within the call time-out. */
  public static final int PAGE_SIZE_MAX = 1_000;

  /** Chosen: an attempt with more of them schedules one that schedules the rest. */
  public static final int CHILDREN_MAX = 100;

  /** Chosen: with the result, it leaves space in a call of 4 MB for the other reports. */
  public static final int CHILDREN_BYTES_MAX = 1024 * 1024;

  /** Chosen: the write of an outcome stays at 18 units or fewer; alike children take 5 bytes. */
  public static final int OUTBOX_BYTES_MAX = 16 * 1024;

  /** Chosen: a task that is blocked more often finds its condition clear, and itself is wrong. */
  public static final int BLOCKS_MAX = 100;

  /** Limit on the payload of a condition's tester, which its row carries. */
  public static final int TESTER_BYTES_MAX = 4 * 1024;

  public static final int PRIORITIES_MAX = 8;
  public static final int SHARDS_MAX = 256;
  public static final int ATTEMPTS_MAX = 1_000;

  /** Limit on times ahead; a later one is taken for a mistake. */
  public static final Duration SCHEDULE_AHEAD_MAX = Duration.ofDays(365);

  /** Limit on times in the past: an earlier one is taken for a mistake, a later one means "now". */
  public static final Duration SCHEDULE_BEHIND_MAX = Duration.ofHours(24);

  private Limits() {}
}
