package dev.atf.sim.net;

import dev.atf.runtime.rpc.RpcServers;
import dev.atf.runtime.server.RpcPort;
import dev.atf.sim.time.StuckEvents;
import dev.atf.sim.time.Timeline;
import dev.atf.sim.time.VirtualProcess;
import io.grpc.BindableService;
import io.grpc.Channel;
import io.grpc.ServerMethodDefinition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Registry of listening processes. A name stands for a load balancer: each call goes to one of its
 * listeners.
 */
public final class Network {
  private final Timeline timeline;
  private final RandomGenerator random;
  private final NetworkConditions conditions;
  private final StuckEvents stuck;
  private final Map<String, List<Listener>> listening = new HashMap<>();

  private record Listener(
      VirtualProcess process, Map<String, ServerMethodDefinition<?, ?>> methods) {}

  public Network(
      Timeline timeline, RandomGenerator random, NetworkConditions conditions, StuckEvents stuck) {
    this.timeline = timeline;
    this.random = random;
    this.conditions = conditions;
    this.stuck = stuck;
  }

  /** Returns servers of a process that are reached under each of {@code names}. */
  public RpcServers place(VirtualProcess process, String... names) {
    return (service, config, alive, services, tuneGrpc, tuneServer) -> {
      var listener = new Listener(process, methods(services));
      for (var name : names) {
        listening.computeIfAbsent(name, n -> new ArrayList<>()).add(listener);
      }
      return new RpcPort() {
        @Override
        public int port() {
          return 1;
        }

        @Override
        public void close() {
          listening.values().forEach(all -> all.remove(listener));
        }
      };
    };
  }

  /** Removes a killed process. Calls to it are then refused. */
  public void forget(VirtualProcess process) {
    listening.values().forEach(all -> all.removeIf(one -> one.process() == process));
  }

  /** Returns the channel for calls of {@code from} to {@code to}. */
  public Channel channel(VirtualProcess from, String to) {
    return new SimulatedChannel(this, from, to);
  }

  StuckEvents stuck() {
    return stuck;
  }

  Timeline timeline() {
    return timeline;
  }

  NetworkConditions conditions() {
    return conditions;
  }

  /** Returns a random listener that knows the method; empty if the call is refused. */
  Optional<Target> choose(String to, String method) {
    var there = listening.getOrDefault(to, List.of());
    if (there.isEmpty()) {
      return Optional.empty();
    }
    var one = there.get(random.nextInt(there.size()));
    return Optional.ofNullable(one.methods().get(method))
        .map(found -> new Target(one.process(), found));
  }

  record Target(VirtualProcess process, ServerMethodDefinition<?, ?> method) {}

  private static Map<String, ServerMethodDefinition<?, ?>> methods(
      List<? extends BindableService> services) {
    var methods = new HashMap<String, ServerMethodDefinition<?, ?>>();
    for (var service : services) {
      for (var method : service.bindService().getMethods()) {
        methods.put(method.getMethodDescriptor().getFullMethodName(), method);
      }
    }
    return methods;
  }
}
