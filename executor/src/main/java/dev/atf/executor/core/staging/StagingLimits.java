package dev.atf.executor.core.staging;

/** Bounds of the files of a task, by the protocol. */
public final class StagingLimits {
  /** Most files that are kept of a task. */
  public static final int OUTPUT_FILES_MAX = 200;

  /** Most bytes of a file. */
  public static final long FILE_BYTES_MAX = 5_000_000_000L;

  /** Longest path in a work directory. */
  public static final int PATH_CHARS_MAX = 255;

  private StagingLimits() {}
}
