package dev.atf.simulation.world;

import dev.atf.runtime.rpc.CallTimeout;
import dev.atf.sim.time.VirtualProcess;
import dev.atf.simulation.check.ScheduledDespiteZoneLoss;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.AbstractStub;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/** Repeats a call until it is answered, or refused permanently. */
final class StubbornCaller {
  private final Pace pace;
  private final Set<Status.Code> forGood;
  private final VirtualProcess self;
  private final EventLog log;
  private final RandomGenerator random;

  /**
   * Times of a caller.
   *
   * @param timeout time limit of one try
   * @param pauseMax longest pause between two tries
   */
  record Pace(Duration timeout, Duration pauseMax) {
    static final Pace PATIENT = new Pace(Duration.ofSeconds(5), Duration.ofSeconds(2));

    /** Pace of two tries within {@link ScheduledDespiteZoneLoss#WITHIN}, at different endpoints. */
    static final Pace FAILING_OVER = new Pace(Duration.ofSeconds(2), Duration.ofMillis(400));
  }

  /** Observer of a call's tries. */
  interface TryObserver {
    /**
     * Called after each try.
     *
     * @param number 1 for the first
     * @param answered true if it was the last, accepted or refused
     */
    void tried(int number, boolean answered);
  }

  /**
   * @param also status that this caller does not retry, in addition to errors of the call
   */
  public StubbornCaller(
      VirtualProcess self, EventLog log, RandomGenerator random, Status.Code also) {
    this(self, log, random, also, Pace.PATIENT);
  }

  StubbornCaller(
      VirtualProcess self, EventLog log, RandomGenerator random, Status.Code also, Pace pace) {
    this.pace = pace;
    this.forGood = EnumSet.of(Status.Code.INVALID_ARGUMENT, Status.Code.FAILED_PRECONDITION, also);
    this.self = self;
    this.log = log;
    this.random = random;
  }

  /** Repeats a call until it is answered; empty if it was refused permanently. */
  public <S extends AbstractStub<S>, T> Optional<T> untilAnswered(S stub, Function<S, T> call) {
    return untilAnswered(stub, call, (number, answered) -> {});
  }

  <S extends AbstractStub<S>, T> Optional<T> untilAnswered(
      S stub, Function<S, T> call, TryObserver observer) {
    for (int number = 1; ; number++) {
      try {
        var answer = call.apply(CallTimeout.on(stub, pace.timeout()));
        observer.tried(number, true);
        return Optional.of(answer);
      } catch (StatusRuntimeException e) {
        boolean answered = forGood.contains(e.getStatus().getCode());
        observer.tried(number, answered);
        if (answered) {
          log.note("refused " + self.name() + " " + e.getStatus());
          return Optional.empty();
        }
        self.sleepUninterruptibly(
            Duration.ofMillis(100 + random.nextLong(pace.pauseMax().toMillis())));
      }
    }
  }
}
