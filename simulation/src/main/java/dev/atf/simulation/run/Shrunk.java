package dev.atf.simulation.run;

import dev.atf.simulation.world.WorldReport;

/**
 * The smallest world that was found in which the same law is broken.
 *
 * @param law which one
 * @param world may be the one that shrinking began with
 * @param tried how many worlds were run
 * @param smallest whether nothing more could be left out of it; false if time was up before
 */
public record Shrunk(String law, WorldReport world, int tried, boolean smallest) {}
