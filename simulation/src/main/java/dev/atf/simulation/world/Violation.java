package dev.atf.simulation.world;

/**
 * A law that was broken.
 *
 * @param law the same for every breach of it, in whatever world
 * @param how who broke it, and when
 */
public record Violation(String law, String how) {
  @Override
  public String toString() {
    return law + ": " + how;
  }
}
