package dev.atf.hsc.heartbeat;

import dev.atf.hsc.call.ControllerId;
import dev.atf.model.LambdaName;
import java.util.List;
import java.util.Optional;

/**
 * A DescribeLambdas call that can be read.
 *
 * @param controller empty: nobody is told of its workers
 */
public record DescribeCall(
    List<LambdaName> lambdas, Optional<ControllerId> controller, List<Presence> workers) {
  public static final int LAMBDAS_MAX = 100;

  /** State of a controller's executors of one lambda. */
  public sealed interface Presence {
    LambdaName lambda();

    /** Pairs of a key and a value, for whoever explains why a task waits. */
    String note();

    /** The part of it of which a change is to be known soon. */
    String state();
  }

  /** Those that work, or should. */
  public record Workers(LambdaName lambda, String note, String state) implements Presence {}

  /** They ask, and their controller does not serve the lambda. */
  public record Refused(LambdaName lambda, long calls) implements Presence {
    @Override
    public String note() {
      return "refused=" + calls;
    }

    @Override
    public String state() {
      return "refused";
    }
  }

  public DescribeCall {
    lambdas = List.copyOf(lambdas);
    workers = List.copyOf(workers);
  }
}
