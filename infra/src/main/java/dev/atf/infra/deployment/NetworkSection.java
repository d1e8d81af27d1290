package dev.atf.infra.deployment;

import dev.atf.runtime.config.SettingChecks;
import java.util.List;

/**
 * Settings of the network.
 *
 * @param vpcId id of an existing VPC; empty for a new one
 * @param cidr addresses of the VPC
 * @param zones availability zones; if empty, a new VPC uses the first three of the region
 * @param privateSubnets one subnet of an existing VPC in each of {@code zones}
 * @param publicSubnets one public subnet in each zone of an existing VPC; only if the API is
 *     reachable from the internet
 * @param natGateways number of NAT gateways in a new VPC; 0 for one in each zone
 * @param endpoints endpoints of a new VPC
 */
public record NetworkSection(
    String vpcId,
    String cidr,
    List<String> zones,
    List<String> privateSubnets,
    List<String> publicSubnets,
    int natGateways,
    Endpoints endpoints) {
  public NetworkSection {
    zones = List.copyOf(zones);
    privateSubnets = List.copyOf(privateSubnets);
    publicSubnets = List.copyOf(publicSubnets);
    boolean existing = !vpcId.isEmpty();
    new SettingChecks()
        .that(
            !existing || (!zones.isEmpty() && privateSubnets.size() == zones.size()),
            "network.privateSubnets",
            privateSubnets,
            "one in each of network.zones")
        .that(
            publicSubnets.isEmpty() || publicSubnets.size() == zones.size(),
            "network.publicSubnets",
            publicSubnets,
            "none, or one in each of network.zones")
        .that(
            existing || (privateSubnets.isEmpty() && publicSubnets.isEmpty()),
            "network.vpcId",
            vpcId,
            "the VPC of the subnets")
        .within("network.natGateways", natGateways, 0, 16)
        .that(
            !existing || endpoints == Endpoints.DATA,
            "network.endpoints",
            endpoints,
            "DATA with network.vpcId, for the endpoints of that VPC are its owner's")
        .end();
  }
}
