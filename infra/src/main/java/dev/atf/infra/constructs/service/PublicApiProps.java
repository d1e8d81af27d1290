package dev.atf.infra.constructs.service;

import java.util.List;

/**
 * Access of callers to the frontend.
 *
 * @param certificateArn ARN of the API's certificate in Certificate Manager
 * @param internetFacing whether the API can be reached from the internet; if not, only from the VPC
 *     and connected networks
 * @param callers address blocks that may connect
 * @param auth authentication of callers
 */
public record PublicApiProps(
    String certificateArn, boolean internetFacing, List<String> callers, CallerAuth auth) {
  public PublicApiProps {
    callers = List.copyOf(callers);
  }
}
