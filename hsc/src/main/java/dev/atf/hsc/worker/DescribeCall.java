package dev.atf.hsc.worker;

import dev.atf.hsc.call.ControllerId;
import dev.atf.model.LambdaName;
import dev.atf.model.worker.PlaceReport;
import java.util.List;
import java.util.Optional;

/**
 * Parsed DescribeLambdas call.
 *
 * @param controller controller; if empty, its workers are not recorded
 * @param report report of the host about itself; empty for a host without a place
 */
public record DescribeCall(
    List<LambdaName> lambdas,
    Optional<ControllerId> controller,
    List<Presence> workers,
    Optional<PlaceReport> report) {
  public static final int LAMBDAS_MAX = 100;

  /** State of a controller's executors of one lambda. */
  public sealed interface Presence {
    LambdaName lambda();

    /** Returns pairs of a key and a value, which explain why a task waits. */
    String note();

    /** Returns the part of the note whose changes are recorded soon. */
    String state();
  }

  /** Executors that work, or that should. */
  public record Workers(LambdaName lambda, String note, String state) implements Presence {}

  /** Calls for work of a lambda that the controller does not serve. */
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
