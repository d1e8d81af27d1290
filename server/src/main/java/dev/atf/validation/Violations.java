package dev.atf.validation;

import com.google.rpc.BadRequest;
import com.google.rpc.Status;
import dev.atf.model.check.FieldViolation;
import dev.atf.model.check.InvalidFieldException;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import io.grpc.protobuf.StatusProto;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Violations of one request. All of them are collected, up to a maximum number. */
public final class Violations {
  private record Found(ErrorReason reason, FieldViolation violation) {}

  /**
   * Maximum number of violations. It is more than anyone fixes at once; a body can contain
   * millions.
   */
  private static final int FOUND_MAX = 100;

  private final List<Found> found = new ArrayList<>();

  /** Returns the error for all of {@code violations} under {@link ErrorReason#FIELD_INVALID}. */
  public static Status status(List<FieldViolation> violations) {
    return statusOf(
        violations.stream()
            .map(violation -> new Found(ErrorReason.FIELD_INVALID, violation))
            .toList());
  }

  public void add(String field, Object value, String expected) {
    add(ErrorReason.FIELD_INVALID, field, value, expected);
  }

  public void add(ErrorReason reason, String field, Object value, String expected) {
    add(reason, new FieldViolation(field, String.valueOf(value), expected));
  }

  /** Adds a violation unless {@code value} is {@code min} to {@code max}. */
  public void requireBetween(String field, long value, long min, long max) {
    if (value < min || value > max) {
      add(field, value, min + " to " + max);
    }
  }

  private void add(ErrorReason reason, FieldViolation violation) {
    if (!isFull()) {
      found.add(new Found(reason, violation));
    }
  }

  /** Returns whether further violations are dropped. */
  public boolean isFull() {
    return found.size() >= FOUND_MAX;
  }

  /**
   * Returns the parsed value or, after a violation, {@code otherwise}, with which the search for
   * violations continues.
   */
  public <T> T parse(Supplier<T> parser, T otherwise) {
    try {
      return parser.get();
    } catch (InvalidFieldException e) {
      e.violations().forEach(violation -> add(ErrorReason.FIELD_INVALID, violation));
      return otherwise;
    }
  }

  /** Returns the parsed value; empty if it was refused. */
  public <T> Optional<T> read(Supplier<T> parser) {
    return parse(() -> Optional.of(parser.get()), Optional.empty());
  }

  /**
   * Reads one value of the model.
   *
   * @param path path of the message with the value, such as {@code tasks[3].}; the model adds the
   *     field
   * @return empty if the value was refused
   */
  public <T> Optional<T> read(String path, Supplier<T> value) {
    try {
      return Optional.of(value.get());
    } catch (InvalidFieldException e) {
      for (var each : e.violations()) {
        add(path + each.field(), each.value(), each.expected());
      }
      return Optional.empty();
    }
  }

  /**
   * Throws an exception of the model if there are violations.
   *
   * @throws InvalidFieldException with all violations
   */
  public void requireValid() {
    if (!isEmpty()) {
      throw new InvalidFieldException(all());
    }
  }

  /**
   * Throws an exception of a call if there are violations.
   *
   * @throws io.grpc.StatusRuntimeException with all violations
   */
  public void refuse() {
    if (!isEmpty()) {
      throw StatusProto.toStatusRuntimeException(status());
    }
  }

  public boolean isEmpty() {
    return found.isEmpty();
  }

  /** Returns the violations in the order in which they were found. */
  public List<FieldViolation> all() {
    return found.stream().map(Found::violation).toList();
  }

  /**
   * Returns the error with all violations. If all of them have the same reason, it is the reason of
   * the error; otherwise it is {@link ErrorReason#FIELD_INVALID}. Each violation also has its own
   * reason.
   */
  public Status status() {
    return statusOf(found);
  }

  private static Status statusOf(List<Found> found) {
    var reasons = new LinkedHashSet<ErrorReason>();
    var details = new ArrayList<BadRequest.FieldViolation>();
    var text = new StringBuilder();
    for (var each : found) {
      reasons.add(each.reason());
      var violation = each.violation();
      details.add(
          BadRequest.FieldViolation.newBuilder()
              .setField(violation.field())
              .setDescription(violation.value() + " (expected: " + violation.expected() + ")")
              .setReason(each.reason().name())
              .build());
      text.append(text.isEmpty() ? "" : "; ").append(violation);
    }
    var reason = reasons.size() == 1 ? reasons.iterator().next() : ErrorReason.FIELD_INVALID;
    return RpcErrors.status(reason, text.toString(), details);
  }
}
