package dev.atf.simulation.world;

/**
 * Breach of a law.
 *
 * @param law name of the law, the same in every world
 * @param how description of the breach
 */
public record Violation(String law, String how) {
  @Override
  public String toString() {
    return law + ": " + how;
  }
}
