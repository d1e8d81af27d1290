package dev.atf.infra.deployment;

import dev.atf.runtime.config.SettingChecks;
import java.util.List;

/**
 * @param vpcId empty: one is made
 * @param cidr of the VPC
 * @param zones where it runs; empty, for a VPC that is made: two that AWS chooses
 * @param privateSubnets of a VPC that is there, one in each of {@code zones}
 * @param publicSubnets likewise; only where the API faces the internet
 * @param natGateways of a VPC that is made
 * @param endpoints of a VPC that is made
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
        .within("network.natGateways", natGateways, 1, 16)
        .that(
            !existing || endpoints == Endpoints.DATA,
            "network.endpoints",
            endpoints,
            "DATA with network.vpcId, for the endpoints of that VPC are its owner's")
        .end();
  }
}
