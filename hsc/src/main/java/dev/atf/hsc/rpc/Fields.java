package dev.atf.hsc.rpc;

import dev.atf.model.check.FieldViolation;
import dev.atf.model.check.InvalidFieldException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Reads the fields of one request and collects all violations. */
final class Fields {
  private final List<FieldViolation> violations = new ArrayList<>();

  /**
   * Reads one value of the model.
   *
   * @param path of the message that holds it, such as {@code tasks[3].}; the model adds the field
   * @return empty if it was refused; then {@link #requireValid} throws
   */
  <T> Optional<T> read(String path, Supplier<T> value) {
    try {
      return Optional.of(value.get());
    } catch (InvalidFieldException e) {
      for (var found : e.violations()) {
        violations.add(new FieldViolation(path + found.field(), found.value(), found.expected()));
      }
      return Optional.empty();
    }
  }

  void requireBetween(String field, long value, long min, long max) {
    if (value < min || value > max) {
      refuse(field, Long.toString(value), min + " to " + max);
    }
  }

  void refuse(String field, String value, String expected) {
    violations.add(new FieldViolation(field, value, expected));
  }

  /**
   * @throws InvalidFieldException with every violation so far, if there is one
   */
  void requireValid() {
    if (!violations.isEmpty()) {
      throw new InvalidFieldException(violations);
    }
  }
}
