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

/** Violations of one request: all that were found, up to a bound, not only the first. */
public final class Violations {
  private record Found(ErrorReason reason, FieldViolation violation) {}

  /** More than anybody corrects at once. A body can contain millions. */
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
   * Returns the parsed value; or {@code otherwise}, with which the search for violations continues.
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
   * @param path of the message that holds it, such as {@code tasks[3].}; the model adds the field
   * @return empty if it was refused
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
   * @throws InvalidFieldException all of them, if there are any
   */
  public void requireValid() {
    if (!isEmpty()) {
      throw new InvalidFieldException(all());
    }
  }

  /**
   * @throws io.grpc.StatusRuntimeException all of them, if there are any
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
   * Returns the error that names all of them: under their common reason, or under {@link
   * ErrorReason#FIELD_INVALID} when they have several. Each violation has its own.
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
