package dev.atf.simulation.run;

import java.util.Optional;

/**
 * Whether it was noticed that something is missing.
 *
 * @param missing the guard, change or margin that was taken away
 * @param seedsTaken how many worlds it took; all of them if nothing was noticed
 * @param violation what was noticed first
 */
public record AblationReport(String missing, long seedsTaken, Optional<String> violation) {}
