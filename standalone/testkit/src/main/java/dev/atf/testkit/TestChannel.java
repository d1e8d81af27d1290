package dev.atf.testkit;

import dev.atf.sim.time.VirtualProcess;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.MethodDescriptor;
import java.util.function.Consumer;

/**
 * Channel with which code under test calls the frontend, from the test's threads and from handlers.
 */
final class TestChannel extends Channel {
  private final Channel inside;
  private final Consumer<Runnable> turn;

  /**
   * Creates a channel.
   *
   * @param inside channel for threads in virtual time
   * @param turn runs an action in virtual time, and returns when it is done
   */
  TestChannel(Channel inside, Consumer<Runnable> turn) {
    this.inside = inside;
    this.turn = turn;
  }

  @Override
  public <A, B> ClientCall<A, B> newCall(MethodDescriptor<A, B> method, CallOptions options) {
    return VirtualProcess.isInVirtualTime()
        ? inside.newCall(method, options)
        : new OutsideCall<>(inside, turn, method, options);
  }

  @Override
  public String authority() {
    return inside.authority();
  }
}
