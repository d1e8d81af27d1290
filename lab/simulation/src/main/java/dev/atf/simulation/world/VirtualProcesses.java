package dev.atf.simulation.world;

import dev.atf.runtime.ProcessName;
import dev.atf.runtime.process.RuntimePorts;
import dev.atf.sim.net.Network;
import dev.atf.sim.time.Carriers;
import dev.atf.sim.time.Timeline;
import dev.atf.sim.time.VirtualProcess;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.util.Random;
import java.util.random.RandomGenerator;

/** Makes the processes of one world, and what each has of time, chance and network. */
final class VirtualProcesses {
  private final Timeline timeline;
  private final Carriers carriers;
  private final Network network;
  private final RandomGenerator random;
  private final Instant beginning;

  VirtualProcesses(
      Timeline timeline,
      Carriers carriers,
      Network network,
      RandomGenerator random,
      Instant beginning) {
    this.timeline = timeline;
    this.carriers = carriers;
    this.network = network;
    this.random = random;
    this.beginning = beginning;
  }

  VirtualProcess make(String name) {
    return new VirtualProcess(timeline, carriers, name, beginning);
  }

  RuntimePorts runtime(VirtualProcess process, String... listensAs) {
    return new RuntimePorts(
        new ProcessName(process.name(), 1),
        process,
        process,
        new Random(random.nextLong()),
        process,
        network.place(process, listensAs),
        new SimpleMeterRegistry());
  }
}
