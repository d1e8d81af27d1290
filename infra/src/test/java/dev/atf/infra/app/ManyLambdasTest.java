package dev.atf.infra.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.atf.infra.NeedsNode;
import dev.atf.runtime.config.ConfigException;
import java.nio.charset.StandardCharsets;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that the templates of clusters with many lambdas stay within the quotas of AWS. */
@NeedsNode
final class ManyLambdasTest {
  /** https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html */
  private static final int RESOURCES_MAX = 500;

  private static final int BYTES_MAX = 1024 * 1024;

  /** https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html */
  private static final int POLICIES_OF_ROLE_MAX = 10;

  private static final int POLICY_CHARS_MAX = 6_144;

  /** https://docs.aws.amazon.com/AmazonECS/latest/developerguide/service-quotas.html */
  private static final int TASK_BYTES_MAX = 64 * 1024;

  private static final int METRICS_OF_ALARM_MAX = 10;
  private static final int LAMBDAS_OF_WORKERS = 50;

  @ParameterizedTest
  @ValueSource(ints = {1, 80, 81, 1_000})
  void staysWithinQuotas(int lambdas) {
    var templates = Synthesis.of(file(lambdas, "REGISTRATION")).templates();

    assertThat(templates).hasSize(2 + workers(lambdas));
    templates.forEach(ManyLambdasTest::assertWithinQuotas);
  }

  @Test
  void servicesAndTablesDoNotGrowWithLambdas() {
    var one = Synthesis.of(file(1, "REGISTRATION"));
    var many = Synthesis.of(file(81, "REGISTRATION"));

    for (var stack : new String[] {"many-stateful", "many-stateless"}) {
      assertThat(many.template(stack).path("Resources").size())
          .as(stack)
          .isEqualTo(one.template(stack).path("Resources").size());
    }
  }

  @Test
  void queuesOfATemplateAreRefusedBeforeTheyAreTooMany() {
    assertThat(Synthesis.of(file(66, "TEMPLATE")).resources("AWS::SQS::Queue")).hasSize(199);
    assertThatThrownBy(() -> Synthesis.of(file(67, "TEMPLATE")))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "aws.queues: TEMPLATE with 201 queues (expected: at most 200; REGISTRATION has no bound)");
  }

  private static void assertWithinQuotas(String stack, JsonNode template) {
    assertThat(template.path("Resources").size()).as(stack).isLessThanOrEqualTo(RESOURCES_MAX);
    assertThat(template.toString().getBytes(StandardCharsets.UTF_8).length)
        .as(stack)
        .isLessThanOrEqualTo(BYTES_MAX);
    var policies = new TreeMap<String, Integer>();
    for (var policy : of(template, "AWS::IAM::ManagedPolicy").toList()) {
      assertThat(policy.path("PolicyDocument").toString().length())
          .as(stack)
          .isLessThanOrEqualTo(POLICY_CHARS_MAX);
      policy.path("Roles").forEach(role -> policies.merge(role.toString(), 1, Integer::sum));
    }
    assertThat(policies.values())
        .as(stack)
        .isNotEmpty()
        .allMatch(count -> count <= POLICIES_OF_ROLE_MAX);
    assertThat(of(template, "AWS::ECS::TaskDefinition"))
        .as(stack)
        .allMatch(
            task ->
                task.toString().getBytes(StandardCharsets.UTF_8).length <= TASK_BYTES_MAX);
    assertThat(of(template, "AWS::CloudWatch::Alarm"))
        .as(stack)
        .allMatch(alarm -> alarm.path("Metrics").size() <= METRICS_OF_ALARM_MAX + 1);
  }

  /** Returns the properties of the resources of a type. */
  private static Stream<JsonNode> of(JsonNode template, String type) {
    return StreamSupport.stream(template.path("Resources").spliterator(), false)
        .filter(resource -> resource.path("Type").asText().equals(type))
        .map(resource -> resource.path("Properties"));
  }

  private static int workers(int lambdas) {
    return (lambdas + LAMBDAS_OF_WORKERS - 1) / LAMBDAS_OF_WORKERS;
  }

  /** Returns the file of a cluster whose lambdas have names of 33 characters and 3 priorities. */
  private static String file(int lambdas, String queues) {
    return """
    cluster: many
    lambdas:
    %s
    aws:
      queues: %s
      api:
        certificateArn: arn:aws:acm:eu-central-1:111122223333:certificate/0
        callers: [10.0.0.0/8]
        auth: {allowUnauthenticated: true}
      hscEntrance: {allowPlaintext: true}
      network: {zones: [eu-central-1a, eu-central-1b, eu-central-1c]}
      images: {tag: "1"}
      workers:
    %s
    """
        .formatted(
            IntStream.range(0, lambdas)
                .mapToObj(number -> "  - {name: %s, priorities: [high, normal, low], defaultPriority: normal}"
                    .formatted(lambda(number)))
                .collect(Collectors.joining("\n")),
            queues,
            IntStream.range(0, workers(lambdas))
                .mapToObj(
                    number ->
                        "    - {name: w%d, capacity: FARGATE, cpu: 1024, memoryMib: 2048, processes: {%s}}"
                            .formatted(number, processes(number, lambdas)))
                .collect(Collectors.joining("\n")));
  }

  private static String processes(int workers, int lambdas) {
    return IntStream.range(
            workers * LAMBDAS_OF_WORKERS, Math.min(lambdas, (workers + 1) * LAMBDAS_OF_WORKERS))
        .mapToObj(number -> lambda(number) + ": 1")
        .collect(Collectors.joining(", "));
  }

  private static String lambda(int number) {
    return "lambda-with-a-name-of-its-own-%03d".formatted(number);
  }
}
