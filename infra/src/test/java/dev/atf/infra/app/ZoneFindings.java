package dev.atf.infra.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.atf.infra.Intrinsics;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Findings in the templates of a cluster: resources that the loss of one zone takes away. */
final class ZoneFindings {
  private static final int ZONES_MIN = 3;

  /** Properties that list the subnets of a resource. */
  private static final Set<String> SUBNETS = Set.of("Subnets", "SubnetIds", "VPCZoneIdentifier");

  /** Resources of one subnet each; {@link #waysOut} looks at NAT gateways. */
  private static final Set<String> OF_ONE_SUBNET =
      Set.of("AWS::EC2::SubnetRouteTableAssociation", "AWS::EC2::NatGateway");

  /** Services that tasks need in order to start, work and log. */
  private static final Set<String> NEEDED = Set.of("sqs", "ecr.api", "ecr.dkr", "logs", "sts");

  private final Map<String, JsonNode> resources = new LinkedHashMap<>();
  private final Map<String, JsonNode> exports = new HashMap<>();
  private final List<String> findings = new ArrayList<>();

  private ZoneFindings(Collection<ObjectNode> templates) {
    for (var template : templates) {
      template
          .path("Resources")
          .properties()
          .forEach(it -> resources.put(it.getKey(), it.getValue()));
      for (var output : template.path("Outputs")) {
        exports.put(output.at("/Export/Name").asText(), output.path("Value"));
      }
    }
  }

  /** Returns a sentence for each finding. */
  static List<String> in(Collection<ObjectNode> templates) {
    var found = new ZoneFindings(templates);
    found.resources.forEach(
        (id, resource) ->
            found.spread(id, resource.path("Type").asText(), resource.path("Properties")));
    found.waysOut();
    return found.findings;
  }

  private void spread(String id, String type, JsonNode properties) {
    for (var field : properties.properties()) {
      var value = field.getValue();
      if (SUBNETS.contains(field.getKey()) && value.isArray()) {
        var zones = stream(value).map(this::zone).collect(Collectors.toSet());
        if (zones.size() < ZONES_MIN) {
          findings.add("%s (%s) is in %d zones".formatted(id, type, zones.size()));
        }
      } else if (field.getKey().equals("SubnetId") && !OF_ONE_SUBNET.contains(type)
          || field.getKey().equals("AvailabilityZone") && !type.equals("AWS::EC2::Subnet")) {
        findings.add("%s (%s) is in one zone".formatted(id, type));
      } else if (value.isObject()) {
        spread(id, type, value);
      }
    }
  }

  /** Looks for private subnets whose way out is a NAT gateway of another zone. */
  private void waysOut() {
    if (endpoints().containsAll(NEEDED)) {
      return;
    }
    for (var route : ofType("AWS::EC2::Route")) {
      var gateway = route.at("/Properties/NatGatewayId");
      if (gateway.isMissingNode()) {
        continue;
      }
      var gatewayZone = zone(resolve(gateway).at("/Properties/SubnetId"));
      for (var association : ofType("AWS::EC2::SubnetRouteTableAssociation")) {
        var properties = association.path("Properties");
        var zone = zone(properties.path("SubnetId"));
        if (properties.path("RouteTableId").equals(route.at("/Properties/RouteTableId"))
            && !zone.equals(gatewayZone)) {
          findings.add("%s has its way out in %s".formatted(zone, gatewayZone));
        }
      }
    }
  }

  private Set<String> endpoints() {
    return ofType("AWS::EC2::VPCEndpoint").stream()
        .map(endpoint -> Intrinsics.text(endpoint.at("/Properties/ServiceName")))
        .map(name -> name.replaceFirst("com\\.amazonaws\\.[^.]+\\.", ""))
        .collect(Collectors.toSet());
  }

  /** Returns the zone of a subnet; one of an existing VPC is named by itself. */
  private String zone(JsonNode subnet) {
    if (subnet.isTextual()) {
      return subnet.asText();
    }
    var zone = resolve(subnet).at("/Properties/AvailabilityZone");
    return zone.isTextual() ? zone.asText() : zone.toString();
  }

  private JsonNode resolve(JsonNode reference) {
    return reference.has("Fn::ImportValue")
        ? resolve(exports.get(reference.get("Fn::ImportValue").asText()))
        : resources.get(reference.path("Ref").asText());
  }

  private List<JsonNode> ofType(String type) {
    return resources.values().stream()
        .filter(resource -> resource.path("Type").asText().equals(type))
        .toList();
  }

  private static Stream<JsonNode> stream(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false);
  }
}
