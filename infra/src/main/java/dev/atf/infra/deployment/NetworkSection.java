package dev.atf.infra.deployment;

import dev.atf.runtime.config.SettingChecks;
import java.util.List;

/**
 * @param vpcId id of an existing VPC; empty: a new one
 * @param cidr addresses of the VPC
 * @param zones availability zones; empty, for a new VPC: the first three of the region
 * @param privateSubnets of an existing VPC, one in each of {@code zones}
 * @param publicSubnets likewise; only if the API faces the internet
 * @param natGateways number in a new VPC; 0: one in each zone
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
