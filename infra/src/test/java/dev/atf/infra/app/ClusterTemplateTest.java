package dev.atf.infra.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.atf.infra.NeedsNode;
import dev.atf.infra.constructs.observability.AlarmKind;
import dev.atf.infra.constructs.service.ComponentSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awscdk.assertions.Template;

/** Tests of what a reviewer would check in the templates. */
@NeedsNode
final class ClusterTemplateTest {
  private static final Set<String> LASTING =
      Set.of("AWS::DynamoDB::Table", "AWS::SQS::Queue", "AWS::KMS::Key");

  private final Synthesis production = Synthesis.production();
  private final Synthesis small = Synthesis.small();

  @Test
  void onlyTheStatefulStackHoldsLastingResources() {
    production
        .templates()
        .forEach(
            (stack, template) ->
                assertThat(types(template).stream().anyMatch(LASTING::contains))
                    .as(stack)
                    .isEqualTo(stack.endsWith("-stateful")));
  }

  @Test
  void theStatefulStackExportsNothingThatWouldTieItsHands() {
    var stateful = production.template("orders-stateful");

    assertThat(stateful.path("Outputs").isMissingNode()).isTrue();
    assertThat(production.template("orders-stateless").toString())
        .doesNotContain("orders-stateful:");
  }

  @Test
  void aProductionTableCannotBeLost() {
    assertThat(production.resources("AWS::DynamoDB::Table"))
        .hasSize(8)
        .allSatisfy(
            table -> {
              var properties = table.path("Properties");
              assertThat(table.path("DeletionPolicy").asText()).isEqualTo("Retain");
              assertThat(table.path("UpdateReplacePolicy").asText()).isEqualTo("Retain");
              assertThat(properties.path("DeletionProtectionEnabled").asBoolean()).isTrue();
              assertThat(
                      properties
                          .at("/PointInTimeRecoverySpecification/PointInTimeRecoveryEnabled")
                          .asBoolean())
                  .isTrue();
              assertThat(properties.at("/SSESpecification/SSEType").asText()).isEqualTo("KMS");
              assertThat(properties.path("BillingMode").asText()).isEqualTo("PAY_PER_REQUEST");
            });
  }

  @Test
  void tablesAndQueuesCarryTheirClustersName() {
    for (var type : List.of("AWS::DynamoDB::Table", "AWS::SQS::Queue", "AWS::KMS::Key")) {
      assertThat(production.resources(type))
          .isNotEmpty()
          .allMatch(
              resource ->
                  stream(resource.at("/Properties/Tags"))
                      .anyMatch(
                          tag ->
                              tag.path("Key").asText().equals("atf:cluster")
                                  && tag.path("Value").asText().equals("orders")));
    }
  }

  @Test
  void tablesThatWereRestoredAreNotMade(@TempDir Path directory) throws IOException {
    var small = Files.readString(Path.of("src/test/resources/dev/atf/infra/small.yaml"));
    var file = directory.resolve("restored.yaml");
    Files.writeString(file, small.replaceFirst("store: \\{[^}]*}", "store: {existing: true}"));
    var stack = new StatefulStack(ClusterApp.create(), ClusterPlan.read(file));

    var types = types(new ObjectMapper().valueToTree(Template.fromStack(stack).toJSON()));

    assertThat(types).contains("AWS::SQS::Queue");
    assertThat(types).doesNotContain("AWS::DynamoDB::Table", "AWS::KMS::Key");
  }

  @Test
  void onlyTablesOfTasksAndTheirIndexAreWarmed() {
    var warm =
        production.resources("AWS::DynamoDB::Table").stream()
            .filter(table -> table.at("/Properties/WarmThroughput").isObject())
            .map(table -> table.at("/Properties/TableName").asText())
            .toList();

    assertThat(warm).containsExactlyInAnyOrder("orders-entities", "orders-associations");
    assertThat(production.resources("AWS::DynamoDB::Table"))
        .filteredOn(
            table -> table.at("/Properties/TableName").asText().equals("orders-associations"))
        .singleElement()
        .matches(
            table ->
                table
                        .at(
                            "/Properties/GlobalSecondaryIndexes/0/WarmThroughput/WriteUnitsPerSecond")
                        .asInt()
                    == 8_000);
  }

  @Test
  void provisionedTablesScaleWithTheirIndex() {
    assertThat(small.resources("AWS::ApplicationAutoScaling::ScalableTarget"))
        .extracting(target -> target.at("/Properties/ScalableDimension").asText())
        .contains("dynamodb:table:WriteCapacityUnits", "dynamodb:index:WriteCapacityUnits");
  }

  @Test
  void queuesKeepAndHideTheirMessages() {
    assertThat(production.resources("AWS::SQS::Queue"))
        .hasSize(1)
        .allSatisfy(
            queue -> {
              assertThat(queue.at("/Properties/SqsManagedSseEnabled").asBoolean()).isTrue();
              assertThat(queue.at("/Properties/MessageRetentionPeriod").asInt())
                  .isEqualTo(14 * 24 * 3600);
            });
    assertThat(production.resources("AWS::SQS::Queue"))
        .extracting(queue -> queue.at("/Properties/QueueName").asText())
        .containsExactly("orders_unusable");
    assertThat(production.resources("AWS::SQS::QueuePolicy")).hasSize(1);
  }

  @Test
  void aTemplateHasQueuesWhereNoServiceMayMakeAny() {
    var fixed = Synthesis.ofProductionWith("queues: REGISTRATION", "queues: TEMPLATE");

    assertThat(fixed.resources("AWS::SQS::Queue"))
        .extracting(queue -> queue.at("/Properties/QueueName").asText())
        .hasSize(7)
        .contains("orders_resize-image_interactive", "orders_unusable");
    assertThat(fixed.resources("AWS::SQS::Queue"))
        .filteredOn(queue -> queue.toString().contains("\"orders_resize-image_interactive\""))
        .singleElement()
        .satisfies(
            queue ->
                assertThat(queue.at("/Properties/Tags").toString())
                    .contains("{\"Key\":\"atf:lambda\",\"Value\":\"resize-image\"}"));
    assertThat(fixed.template("orders-stateless").toString()).doesNotContain("sqs:CreateQueue");
    assertThat(production.template("orders-stateless").toString()).contains("sqs:CreateQueue");
  }

  @Test
  void thePublicApiAndTheHscSpeakTlsAndTheHscIsInternal() {
    assertThat(production.resources("AWS::ElasticLoadBalancingV2::Listener"))
        .extracting(listener -> listener.at("/Properties/Protocol").asText())
        .containsExactly("TLS", "TLS");
    assertThat(small.resources("AWS::ElasticLoadBalancingV2::Listener"))
        .extracting(listener -> listener.at("/Properties/Protocol").asText())
        .containsExactlyInAnyOrder("TLS", "TCP");
    assertThat(production.resources("AWS::Route53::HostedZone"))
        .singleElement()
        .satisfies(
            zone -> {
              assertThat(zone.at("/Properties/Name").asText()).isEqualTo("hsc.tasks.example.com.");
              assertThat(zone.at("/Properties/VPCs")).hasSize(1);
            });
    assertThat(production.resources("AWS::ElasticLoadBalancingV2::LoadBalancer"))
        .allMatch(balancer -> balancer.at("/Properties/Scheme").asText().equals("internal"));
  }

  @Test
  @Tag("T8")
  void membersOfOneSecurityGroupAloneReachTheHsc() {
    for (var synthesis : List.of(production, small)) {
      assertThat(rulesFor(synthesis, ComponentSettings.HSC_PORT))
          .hasSize(2)
          .allMatch(rule -> rule.path("CidrIp").isMissingNode())
          .anyMatch(rule -> rule.path("SourceSecurityGroupId").toString().contains("HscCallers"));
    }
  }

  @Test
  void onlyTheServicesReachTheStoreConsumersWithHints() {
    for (var synthesis : List.of(production, small)) {
      assertThat(rulesFor(synthesis, ComponentSettings.STORE_CONSUMER_PORT))
          .allMatch(rule -> rule.path("CidrIp").isMissingNode())
          .extracting(rule -> rule.at("/SourceSecurityGroupId/Fn::GetAtt/0").asText())
          .satisfiesExactlyInAnyOrder(
              group -> assertThat(group).contains("FrontendGroup"),
              group -> assertThat(group).contains("StoreConsumerGroup"),
              group -> assertThat(group).contains("HscGroup"));
    }
  }

  /** Returns the rules that let somebody connect to a port. */
  private static List<JsonNode> rulesFor(Synthesis synthesis, int port) {
    return Stream.concat(
            synthesis.resources("AWS::EC2::SecurityGroupIngress").stream()
                .map(rule -> rule.path("Properties")),
            synthesis.resources("AWS::EC2::SecurityGroup").stream()
                .flatMap(group -> stream(group.at("/Properties/SecurityGroupIngress"))))
        .filter(
            rule ->
                rule.path("IpProtocol").asText().equals("-1")
                    || (rule.path("FromPort").asInt() <= port
                        && rule.path("ToPort").asInt() >= port))
        .toList();
  }

  @Test
  void workersAreCallersOfTheHsc() {
    for (var stack : List.of("orders-workers-media", "orders-workers-mail")) {
      var services =
          stream(production.template(stack).path("Resources"))
              .filter(resource -> resource.path("Type").asText().equals("AWS::ECS::Service"))
              .toList();

      assertThat(services)
          .singleElement()
          .satisfies(
              service ->
                  assertThat(
                          service
                              .at("/Properties/NetworkConfiguration/AwsvpcConfiguration")
                              .path("SecurityGroups")
                              .toString())
                      .contains("HscCallers"));
    }
  }

  @Test
  void containersWriteNothingToTheirRootFileSystemAndAreHealthChecked() {
    var containers =
        production.resources("AWS::ECS::TaskDefinition").stream()
            .flatMap(task -> stream(task.at("/Properties/ContainerDefinitions")))
            .toList();

    assertThat(containers)
        .hasSize(10)
        .allMatch(container -> container.path("ReadonlyRootFilesystem").asBoolean());
    assertThat(containers)
        .filteredOn(container -> !container.path("Name").asText().equals("metrics"))
        .hasSize(5)
        .allMatch(container -> container.path("HealthCheck").isObject())
        .allMatch(container -> container.path("StopTimeout").asInt() == 120);
  }

  @Test
  void workersScaleToNothingAndBackByBacklogAndAge() {
    var load =
        production.resources("AWS::CloudWatch::Alarm").stream()
            .map(JsonNode::toString)
            .filter(alarm -> alarm.contains("workers_media") && alarm.contains("hosts < 1"))
            .toList();

    assertThat(load).hasSize(2);
    assertThat(load)
        .allSatisfy(
            alarm ->
                assertThat(alarm)
                    .contains("atf_consumer_due_age_seconds")
                    .contains("atf_consumer_backlog")
                    .contains("atf_consumer_hosts")
                    .contains("/ 200, age / 10")
                    .doesNotContain("FILL"));
    assertThat(production.resources("AWS::ApplicationAutoScaling::ScalableTarget"))
        .anyMatch(
            target ->
                target.at("/Properties/MinCapacity").asInt() == 0
                    && target.at("/Properties/MaxCapacity").asInt() == 20);
  }

  @Test
  void noMistakeOfAKnownKindIsInATemplate() {
    assertThat(TemplateChecks.findings(production)).isEmpty();
    assertThat(TemplateChecks.findings(small)).isEmpty();
  }

  @Test
  void aPlantedMistakeOfEachKindIsFound() {
    var services = production.template("orders-stateless").deepCopy();
    var workers = production.template("orders-workers-mail").deepCopy();
    var machines = production.template("orders-workers-media").deepCopy();
    propertiesOf(machines, "AWS::AutoScaling::AutoScalingGroup")
        .peek(group -> group.put("DesiredCapacity", "2"))
        .flatMap(group -> stream(group.path("Tags")))
        .forEach(tag -> ((ObjectNode) tag).put("PropagateAtLaunch", false));
    propertiesOf(machines, "AWS::ECS::Service")
        .forEach(one -> ((ObjectNode) one.path("DeploymentConfiguration")).remove("Alarms"));
    propertiesOf(machines, "AWS::ECS::TaskDefinition")
        .map(task -> task.at("/ContainerDefinitions/0"))
        .forEach(
            container -> {
              ((ObjectNode) container.at("/LogConfiguration/Options"))
                  .remove(List.of("mode", "max-buffer-size"));
              ((ObjectNode) container.at("/LinuxParameters/Tmpfs/0"))
                  .putArray("MountOptions")
                  .add("ro");
            });
    propertiesOf(machines, "AWS::Logs::LogGroup").forEach(group -> group.remove("Tags"));
    for (var template : List.of(services, workers)) {
      propertiesOf(template, "AWS::ECS::Service")
          .forEach(one -> one.put("DesiredCount", 3).remove("PropagateTags"));
    }
    propertiesOf(workers, "AWS::ECS::TaskDefinition")
        .map(task -> (ObjectNode) task.at("/ContainerDefinitions/0"))
        .forEach(
            container -> {
              container.remove("LinuxParameters");
              ((ObjectNode) container.at("/LogConfiguration/Options")).remove("max-buffer-size");
              container
                  .putArray("MountPoints")
                  .addObject()
                  .put("ContainerPath", "/tmp")
                  .put("ReadOnly", false);
            });
    propertiesOf(services, "AWS::CloudWatch::Alarm")
        .filter(alarm -> alarm.path("AlarmName").asText().equals("orders-dead-letters"))
        .forEach(alarm -> alarm.put("EvaluationPeriods", 1));
    propertiesOf(services, "AWS::CloudWatch::Alarm")
        .filter(alarm -> alarm.path("AlarmName").asText().equals("orders-recovering-long"))
        .forEach(alarm -> alarm.put("MetricName", "atf_consumer_recoverd"));
    propertiesOf(services, "AWS::ApplicationAutoScaling::ScalingPolicy")
        .map(policy -> policy.at("/TargetTrackingScalingPolicyConfiguration"))
        .map(policy -> policy.path("CustomizedMetricSpecification"))
        .filter(JsonNode::isObject)
        .forEach(metric -> ((ObjectNode) metric).put("MetricName", "atf_consumer_latenes"));
    propertiesOf(services, "AWS::ElasticLoadBalancingV2::LoadBalancer")
        .map(balancer -> balancer.path("LoadBalancerAttributes"))
        .flatMap(ClusterTemplateTest::stream)
        .filter(one -> one.path("Key").asText().equals("deletion_protection.enabled"))
        .forEach(one -> ((ObjectNode) one).put("Value", "true"));

    assertThat(TemplateChecks.smallLogBuffers(workers)).containsExactly("worker");
    assertThat(TemplateChecks.untagged(services)).hasSize(3);
    assertThat(TemplateChecks.protectedBalancers(services)).hasSize(2);
    assertThat(TemplateChecks.metricsOfNobody(services, TemplateChecks.sent(production)))
        .containsExactly("atf_consumer_recoverd[cluster]", "atf_consumer_latenes[cluster]");
    assertThat(TemplateChecks.countsThatUndoScaling(services)).hasSize(3);
    assertThat(TemplateChecks.countsThatUndoScaling(workers)).hasSize(1);
    assertThat(TemplateChecks.pathsNobodyCanWrite(workers))
        .hasSize(2)
        .anyMatch(finding -> finding.endsWith("/worker: /tmp is root's"))
        .anyMatch(finding -> finding.endsWith("/worker: /tmp is read-only"));
    assertThat(TemplateChecks.alarmsThatAFillDecides(services)).hasSize(1);
    assertThat(TemplateChecks.smallLogBuffers(machines)).containsExactly("worker");
    assertThat(TemplateChecks.countsThatUndoScaling(machines)).hasSize(1);
    assertThat(TemplateChecks.deploymentsThatStay(machines)).hasSize(1);
    assertThat(TemplateChecks.untagged(machines))
        .as("the group of machines and the log group")
        .hasSize(2);
    assertThat(TemplateChecks.pathsNobodyCanWrite(machines))
        .singleElement()
        .asString()
        .endsWith("/worker: /tmp is read-only");
  }

  private static Stream<ObjectNode> propertiesOf(JsonNode template, String type) {
    return TemplateChecks.ofType(template, type)
        .map(resource -> (ObjectNode) resource.getValue().path("Properties"));
  }

  @Test
  void theOwnerOfAWorkerClusterIsNotifiedOfItsLambdas() {
    var alarms =
        propertiesOf(production.template("orders-workers-media"), "AWS::CloudWatch::Alarm")
            .filter(alarm -> alarm.toString().contains("media-on-call"))
            .toList();

    assertThat(alarms)
        .extracting(alarm -> alarm.path("AlarmName").asText())
        .containsExactlyInAnyOrder(
            "orders-oldest-due-age-media",
            "orders-condition-closed-media",
            "orders-canary-failing-media",
            "orders-executors-missing-media",
            "orders-executors-crashing-media");
    assertThat(alarms).allSatisfy(alarm -> assertThat(alarm.toString()).contains("workers_media"));
    assertThat(production.template("orders-workers-mail").toString())
        .doesNotContain("AWS::SNS", "orders-oldest-due-age");
  }

  @Test
  void resourcesHaveTheTagOfTheirOwner() {
    assertThat(ownersOf("orders-stateful", "AWS::DynamoDB::Table")).containsOnly("platform");
    assertThat(ownersOf("orders-stateless", "AWS::ECS::Service")).containsOnly("platform");
    assertThat(ownersOf("orders-workers-media", "AWS::ECS::Service")).containsOnly("media");
    // That of its lambda.
    assertThat(ownersOf("orders-workers-mail", "AWS::ECS::Service")).containsOnly("mail");
  }

  private List<String> ownersOf(String stack, String type) {
    return propertiesOf(production.template(stack), type)
        .flatMap(properties -> stream(properties.path("Tags")))
        .filter(tag -> tag.path("Key").asText().equals("atf:owner"))
        .map(tag -> tag.path("Value").asText())
        .toList();
  }

  @Test
  void theTopicOfTheAlarmsIsAnOutput() {
    assertThat(production.template("orders-stateless").at("/Outputs/AlarmTopic/Value").isObject())
        .isTrue();
  }

  @Test
  void tablesAndTheirIndexesShowTheKeysOfRefusedCalls() {
    assertThat(production.resources("AWS::DynamoDB::Table"))
        .allMatch(
            table ->
                table
                    .at("/Properties/ContributorInsightsSpecification/Mode")
                    .asText()
                    .equals("THROTTLED_KEYS"))
        .allMatch(
            table ->
                stream(table.at("/Properties/GlobalSecondaryIndexes"))
                    .allMatch(
                        index ->
                            index
                                .at("/ContributorInsightsSpecification/Mode")
                                .asText()
                                .equals("THROTTLED_KEYS")));
  }

  @Test
  void anEntranceWithoutTargetsIsOneThatHasNoneInAnyZone() {
    assertThat(propertiesOf(production.template("orders-stateless"), "AWS::CloudWatch::Alarm"))
        .filteredOn(alarm -> alarm.path("AlarmName").asText().endsWith("-without-targets"))
        .hasSize(2)
        .allMatch(alarm -> alarm.path("Statistic").asText().equals("Maximum"));
  }

  @Test
  void storeConsumersScaleByLatenessAndProcessorTime() {
    var policies =
        production.resources("AWS::ApplicationAutoScaling::ScalingPolicy").stream()
            .map(policy -> policy.path("Properties"))
            .filter(policy -> policy.path("ScalingTargetId").toString().contains("StoreConsumer"))
            .map(policy -> policy.path("TargetTrackingScalingPolicyConfiguration"))
            .toList();

    assertThat(policies)
        .hasSize(2)
        .anyMatch(
            policy ->
                policy
                    .at("/PredefinedMetricSpecification/PredefinedMetricType")
                    .asText()
                    .equals("ECSServiceAverageCPUUtilization"))
        .anySatisfy(
            policy -> {
              var metric = policy.path("CustomizedMetricSpecification");
              assertThat(metric.path("MetricName").asText())
                  .isEqualTo("atf_consumer_release_lateness_seconds_max");
              assertThat(metric.path("Statistic").asText()).isEqualTo("Minimum");
              assertThat(metric.at("/Dimensions/0/Value").asText()).isEqualTo("orders");
              assertThat(policy.path("TargetValue").asInt()).isEqualTo(15);
            });
  }

  @Test
  void machinesWithTasksAreProtected() {
    assertThat(production.resources("AWS::ECS::CapacityProvider"))
        .singleElement()
        .satisfies(
            provider -> {
              var group = provider.at("/Properties/AutoScalingGroupProvider");
              assertThat(group.path("ManagedTerminationProtection").asText()).isEqualTo("ENABLED");
              assertThat(group.path("ManagedDraining").asText()).isEqualTo("ENABLED");
            });
  }

  @Test
  void everyKindOfAlarmIsThereAndCallsSomebody() {
    var alarms =
        production.resources("AWS::CloudWatch::Alarm").stream()
            .filter(alarm -> alarm.at("/Properties/AlarmName").asText().startsWith("orders-"))
            // ECS reads these, and they notify nobody.
            .filter(
                alarm ->
                    !alarm.at("/Properties/AlarmName").asText().startsWith("orders-deployment-"))
            .toList();

    assertThat(Arrays.stream(AlarmKind.values()).map(AlarmKind::entry))
        .allSatisfy(
            entry ->
                assertThat(alarms)
                    .anyMatch(
                        alarm ->
                            alarm
                                .at("/Properties/AlarmName")
                                .asText()
                                .startsWith("orders-" + entry)));
    assertThat(alarms).allMatch(alarm -> alarm.at("/Properties/AlarmActions").size() == 1);
  }

  private static Set<String> types(JsonNode template) {
    return stream(template.path("Resources"))
        .map(resource -> resource.path("Type").asText())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Stream<JsonNode> stream(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false);
  }
}
