package dev.atf.simulation.model;

/** Searches histories that end early; {@link ExhaustiveClaimProtocolTest} searches the others. */
final class ClaimProtocolTest extends ClaimProtocolContract {
  private static final CleanSearches SEARCHES = new CleanSearches(Scenarios.brief());

  @Override
  CleanSearches searches() {
    return SEARCHES;
  }
}
