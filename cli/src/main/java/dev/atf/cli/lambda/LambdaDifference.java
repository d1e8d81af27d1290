package dev.atf.cli.lambda;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.google.protobuf.util.JsonFormat;
import dev.atf.cli.output.ProtoJson;
import dev.atf.cli.task.TaskOutput;
import dev.atf.protocol.v1.Lambda;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Change that registering a lambda would make.
 *
 * @param fields of a changed lambda, by name; empty for others
 */
record LambdaDifference(Lambda wanted, Kind kind, List<Field> fields) {
  enum Kind {
    CREATED,
    CHANGED,
    UNCHANGED
  }

  /**
   * @param name as in JSON, groups and name joined by dots
   * @param from missing if the lambda does not set it
   * @param to likewise
   */
  record Field(String name, JsonNode from, JsonNode to) {
    @Override
    public String toString() {
      return name + ": " + text(from) + " -> " + text(to);
    }

    private static String text(JsonNode value) {
      return value.isMissingNode() ? "(none)" : TaskOutput.printable(value.toString());
    }
  }

  private static final ProtoJson JSON = new ProtoJson(JsonFormat.printer());

  /**
   * @param wanted with every default filled in, as the server returns it
   * @param present as the server has it; empty if it has none of this name
   */
  static LambdaDifference between(Lambda wanted, Optional<Lambda> present) {
    if (present.isEmpty()) {
      return new LambdaDifference(wanted, Kind.CREATED, List.of());
    }
    var from = fieldsOf(settings(present.get()));
    var to = fieldsOf(settings(wanted));
    var names = new TreeMap<>(from);
    names.putAll(to);
    var changed = new ArrayList<Field>();
    for (var name : names.keySet()) {
      var before = from.getOrDefault(name, MissingNode.getInstance());
      var after = to.getOrDefault(name, MissingNode.getInstance());
      if (!before.equals(after)) {
        changed.add(new Field(name, before, after));
      }
    }
    return new LambdaDifference(
        wanted, changed.isEmpty() ? Kind.UNCHANGED : Kind.CHANGED, List.copyOf(changed));
  }

  /** Registering opens a lambda that is closed, so that counts as a setting. */
  private static Lambda settings(Lambda lambda) {
    return lambda.toBuilder().clearUpdatedAt().clearGates().clearLive().build();
  }

  private static Map<String, JsonNode> fieldsOf(Lambda lambda) {
    var fields = new TreeMap<String, JsonNode>();
    collect("", JSON.tree(lambda), fields);
    return fields;
  }

  private static void collect(String path, JsonNode group, Map<String, JsonNode> fields) {
    for (var member : group.properties()) {
      var name = path + member.getKey();
      if (member.getValue().isObject()) {
        collect(name + ".", member.getValue(), fields);
      } else {
        fields.put(name, member.getValue());
      }
    }
  }
}
