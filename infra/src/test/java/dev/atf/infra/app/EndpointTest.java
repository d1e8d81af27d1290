package dev.atf.infra.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.atf.infra.Intrinsics;
import dev.atf.infra.NeedsNode;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests of the endpoints of AWS services in a new VPC. */
@NeedsNode
final class EndpointTest {
  private static Synthesis full;

  @BeforeAll
  static void synthesize() {
    full = Synthesis.ofProductionWith("natGateways: 3", "natGateways: 3\n    endpoints: FULL");
  }

  @Test
  void tablesAndQueuesHaveEndpointsAlways() {
    assertThat(services(Synthesis.production().resources("AWS::EC2::VPCEndpoint")))
        .containsExactlyInAnyOrder("dynamodb", "s3", "sqs");
  }

  @Test
  void fullEndpointsLetTasksStartAndLogWithoutANat() {
    var endpoints = full.resources("AWS::EC2::VPCEndpoint");

    assertThat(services(endpoints))
        .containsExactlyInAnyOrder("dynamodb", "s3", "sqs", "ecr.api", "ecr.dkr", "logs", "sts");
    assertThat(endpoints)
        .filteredOn(
            endpoint -> endpoint.at("/Properties/VpcEndpointType").asText().equals("Interface"))
        .hasSize(5)
        .allMatch(endpoint -> endpoint.at("/Properties/PrivateDnsEnabled").asBoolean())
        .allMatch(endpoint -> endpoint.at("/Properties/SecurityGroupIds").size() == 1);
    assertThat(full.resources("AWS::EC2::SecurityGroup"))
        .filteredOn(
            group ->
                group
                    .at("/Properties/GroupDescription")
                    .asText()
                    .endsWith("for the inside of the VPC"))
        .hasSize(5)
        .allMatch(group -> group.at("/Properties/SecurityGroupIngress/0/FromPort").asInt() == 443);
  }

  @Test
  void endpointsButThoseOfImageLayersAndIdentitiesServeThisAccountAlone() {
    assertThat(full.resources("AWS::EC2::VPCEndpoint"))
        .filteredOn(
            endpoint ->
                !endpoint
                    .at("/Properties/PolicyDocument")
                    .toString()
                    .contains("aws:PrincipalAccount"))
        .extracting(EndpointTest::service)
        .containsExactlyInAnyOrder("s3", "sts");
  }

  private static List<String> services(List<JsonNode> endpoints) {
    return endpoints.stream().map(EndpointTest::service).toList();
  }

  private static String service(JsonNode endpoint) {
    var name = Intrinsics.text(endpoint.at("/Properties/ServiceName"));
    return name.replaceFirst("com\\.amazonaws\\.[^.]+\\.", "");
  }
}
