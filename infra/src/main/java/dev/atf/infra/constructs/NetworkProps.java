package dev.atf.infra.constructs;

import java.util.List;

/** Network of a cluster. */
public sealed interface NetworkProps {
  /** Returns the addresses of the VPC. */
  String cidr();

  /**
   * @param zones at least three for a cluster that survives the loss of one; empty: the first three
   *     of the region
   * @param natGateways 0: one in each zone; fewer than zones are cheaper, and take the way out of
   *     other zones with them when theirs is lost
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
