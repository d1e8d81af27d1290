package dev.atf.simulation.scale;

import dev.atf.sim.net.Delivery;
import dev.atf.sim.net.NetworkConditions;
import dev.atf.sim.net.ProtocolVersion;

/** Network that loses no messages. */
record FaultlessNetwork(Latency latency) implements NetworkConditions {
  @Override
  public Delivery request(String from, String to) {
    return Delivery.arrivesAfter(latency.next());
  }

  @Override
  public Delivery answer(String from, String to) {
    return Delivery.arrivesAfter(latency.next());
  }

  @Override
  public ProtocolVersion version(String process) {
    return ProtocolVersion.TODAYS;
  }
}
