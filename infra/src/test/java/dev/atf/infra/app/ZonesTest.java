package dev.atf.infra.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.atf.infra.NeedsNode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that a cluster survives the loss of a zone, by default and as the example has it. */
@NeedsNode
final class ZonesTest {
  private static final String ZONES = "    zones: [eu-central-1a, eu-central-1b, eu-central-1c]\n";
  private static final String NAT = "    natGateways: 3\n";

  @Test
  void nothingOfAProductionClusterIsLostWithAZone() {
    assertThat(findings(Synthesis.production())).isEmpty();
  }

  @Test
  @Tag("F31")
  void nothingOfAClusterIsLostWithAZoneByDefault() {
    var byDefault =
        Synthesis.ofProductionWith(
            Map.of(ZONES, "", NAT, "", "tasksMin: 3, tasksMax: 20", "tasksMax: 20"));

    assertThat(findings(byDefault)).isEmpty();
    assertThat(byDefault.resources("AWS::EC2::NatGateway")).hasSize(3);
    assertThat(services(byDefault))
        .hasSize(3)
        .allMatch(
            service ->
                service.at("/Properties/AvailabilityZoneRebalancing").asText().equals("ENABLED"));
    assertThat(scalableTargets(byDefault))
        .hasSize(3)
        .allMatch(target -> target.at("/Properties/MinCapacity").asInt() == 3);
  }

  @Test
  void endpointsOfAllServicesReplaceNatGatewaysOfOtherZones() {
    assertThat(findings(Synthesis.ofProductionWith(NAT, "    natGateways: 1\n")))
        .contains("eu-central-1b has its way out in eu-central-1a");
    assertThat(
            findings(Synthesis.ofProductionWith(NAT, "    natGateways: 1\n    endpoints: FULL\n")))
        .isEmpty();
  }

  @Test
  void aPlantedResourceOfOneZoneIsFound() {
    var template = Synthesis.production().template("orders-stateless").deepCopy();
    template
        .withObject("/Resources/Disk")
        .put("Type", "AWS::EC2::Volume")
        .withObject("/Properties")
        .put("AvailabilityZone", "eu-central-1a");
    var service =
        (ObjectNode)
            template.at("/Resources").findParents("Type").stream()
                .filter(resource -> resource.path("Type").asText().equals("AWS::ECS::Service"))
                .findFirst()
                .orElseThrow();
    service.withArray("/Properties/NetworkConfiguration/AwsvpcConfiguration/Subnets").remove(0);

    assertThat(ZoneFindings.in(List.of(template)))
        .hasSize(2)
        .anyMatch(finding -> finding.equals("Disk (AWS::EC2::Volume) is in one zone"))
        .anyMatch(finding -> finding.endsWith("(AWS::ECS::Service) is in 2 zones"));
  }

  @Test
  void hostsOnMachinesAreSpreadOverZones() {
    assertThat(
            Synthesis.production()
                .template("orders-workers-media")
                .findParents("PlacementStrategies"))
        .singleElement()
        .matches(
            service ->
                service
                    .at("/PlacementStrategies/0/Field")
                    .asText()
                    .equals("attribute:ecs.availability-zone"));
  }

  private static List<String> findings(Synthesis synthesis) {
    return ZoneFindings.in(synthesis.templates().values());
  }

  private static List<JsonNode> services(Synthesis synthesis) {
    return ofStateless(synthesis, "AWS::ECS::Service");
  }

  private static List<JsonNode> scalableTargets(Synthesis synthesis) {
    return ofStateless(synthesis, "AWS::ApplicationAutoScaling::ScalableTarget");
  }

  private static List<JsonNode> ofStateless(Synthesis synthesis, String type) {
    return synthesis.template("orders-stateless").path("Resources").findParents("Type").stream()
        .filter(resource -> resource.path("Type").asText().equals(type))
        .toList();
  }
}
