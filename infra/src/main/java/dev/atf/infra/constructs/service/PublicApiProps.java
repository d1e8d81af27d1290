package dev.atf.infra.constructs.service;

import java.util.List;

/**
 * How callers reach the frontend.
 *
 * @param certificateArn of the API's name, in Certificate Manager
 * @param internetFacing false: from the VPC, and what is joined to it, alone
 * @param callers address blocks that may connect
 * @param auth how it knows its callers
 */
public record PublicApiProps(
    String certificateArn, boolean internetFacing, List<String> callers, CallerAuth auth) {
  public PublicApiProps {
    callers = List.copyOf(callers);
  }
}
