package dev.atf.infra.constructs;

import java.util.List;

/** Network of a cluster. */
public sealed interface NetworkProps {
  /** Returns the addresses of the VPC. */
  String cidr();

  /**
   * New VPC.
   *
   * @param zones availability zones, at least three for a cluster that survives the loss of one; if
   *     empty, the first three of the region
   * @param natGateways number of NAT gateways; 0 for one in each zone; with fewer gateways than
   *     zones, the loss of a gateway's zone also cuts other zones off
   * @param fullEndpoints whether STS, the image registry and CloudWatch Logs have endpoints; SQS
   *     always has one
   */
  record NewVpc(String cidr, List<String> zones, int natGateways, boolean fullEndpoints)
      implements NetworkProps {
    public NewVpc {
      zones = List.copyOf(zones);
    }
  }

  /**
   * Existing VPC with routes to DynamoDB, SQS, the image registry and CloudWatch Logs.
   *
   * @param privateSubnets one subnet in each of {@code zones}, in their order
   * @param publicSubnets one subnet in each zone; empty if the public API is internal
   */
  record ExistingVpc(
      String vpcId,
      String cidr,
      List<String> zones,
      List<String> privateSubnets,
      List<String> publicSubnets)
      implements NetworkProps {
    public ExistingVpc {
      zones = List.copyOf(zones);
      privateSubnets = List.copyOf(privateSubnets);
      publicSubnets = List.copyOf(publicSubnets);
    }
  }
}
