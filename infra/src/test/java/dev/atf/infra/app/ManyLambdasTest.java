package dev.atf.infra.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.atf.infra.NeedsNode;
import dev.atf.runtime.config.ConfigException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that the templates of clusters with many lambdas stay within the quotas of AWS. */
@NeedsNode
final class ManyLambdasTest {
  private static final int LAMBDAS_OF_WORKERS = 50;

  @ParameterizedTest
  @CsvSource({
    "1, 1",
    "1, 3",
    "1, 10",
    "3, 1",
    "3, 3",
    "3, 10",
    "82, 1",
    "82, 3",
    "82, 10",
    "300, 1",
    "300, 3",
    "300, 10",
    "1000, 1",
    "1000, 3",
    "1000, 10"
  })
  void noClusterHasAKnownMistakeOrExceedsAQuota(int lambdas, int workers) {
    var synthesis = Synthesis.of(file(lambdas, "REGISTRATION", workers));

    assertThat(synthesis.templates()).hasSize(2 + workers);
    assertThat(TemplateChecks.findings(synthesis)).isEmpty();
  }

  @Test
  void aThousandLambdasWithLongNamesFitIntoTaskDefinitions() {
    var file = file(1_000, "REGISTRATION", 10).replace("of-its-own-", "of-its-own-that-is-longer-");
    assertThat(file).contains("name: lambda-with-a-name-of-its-own-that-is-longer-000,");

    assertThat(TemplateChecks.findings(Synthesis.of(file))).isEmpty();
  }

  @Test
  void machinesAndTopicsOfOwnersChangeNothing() {
    var fargate = "capacity: FARGATE, cpu: 1024, memoryMib: 2048";
    var machines =
        "capacity: EC2, instanceType: c7g.2xlarge, cpu: 4096, memoryMib: 6144,"
            + " topicArn: 'arn:aws:sns:eu-central-1:111122223333:on-call'";
    var file = file(82, "REGISTRATION", 3).replace(fargate, machines);
    var synthesis = Synthesis.of(file);

    assertThat(synthesis.resources("AWS::AutoScaling::AutoScalingGroup")).hasSize(3);
    assertThat(TemplateChecks.findings(synthesis)).isEmpty();
  }

  @Test
  void tooMuchIsRefusedInOurOwnWords() {
    var template = Synthesis.small().template("dev-stateless").deepCopy();
    var resources = (ObjectNode) template.path("Resources");
    var roles = of(template, "AWS::IAM::ManagedPolicy").findFirst().orElseThrow().path("Roles");
    for (int number = 0; number < 500; number++) {
      resources
          .putObject("Policy" + number)
          .put("Type", "AWS::IAM::ManagedPolicy")
          .putObject("Properties")
          .set("Roles", roles);
    }

    assertThat(problems("dev-stateless", template))
        .hasSize(2)
        .anyMatch(
            problem ->
                problem.matches("dev-stateless: [0-9]+ resources \\(expected: at most 500, .*"))
        .anyMatch(
            problem ->
                problem.matches(
                    "dev-stateless: 50[0-9] policies of one role \\(expected: at most 10, .*"));
  }

  @Test
  void aTaskDefinitionThatIsTooLargeIsRefusedWithWhatHelps() {
    var template = Synthesis.small().template("dev-stateless").deepCopy();
    var task = (ObjectNode) of(template, "AWS::ECS::TaskDefinition").findFirst().orElseThrow();
    task.put("Padding", "x".repeat(65_536));

    assertThat(problems("dev-stateless", template))
        .singleElement()
        .asString()
        .contains("bytes of a task definition (expected: at most 65536", "a second cluster")
        .doesNotContain("split aws.workers");
  }

  @Test
  void aTaskDefinitionThatIsNearlyTooLargeIsAWarning() {
    var template = Synthesis.small().template("dev-stateless").deepCopy();
    assertThat(TemplateQuotas.warnings("dev-stateless", template)).isEmpty();
    var task = (ObjectNode) of(template, "AWS::ECS::TaskDefinition").findFirst().orElseThrow();
    task.put("Padding", "x".repeat(50_000));

    assertThat(problems("dev-stateless", template)).isEmpty();
    assertThat(TemplateQuotas.warnings("dev-stateless", template))
        .singleElement()
        .asString()
        .contains("bytes of a task definition (expected: at most 65536", "a second cluster");
  }

  @Test
  void servicesAndTablesDoNotGrowWithLambdas() {
    var one = Synthesis.of(file(1, "REGISTRATION"));
    var many = Synthesis.of(file(81, "REGISTRATION"));

    for (var stack : List.of("many-stateful", "many-stateless")) {
      assertThat(types(many.template(stack))).as(stack).isEqualTo(types(one.template(stack)));
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

  private static List<String> problems(String stack, JsonNode template) {
    return TemplateQuotas.problems(
        stack, template, template.toPrettyString().getBytes(StandardCharsets.UTF_8).length);
  }

  /** Returns the type of each resource: queues, policies, alarms and the others. */
  private static List<String> types(JsonNode template) {
    return StreamSupport.stream(template.path("Resources").spliterator(), false)
        .map(resource -> resource.path("Type").asText())
        .sorted()
        .toList();
  }

  /** Returns the properties of the resources of a type. */
  private static Stream<JsonNode> of(JsonNode template, String type) {
    return StreamSupport.stream(template.path("Resources").spliterator(), false)
        .filter(resource -> resource.path("Type").asText().equals(type))
        .map(resource -> resource.path("Properties"));
  }

  private static String file(int lambdas, String queues) {
    return file(lambdas, queues, (lambdas + LAMBDAS_OF_WORKERS - 1) / LAMBDAS_OF_WORKERS);
  }

  /**
   * Returns the file of a cluster whose lambdas have names of 33 characters and 3 priorities. Where
   * there are more worker clusters than lambdas, several run the same one.
   */
  private static String file(int lambdas, String queues, int workers) {
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
                .mapToObj(
                    number ->
                        "  - {name: %s, priorities: [high, normal, low], defaultPriority: normal}"
                            .formatted(lambda(number)))
                .collect(Collectors.joining("\n")),
            queues,
            IntStream.range(0, workers)
                .mapToObj(
                    number ->
                        "    - {name: w%d, capacity: FARGATE, cpu: 1024, memoryMib: 2048, processes: {%s}}"
                            .formatted(number, processes(number, lambdas, workers)))
                .collect(Collectors.joining("\n")));
  }

  private static String processes(int number, int lambdas, int workers) {
    int each = (lambdas + workers - 1) / workers;
    return IntStream.range(number * each, (number + 1) * each)
        .mapToObj(position -> lambda(position % lambdas) + ": 1")
        .collect(Collectors.joining(", "));
  }

  private static String lambda(int number) {
    return "lambda-with-a-name-of-its-own-%03d".formatted(number);
  }
}
