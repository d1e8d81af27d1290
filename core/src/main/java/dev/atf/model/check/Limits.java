package dev.atf.model.check;

import java.time.Duration;

/** Bounds that are not settings, each with its name and source. */
public final class Limits {
  /**
   * Limit on tasks of one batch. The smallest installation answers such a batch within a few
   * seconds.
   */
  public static final int BATCH_TASKS_MAX = 1_000;

  public static final int LABELS_MAX = 50;

  /**
   * Limit on indexed labels of one task. Each one costs a separate write for each task that has it.
   */
  public static final int INDEXED_LABELS_MAX = 4;

  public static final int LABELS_BYTES_MAX = 8 * 1024;

  /** Limit on results in the association. A larger result is stored as a separate item. */
  public static final int INLINE_RESULT_BYTES_MAX = 4 * 1024;

  /** Limit on progress. A heartbeat that carries it costs at most two write units. */
  public static final int PROGRESS_BYTES_MAX = 1024;

  /**
   * Limit on checkpoints, the same as on results in the association. Larger state belongs where the
   * handler keeps its data.
   */
  public static final int CHECKPOINT_BYTES_MAX = 4 * 1024;

  /**
   * Number of processes that die in a row while they run a task, after which the task is considered
   * the cause.
   */
  public static final int DEATHS_MAX = 3;

  /**
   * Number of deaths in a row after which a task is run alone. Deaths of processes that also ran
   * other tasks are counted only up to this number. The last death before quarantine must be that
   * of a process that ran only this task.
   */
  public static final int DEATHS_SHARED_MAX = DEATHS_MAX - 1;

  /**
   * Number of a task's attempts that may end by drains of their executors without being counted.
   * Further drains count, so that a task that never gets enough time finally ends. The limit allows
   * several deployments per day in the default lifetime of 30 days.
   */
  public static final int DRAINS_MAX = 100;

  /**
   * Limit on running tasks of one lambda, or of one of its keys. Their permits are one item, which
   * each claim writes (ADR 0009).
   */
  public static final int RUNNING_MAX = 1_000;

  /**
   * Limit on results. DynamoDB's item limit is 400 KB including names and keys; the difference is
   * space for them.
   */
  public static final int RESULT_BYTES_MAX = 350 * 1024;

  /** Limit on payloads, for the same reason. */
  public static final int PAYLOAD_BYTES_MAX = 350 * 1024;

  /** Limit on tasks of one page. A page of this size is answered within the call time-out. */
  public static final int PAGE_SIZE_MAX = 1_000;

  /**
   * Limit on children of one attempt. An attempt that needs more children schedules one child that
   * schedules the rest.
   */
  public static final int CHILDREN_MAX = 100;

  /**
   * Limit on the children of one attempt. Together with the result, it leaves space for other
   * reports in a call of 4 MB.
   */
  public static final int CHILDREN_BYTES_MAX = 1024 * 1024;

  /**
   * Limit on the children that are stored with an outcome. It keeps this write at 18 units or
   * fewer. Each further child of the same kind takes 5 bytes.
   */
  public static final int OUTBOX_BYTES_MAX = 16 * 1024;

  /**
   * Limit on the number of times that a task is blocked. If it is blocked more often, its condition
   * clears each time, so the task itself is the cause.
   */
  public static final int BLOCKS_MAX = 100;

  /** Limit on the payload of a condition's tester, which is part of the condition's row. */
  public static final int TESTER_BYTES_MAX = 4 * 1024;

  public static final int PRIORITIES_MAX = 8;
  public static final int SHARDS_MAX = 256;
  public static final int ATTEMPTS_MAX = 1_000;

  /** Limit on how far ahead a task can be scheduled. A later time is considered a mistake. */
  public static final Duration SCHEDULE_AHEAD_MAX = Duration.ofDays(365);

  /**
   * Limit on scheduled times in the past. An earlier time is considered a mistake; a later one
   * means "now".
   */
  public static final Duration SCHEDULE_BEHIND_MAX = Duration.ofHours(24);

  private Limits() {}
}
