package dev.atf.cli.chore.bridge;

import java.time.Duration;
import java.util.Map;

/**
 * Settings of a bridge.
 *
 * @param name unique for each start
 * @param runners lambdas by the names of runners
 * @param takenMax maximum number of unfinished chores that the bridge has taken
 * @param rescueAfter time for which a chore of another bridge is left to that bridge
 */
public record BridgeSettings(
    String name, Map<String, String> runners, int takenMax, Duration rescueAfter) {
  public BridgeSettings {
    runners = Map.copyOf(runners);
  }
}
