package dev.atf.infra.constructs;

import java.util.List;

/** Network of a cluster. */
public sealed interface NetworkProps {
  /** Returns the addresses of the VPC. */
  String cidr();

  /**
   * @param zones at least three for a cluster that survives the loss of one; empty: two that AWS
   *     chooses
   * @param natGateways one for each zone, or one for all: cheaper, but lost with its zone
   * @param fullEndpoints whether STS, the registry of images and CloudWatch's logs have endpoints,
   *     which SQS always has
   */
  record NewVpc(String cidr, List<String> zones, int natGateways, boolean fullEndpoints)
      implements NetworkProps {
    public NewVpc {
      zones = List.copyOf(zones);
    }
  }

  /**
   * An existing VPC, with routes to DynamoDB, SQS, the registry of images and CloudWatch's logs.
   *
   * @param privateSubnets one in each of {@code zones}, in their order
   * @param publicSubnets likewise; empty if the public API is internal
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
