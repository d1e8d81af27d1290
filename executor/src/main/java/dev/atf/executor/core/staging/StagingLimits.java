package dev.atf.executor.core.staging;

/** Limits on the files of a task, by the protocol. */
public final class StagingLimits {
  /** Maximum number of output files of a task. */
  public static final int OUTPUT_FILES_MAX = 200;

  /** Maximum size of a file in bytes. */
  public static final long FILE_BYTES_MAX = 5_000_000_000L;

  /** Longest path in a work directory. */
  public static final int PATH_CHARS_MAX = 255;

  private StagingLimits() {}
}
