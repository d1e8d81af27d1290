package dev.atf.model.resource;

import java.util.List;

/**
 * Files of a task.
 *
 * @param resources files that are in the task's work directory before its handler is called
 * @param outputs patterns of the files that are kept when it has succeeded
 */
public record TaskFiles(List<Resource> resources, List<String> outputs) {
  public static final TaskFiles NONE = new TaskFiles(List.of(), List.of());

  /**
   * Limit on resources of one task. With names of {@link #NAMES_BYTES_MAX} bytes, they take 25 KB
   * of an entity of at most 400 KB.
   */
  public static final int RESOURCES_MAX = 200;

  /**
   * Limit on the bytes of all paths and patterns of a task, which share the entity with its
   * payload.
   */
  public static final int NAMES_BYTES_MAX = 16 * 1024;

  /** Limit on output files of one task, the same as on resources. */
  public static final int OUTPUT_FILES_MAX = 200;

  public static final int OUTPUT_PATTERNS_MAX = 20;

  public TaskFiles {
    resources = List.copyOf(resources);
    outputs = List.copyOf(outputs);
  }

  public boolean isEmpty() {
    return resources.isEmpty() && outputs.isEmpty();
  }
}
