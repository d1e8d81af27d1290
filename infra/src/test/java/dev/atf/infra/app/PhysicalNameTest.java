package dev.atf.infra.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.atf.infra.NeedsNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Tests that no two resources of one type have the same name in any of a cluster's stacks:
 * CloudFormation would refuse the second stack.
 */
@NeedsNode
final class PhysicalNameTest {
  /** Property with the name of a resource in its account and region, by type. */
  private static final Map<String, List<String>> NAMES =
      Map.ofEntries(
          Map.entry("AWS::AutoScaling::AutoScalingGroup", List.of("AutoScalingGroupName")),
          Map.entry("AWS::CloudWatch::Alarm", List.of("AlarmName")),
          Map.entry("AWS::CloudWatch::Dashboard", List.of("DashboardName")),
          Map.entry("AWS::DynamoDB::Table", List.of("TableName")),
          Map.entry("AWS::ECS::CapacityProvider", List.of("Name")),
          Map.entry("AWS::ECS::Cluster", List.of("ClusterName")),
          // Of each cluster in ECS.
          Map.entry("AWS::ECS::Service", List.of("Cluster", "ServiceName")),
          Map.entry("AWS::EC2::SecurityGroup", List.of("GroupName")),
          Map.entry("AWS::ElasticLoadBalancingV2::LoadBalancer", List.of("Name")),
          Map.entry("AWS::ElasticLoadBalancingV2::TargetGroup", List.of("Name")),
          Map.entry("AWS::Events::EventBus", List.of("Name")),
          Map.entry("AWS::IAM::ManagedPolicy", List.of("ManagedPolicyName")),
          Map.entry("AWS::IAM::Role", List.of("RoleName")),
          Map.entry("AWS::Logs::LogGroup", List.of("LogGroupName")),
          Map.entry("AWS::ServiceDiscovery::PrivateDnsNamespace", List.of("Name")),
          Map.entry("AWS::SNS::Topic", List.of("TopicName")),
          Map.entry("AWS::SQS::Queue", List.of("QueueName")));

  @Test
  void resourcesOfAProductionClusterHaveNamesOfTheirOwn() {
    assertThat(Synthesis.production().plan().deployment().workers()).hasSizeGreaterThan(1);
    assertThat(duplicates(Synthesis.production().templates().values())).isEmpty();
  }

  @Test
  void resourcesOfASmallClusterHaveNamesOfTheirOwn() {
    assertThat(duplicates(Synthesis.small().templates().values())).isEmpty();
  }

  @Test
  void aPlantedSecondLogGroupOfTheSameNameIsFound() {
    var stacks = new TreeMap<String, JsonNode>(Synthesis.production().templates());
    var planted = Synthesis.production().template("orders-workers-mail").deepCopy();
    planted
        .withObject("/Resources/Planted")
        .put("Type", "AWS::Logs::LogGroup")
        .withObject("/Properties")
        .put("LogGroupName", "/atf/orders/workers-media");
    stacks.put("orders-workers-mail", planted);

    assertThat(duplicates(stacks.values()))
        .containsExactly("AWS::Logs::LogGroup \"/atf/orders/workers-media\"");
  }

  private static List<String> duplicates(Collection<? extends JsonNode> templates) {
    var seen = new HashSet<String>();
    var duplicates = new ArrayList<String>();
    for (var template : templates) {
      for (var resource : template.path("Resources")) {
        var type = resource.path("Type").asText();
        var names = NAMES.getOrDefault(type, List.of());
        var values = names.stream().map(resource.path("Properties")::path).toList();
        if (!names.isEmpty() && !values.get(names.size() - 1).isMissingNode()) {
          var name = type + values.stream().map(value -> " " + value).reduce("", String::concat);
          if (!seen.add(name)) {
            duplicates.add(name);
          }
        }
      }
    }
    return duplicates;
  }
}
