package dev.atf.examples;

import dev.atf.executor.Outcome;
import dev.atf.executor.TaskContext;
import dev.atf.executor.TaskHandler;
import java.util.Map;

/**
 * Books parcels at a carrier. The spans of the carrier's calls belong to the trace of the task's
 * attempt.
 */
public final class Parcels implements TaskHandler<Parcels.Parcel> {
  private final Carrier carrier;

  public Parcels(Carrier carrier) {
    this.carrier = carrier;
  }

  /** Parcel to send. */
  public record Parcel(String to) {}

  /** Service that is called over HTTP. */
  @FunctionalInterface
  public interface Carrier {
    void book(Parcel parcel, Map<String, String> headers);
  }

  @Override
  public Outcome handle(Parcel parcel, TaskContext context) {
    carrier.book(parcel, context.traceHeaders());
    return Outcome.success();
  }
}
