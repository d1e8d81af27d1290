package dev.atf.infra.deployment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.atf.runtime.config.NearestName;
import java.util.ArrayList;
import java.util.List;

/** Merges the values of a file over the defaults. */
final class Overlay {
  private Overlay() {}

  /**
   * Merges groups recursively, and replaces all other values. A group that is empty in the defaults
   * may have any members.
   *
   * @param problems receives unknown names, each with the most similar known name
   */
  static void of(ObjectNode defaults, JsonNode written, String path, List<String> problems) {
    if (written.isMissingNode() || written.isNull()) {
      return;
    }
    if (!written.isObject()) {
      problems.add(path + ": " + written + " (expected: a group of fields)");
      return;
    }
    var known = new ArrayList<String>();
    defaults.fieldNames().forEachRemaining(known::add);
    written
        .properties()
        .forEach(
            member -> {
              var name = member.getKey();
              var at = path + "." + name;
              var before = defaults.path(name);
              if (before.isMissingNode()) {
                problems.add(
                    at
                        + ": unknown field"
                        + NearestName.of(name, known)
                            .map(near -> " (expected: " + near + ", the nearest known)")
                            .orElse(""));
              } else if (before.isObject() && !before.isEmpty()) {
                of((ObjectNode) before, member.getValue(), at, problems);
              } else {
                defaults.set(name, member.getValue());
              }
            });
  }
}
