package dev.atf.simulation.world;

import dev.atf.model.TaskEvent;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What became of one world.
 *
 * @param simulated how long it lasted, in its own time
 * @param happened wake-ups of threads and other happenings
 * @param hash of everything that was told: the same for the same seed
 * @param violations empty if all was well
 */
public record WorldReport(
    Plan plan,
    Duration simulated,
    long happened,
    long hash,
    List<String> violations,
    List<String> lines,
    Map<TaskEvent, Integer> events,
    Map<Family, Integer> fired) {}
