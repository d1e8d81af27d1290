package dev.atf.infra.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.atf.infra.Golden;
import dev.atf.infra.Intrinsics;
import dev.atf.infra.NeedsNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/**
 * Tests of each component's policies, which are files for a reviewer; they have three wildcards,
 * each with a reason: a host's own tasks, the queues of a cluster or lambda, and the name of a
 * stream, which is the time at which it was turned on.
 */
@NeedsNode
final class PolicyTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final String OWN =
      ".*:(task/orders_(media|mail)/|table/orders-associations/stream/|orders_([a-z-]+_)?)\\*";

  @Test
  void everyComponentMayDoWhatItsFileSays() {
    var policies = policies();

    assertThat(policies).containsOnlyKeys("frontend", "storeconsumer", "hsc", "media", "mail");
    policies.forEach(
        (component, statements) ->
            Golden.assertSame("policies/" + component + ".json", statements));
  }

  @Test
  void noComponentHasAStarButForTasksQueuesAndStreamsOfItsOwn() {
    for (var statements : policies().values()) {
      for (var statement : statements) {
        assertThat(texts(statement.path("Action"))).isNotEmpty().noneMatch(a -> a.contains("*"));
        assertThat(texts(statement.path("Resource")))
            .isNotEmpty()
            .noneMatch(resource -> resource.contains("*") && !resource.matches(OWN));
        assertThat(statement.path("Effect").asText()).isEqualTo("Allow");
      }
    }
  }

  @Test
  void tasksHaveNoOtherRights() {
    var roles = new ArrayList<String>();
    for (var task : Synthesis.production().resources("AWS::ECS::TaskDefinition")) {
      roles.add(task.at("/Properties/TaskRoleArn/Fn::GetAtt/0").asText());
    }

    assertThat(roles).hasSize(5).doesNotContain("");
    for (var policy : Synthesis.production().resources("AWS::IAM::Policy")) {
      for (var role : policy.at("/Properties/Roles")) {
        assertThat(roles).doesNotContain(role.path("Ref").asText());
      }
    }
    for (var stack : Synthesis.production().templates().values()) {
      for (var role : roles) {
        assertThat(stack.at("/Resources/" + role + "/Properties/ManagedPolicyArns").isMissingNode())
            .isTrue();
      }
    }
  }

  /** Returns managed policies by the component whose construct they belong to. */
  private static Map<String, JsonNode> policies() {
    var all = new TreeMap<String, JsonNode>();
    Synthesis.production()
        .templates()
        .forEach(
            (stack, template) ->
                template
                    .path("Resources")
                    .properties()
                    .forEach(
                        resource -> {
                          if (resource
                              .getValue()
                              .path("Type")
                              .asText()
                              .equals("AWS::IAM::ManagedPolicy")) {
                            var statements =
                                all.computeIfAbsent(
                                    component(stack, resource.getKey()),
                                    name -> JSON.createArrayNode());
                            resource
                                .getValue()
                                .at("/Properties/PolicyDocument/Statement")
                                .forEach(
                                    statement -> ((ArrayNode) statements).add(resolved(statement)));
                          }
                        }));
    return all;
  }

  private static String component(String stack, String logicalId) {
    return Arrays.stream(new String[] {"Frontend", "StoreConsumer", "Hsc"})
        .filter(logicalId::contains)
        .map(name -> name.toLowerCase(Locale.ROOT))
        .findFirst()
        .orElse(stack.replaceFirst(".*-", ""));
  }

  static ObjectNode resolved(JsonNode statement) {
    var resolved = (ObjectNode) statement.deepCopy();
    resolved.set("Action", JSON.valueToTree(texts(statement.path("Action"))));
    resolved.set("Resource", JSON.valueToTree(texts(statement.path("Resource"))));
    return resolved;
  }

  private static List<String> texts(JsonNode oneOrMore) {
    return oneOrMore.isArray()
        ? StreamSupport.stream(oneOrMore.spliterator(), false).map(Intrinsics::text).toList()
        : List.of(Intrinsics.text(oneOrMore));
  }
}
