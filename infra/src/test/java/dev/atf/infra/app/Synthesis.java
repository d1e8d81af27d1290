package dev.atf.infra.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.StreamSupport;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.assertions.Template;

/** Stacks of one file and their templates, synthesized once for all tests of this process. */
public final class Synthesis {
  private static final Path EXAMPLE = Path.of("examples/cluster.yaml");
  private static final Path SMALL = Path.of("src/test/resources/dev/atf/infra/small.yaml");
  private static final ObjectMapper JSON = new ObjectMapper();

  private final ClusterPlan plan;
  private final List<Stack> stacks;
  private final Map<String, ObjectNode> templates = new LinkedHashMap<>();

  private Synthesis(Path file) {
    this.plan = ClusterPlan.read(file);
    this.stacks = ClusterApp.stacks(ClusterApp.create(), plan);
    for (var stack : stacks) {
      templates.put(stack.getStackName(), JSON.valueToTree(Template.fromStack(stack).toJSON()));
    }
  }

  /** Returns the synthesis of {@code examples/cluster.yaml}: a production cluster. */
  public static Synthesis production() {
    return Production.MADE;
  }

  /** Returns the synthesis of a temporary cluster with the fewest possible settings. */
  public static Synthesis small() {
    return Small.MADE;
  }

  /** Synthesizes {@code examples/cluster.yaml} with one of its texts replaced. */
  static Synthesis ofProductionWith(String text, String replacement) {
    return ofProductionWith(Map.of(text, replacement));
  }

  /** Synthesizes {@code examples/cluster.yaml} with some of its texts replaced. */
  static Synthesis ofProductionWith(Map<String, String> replacements) {
    try {
      var example = Files.readString(EXAMPLE);
      for (var each : replacements.entrySet()) {
        if (!example.contains(each.getKey())) {
          throw new IllegalArgumentException(EXAMPLE + " does not say " + each.getKey());
        }
        example = example.replace(each.getKey(), each.getValue());
      }
      return of(example);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Synthesizes a cluster's file, given as its text. */
  static Synthesis of(String text) {
    try {
      var file = Files.createTempFile("cluster", ".yaml");
      try {
        Files.writeString(file, text);
        return new Synthesis(file);
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public ClusterPlan plan() {
    return plan;
  }

  List<Stack> stacks() {
    return stacks;
  }

  ObjectNode template(String stack) {
    return Objects.requireNonNull(templates.get(stack), stack);
  }

  /** Returns the templates by the names of the stacks. */
  public Map<String, ObjectNode> templates() {
    return templates;
  }

  /** Returns the resources of this type in all stacks. */
  public List<JsonNode> resources(String type) {
    return templates.values().stream()
        .flatMap(template -> StreamSupport.stream(template.path("Resources").spliterator(), false))
        .filter(resource -> resource.path("Type").asText().equals(type))
        .toList();
  }

  private static final class Production {
    private static final Synthesis MADE = new Synthesis(EXAMPLE);
  }

  private static final class Small {
    private static final Synthesis MADE = new Synthesis(SMALL);
  }
}
