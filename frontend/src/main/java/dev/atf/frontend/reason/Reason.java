package dev.atf.frontend.reason;

import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.ExplainTaskResponse;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A reason for the state of a task.
 *
 * @param message self-contained clause with numbers
 * @param since start of the state; null if unknown
 * @param until time at which the state ends by itself; null if it does not, or if the time is
 *     unknown
 * @param remedy clause with commands that end the state; empty for the general remedy of the code
 */
public record Reason(
    ExplainCode code,
    String message,
    @Nullable Instant since,
    @Nullable Instant until,
    String remedy) {
  /** Creates a reason of unknown duration, with the remedy of its code. */
  public Reason(ExplainCode code, String message) {
    this(code, message, null, null);
  }

  /** Creates a reason that does not end by itself, with the remedy of its code. */
  public Reason(ExplainCode code, String message, @Nullable Instant since) {
    this(code, message, since, null);
  }

  /** Creates a reason with the remedy of its code. */
  public Reason(
      ExplainCode code, String message, @Nullable Instant since, @Nullable Instant until) {
    this(code, message, since, until, "");
  }

  /** Returns this reason with another remedy. */
  public Reason withRemedy(String other) {
    return new Reason(code, message, since, until, other);
  }

  /** Returns the protocol form of this reason, with another remedy. */
  public ExplainTaskResponse.Reason proto(String other) {
    var proto =
        ExplainTaskResponse.Reason.newBuilder()
            .setCode(code.name())
            .setMessage(message)
            .setRemedy(sentence(other));
    Optional.ofNullable(since).ifPresent(at -> proto.setSince(ProtoTimes.proto(at)));
    Optional.ofNullable(until).ifPresent(at -> proto.setUntil(ProtoTimes.proto(at)));
    return proto.build();
  }

  /** Turns a clause into a sentence. */
  public static String sentence(String clause) {
    var end = clause.endsWith(".") ? "" : ".";
    return clause.substring(0, 1).toUpperCase(Locale.ROOT) + clause.substring(1) + end;
  }
}
