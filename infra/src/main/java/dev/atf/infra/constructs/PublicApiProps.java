package dev.atf.infra.constructs;

import java.util.List;
import java.util.Optional;

/**
 * How callers reach the frontend.
 *
 * @param certificateArn of the API's name, in Certificate Manager
 * @param internetFacing false: from the VPC, and what is joined to it, alone
 * @param callers address blocks that may connect
 * @param tokens the issuer whose tokens callers show; empty: whoever reaches it is answered
 */
public record PublicApiProps(
    String certificateArn,
    boolean internetFacing,
    List<String> callers,
    Optional<TokenIssuer> tokens) {
  public PublicApiProps {
    callers = List.copyOf(callers);
  }
}
