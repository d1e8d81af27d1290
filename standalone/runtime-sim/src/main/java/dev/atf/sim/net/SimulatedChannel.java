package dev.atf.sim.net;

import dev.atf.sim.time.VirtualProcess;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.MethodDescriptor;

/** Channel of a stub in the simulated network. */
final class SimulatedChannel extends Channel {
  private final Network network;
  private final VirtualProcess from;
  private final String to;

  SimulatedChannel(Network network, VirtualProcess from, String to) {
    this.network = network;
    this.from = from;
    this.to = to;
  }

  @Override
  public <A, B> ClientCall<A, B> newCall(MethodDescriptor<A, B> method, CallOptions options) {
    return new SimulatedCall<>(network, from, to, method, options);
  }

  @Override
  public String authority() {
    return to;
  }
}
