package dev.atf.model.resource;

import java.util.List;

/**
 * Files of a task.
 *
 * @param resources in its work directory before its handler is called
 * @param outputs patterns of the files that are kept when it has succeeded
 */
public record TaskFiles(List<Resource> resources, List<String> outputs) {
  public static final TaskFiles NONE = new TaskFiles(List.of(), List.of());

  /** Chosen: the resources of a task fit into its entity with a payload of any size. */
  public static final int RESOURCES_MAX = 200;

  /** Chosen, like the number of resources. */
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
