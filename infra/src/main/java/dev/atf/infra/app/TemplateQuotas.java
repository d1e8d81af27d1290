package dev.atf.infra.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atf.runtime.config.ConfigException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import software.amazon.awscdk.cxapi.CloudAssembly;

/**
 * Checks templates against quotas of AWS at synthesis. AWS itself would only refuse the deployment.
 */
final class TemplateQuotas {
  /** https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html */
  private static final int RESOURCES_MAX = 500;

  private static final int BYTES_MAX = 1_000_000;

  /** https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html */
  private static final int POLICIES_OF_ROLE_MAX = 10;

  private static final int POLICY_CHARS_MAX = 6_144;

  /** https://docs.aws.amazon.com/AmazonECS/latest/developerguide/service-quotas.html */
  private static final int TASK_BYTES_MAX = 65_536;

  /**
   * Size in bytes at which a warning is printed, four fifths of the maximum. A task definition
   * grows with the number of lambdas, and at the maximum only a second cluster helps.
   */
  private static final int TASK_BYTES_NEAR = 52_428;

  /** https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/cloudwatch_limits.html */
  private static final int METRICS_OF_ALARM_MAX = 10;

  private static final String SPLIT = "split aws.workers, or the cluster";

  private static final String TASK = "bytes of a task definition";

  /** Remedies for numbers that splitting worker clusters does not reduce. */
  private static final Map<String, String> REMEDIES =
      Map.of(
          TASK,
          "the HSC and the store consumer have the names of all lambdas of aws.workers: shorter"
              + " names, fewer tenants in api.auth.policy, or a second cluster for some lambdas");

  private static final ObjectMapper JSON = new ObjectMapper();

  private TemplateQuotas() {}

  /**
   * Checks the templates.
   *
   * @return warnings about numbers that are close to a quota
   * @throws ConfigException if a template exceeds a quota
   */
  static List<String> check(CloudAssembly assembly) {
    var problems = new ArrayList<String>();
    var warnings = new ArrayList<String>();
    for (var stack : assembly.getStacks()) {
      try {
        var file = Files.readAllBytes(Path.of(stack.getTemplateFullPath()));
        var template = JSON.readTree(file);
        problems.addAll(problems(stack.getStackName(), template, file.length));
        warnings.addAll(warnings(stack.getStackName(), template));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    if (!problems.isEmpty()) {
      throw new ConfigException(problems);
    }
    return warnings;
  }

  /**
   * Returns the task definitions of a stack that would become too large with a few more lambdas.
   */
  static List<String> warnings(String stack, JsonNode template) {
    return tasksAbove(TASK_BYTES_NEAR, stack, template);
  }

  /** Returns the quotas that a stack's template exceeds. */
  static List<String> problems(String stack, JsonNode template, int bytes) {
    var problems = new ArrayList<String>();
    atMost(RESOURCES_MAX, template.path("Resources").size(), stack, "resources", problems);
    atMost(BYTES_MAX, bytes, stack, "bytes", problems);
    var policies = new TreeMap<String, Integer>();
    of(template, "AWS::IAM::ManagedPolicy")
        .forEach(
            policy -> {
              int chars = policy.path("PolicyDocument").toString().length();
              atMost(POLICY_CHARS_MAX, chars, stack, "characters of a policy", problems);
              policy
                  .path("Roles")
                  .forEach(role -> policies.merge(role.toString(), 1, Integer::sum));
            });
    policies.values().stream()
        .distinct()
        .forEach(
            count -> atMost(POLICIES_OF_ROLE_MAX, count, stack, "policies of one role", problems));
    problems.addAll(tasksAbove(TASK_BYTES_MAX, stack, template));
    of(template, "AWS::CloudWatch::Alarm")
        .forEach(
            alarm -> {
              long metrics =
                  StreamSupport.stream(alarm.path("Metrics").spliterator(), false)
                      .filter(metric -> metric.has("MetricStat"))
                      .count();
              atMost(METRICS_OF_ALARM_MAX, metrics, stack, "metrics of one alarm", problems);
            });
    return problems;
  }

  private static List<String> tasksAbove(int max, String stack, JsonNode template) {
    var above = new ArrayList<String>();
    of(template, "AWS::ECS::TaskDefinition")
        .forEach(
            task -> {
              int size = task.toString().getBytes(StandardCharsets.UTF_8).length;
              var family = task.path("Family").asText("a task definition");
              if (size > max) {
                above.add(refusal(TASK_BYTES_MAX, size, stack + ", " + family, TASK));
              }
            });
    return above;
  }

  private static void atMost(
      int max, long count, String stack, String noun, List<String> problems) {
    if (count > max) {
      problems.add(refusal(max, count, stack, noun));
    }
  }

  private static String refusal(int max, long count, String stack, String noun) {
    return "%s: %d %s (expected: at most %d, which AWS takes; %s)"
        .formatted(stack, count, noun, max, REMEDIES.getOrDefault(noun, SPLIT));
  }

  /** Returns the properties of the resources of a type. */
  private static Stream<JsonNode> of(JsonNode template, String type) {
    return StreamSupport.stream(template.path("Resources").spliterator(), false)
        .filter(resource -> resource.path("Type").asText().equals(type))
        .map(resource -> resource.path("Properties"));
  }
}
