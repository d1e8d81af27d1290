package dev.atf.validation;

import dev.atf.model.resource.Digest;
import dev.atf.model.resource.Resource;
import dev.atf.model.resource.ResourcePath;
import dev.atf.model.resource.TaskFiles;
import dev.atf.protocol.v1.ScheduleRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Rules for the files of tasks. Each method adds its violations. */
public final class FileRules {
  private FileRules() {}

  /** Returns the files of a request, without their sizes. */
  public static TaskFiles files(ScheduleRequest request, Violations violations) {
    if (request.getResourcesCount() > TaskFiles.RESOURCES_MAX) {
      violations.add(
          "resources",
          request.getResourcesCount() + " files",
          "at most " + TaskFiles.RESOURCES_MAX);
      return TaskFiles.NONE;
    }
    if (request.getOutputsCount() > TaskFiles.OUTPUT_PATTERNS_MAX) {
      violations.add(
          "outputs",
          request.getOutputsCount() + " patterns",
          "at most " + TaskFiles.OUTPUT_PATTERNS_MAX);
      return TaskFiles.NONE;
    }
    long names =
        Stream.concat(
                request.getResourcesList().stream().map(each -> each.getPath()),
                request.getOutputsList().stream())
            .mapToLong(name -> name.getBytes(StandardCharsets.UTF_8).length)
            .sum();
    if (names > TaskFiles.NAMES_BYTES_MAX) {
      violations.add(
          "resources",
          names + " bytes of paths and patterns",
          "at most " + TaskFiles.NAMES_BYTES_MAX);
    }
    return new TaskFiles(
        resources(request.getResourcesList(), violations),
        outputs(request.getOutputsList(), violations));
  }

  /** Refuses files in a place where none are allowed. */
  public static void none(ScheduleRequest request, String why, Violations violations) {
    if (request.getResourcesCount() > 0) {
      violations.add("resources", "given", why);
    }
    if (request.getOutputsCount() > 0) {
      violations.add("outputs", "given", why);
    }
  }

  /**
   * Returns resources, after checking that their paths do not conflict.
   *
   * @param asked requested resources; a missing size counts as 0
   */
  public static List<Resource> resources(
      List<dev.atf.protocol.v1.Resource> asked, Violations violations) {
    var read = new ArrayList<Resource>();
    var paths = new HashSet<String>();
    var directories = new HashSet<String>();
    for (int i = 0; i < asked.size() && !violations.isFull(); i++) {
      var at = "resources[%d].".formatted(i);
      var each = asked.get(i);
      var path =
          violations.read(at, () -> new ResourcePath(WellFormed.require("path", each.getPath())));
      var digest = violations.read(at, () -> new Digest(each.getSha256()));
      if (path.isEmpty() || digest.isEmpty()) {
        continue;
      }
      if (!paths.add(path.get().value())) {
        violations.add(at + "path", path.get(), "a path that no other resource has");
      }
      addDirectories(path.get(), directories);
      read.add(new Resource(path.get(), digest.get(), bytes(at, each, violations)));
    }
    for (var file : read) {
      if (directories.contains(file.path().value())) {
        violations.add(
            "resources", file.path(), "a path that is not a directory of another resource");
      }
    }
    return read;
  }

  private static long bytes(String at, dev.atf.protocol.v1.Resource asked, Violations violations) {
    violations.requireBetween(at + "bytes", asked.getBytes(), 0, Resource.BYTES_MAX);
    return Math.max(0, Math.min(asked.getBytes(), Resource.BYTES_MAX));
  }

  private static void addDirectories(ResourcePath path, Set<String> directories) {
    var text = path.value();
    for (int end = text.indexOf('/'); end >= 0; end = text.indexOf('/', end + 1)) {
      directories.add(text.substring(0, end));
    }
  }

  private static List<String> outputs(List<String> asked, Violations violations) {
    for (int i = 0; i < asked.size(); i++) {
      var field = "outputs[%d]".formatted(i);
      var pattern = asked.get(i);
      if (!isPattern(pattern)) {
        violations.add(
            field,
            pattern,
            "a pattern of 1-%d characters for files of the work directory, such as out/*.txt or **/*.log"
                .formatted(ResourcePath.CHARS_MAX));
      }
    }
    return asked;
  }

  /** Returns whether the text is a glob for paths below the work directory. */
  private static boolean isPattern(String text) {
    try {
      var unused = new ResourcePath(WellFormed.require("pattern", text));
      FileSystems.getDefault().getPathMatcher("glob:" + text);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
