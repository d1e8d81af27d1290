package dev.atf.simulation.run;

import dev.atf.simulation.world.WorldReport;

/**
 * Smallest world found in which the same law is broken.
 *
 * @param law the law that is broken
 * @param world may be the one that shrinking began with
 * @param tried number of worlds that were run
 * @param smallest true if nothing more could be removed; false if time was up before
 */
public record Shrunk(String law, WorldReport world, int tried, boolean smallest) {}
