package dev.atf.infra.constructs.service;

import java.util.List;

/**
 * Access of callers to the frontend.
 *
 * @param certificateArn of the API's name, in Certificate Manager
 * @param internetFacing false: reachable only from the VPC and connected networks
 * @param callers address blocks that may connect
 * @param auth authentication of callers
 */
public record PublicApiProps(
    String certificateArn, boolean internetFacing, List<String> callers, CallerAuth auth) {
  public PublicApiProps {
    callers = List.copyOf(callers);
  }
}
