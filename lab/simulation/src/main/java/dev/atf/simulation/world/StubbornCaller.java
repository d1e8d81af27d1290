package dev.atf.simulation.world;

import dev.atf.runtime.rpc.CallTimeout;
import dev.atf.sim.time.VirtualProcess;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.AbstractStub;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/** Repeats a call until it is answered, or refused for good. */
public final class StubbornCaller {
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private final Set<Status.Code> forGood;
  private final VirtualProcess self;
  private final EventLog log;
  private final RandomGenerator random;

  /**
   * @param also further status that this caller does not retry, besides errors of the call
   */
  public StubbornCaller(
      VirtualProcess self, EventLog log, RandomGenerator random, Status.Code also) {
    this.forGood = EnumSet.of(Status.Code.INVALID_ARGUMENT, Status.Code.FAILED_PRECONDITION, also);
    this.self = self;
    this.log = log;
    this.random = random;
  }

  /** Repeats a call until it is answered; empty if it was refused for good. */
  public <S extends AbstractStub<S>, T> Optional<T> untilAnswered(S stub, Function<S, T> call) {
    while (true) {
      try {
        return Optional.of(call.apply(CallTimeout.on(stub, TIMEOUT)));
      } catch (StatusRuntimeException e) {
        if (forGood.contains(e.getStatus().getCode())) {
          log.note("refused " + self.name() + " " + e.getStatus());
          return Optional.empty();
        }
        self.sleepUninterruptibly(Duration.ofMillis(100 + random.nextLong(2_000)));
      }
    }
  }
}
