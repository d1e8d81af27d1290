package dev.atf.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.BadRequest;
import com.google.rpc.ErrorInfo;
import com.google.rpc.Status;
import dev.atf.model.check.FieldViolation;
import dev.atf.model.check.InvalidFieldException;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import io.grpc.StatusRuntimeException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Collecting what is wrong with a request, and the error that reports it. */
final class ViolationsTest {
  private static final int FOUND_MAX = 100;

  private final Violations violations = new Violations();

  @Test
  void reportsAllInTheOrderInWhichTheyWereFound() {
    violations.add("b", 1, "2");
    violations.add(ErrorReason.TIME_TOO_OLD, "a", "x", "y");

    assertThat(violations.all())
        .extracting(FieldViolation::toString)
        .containsExactly("b: 1 (expected: 2)", "a: x (expected: y)");
    assertThat(violations.isEmpty()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"0, 0, 10", "10, 0, 10", "-5, -5, -5", "9223372036854775807, 0, 9223372036854775807"})
  void acceptsNumbersFromTheFirstToTheLast(long value, long min, long max) {
    violations.requireBetween("bytes", value, min, max);

    assertThat(violations.isEmpty()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "-1, 0, 10",
    "11, 0, 10",
    "-9223372036854775808, 0, 9223372036854775807",
    "9223372036854775807, -9223372036854775808, 0"
  })
  void rejectsNumbersOutside(long value, long min, long max) {
    violations.requireBetween("bytes", value, min, max);

    assertThat(violations.all())
        .extracting(FieldViolation::toString)
        .containsExactly("bytes: %d (expected: %d to %d)".formatted(value, min, max));
  }

  @Test
  void keepsTheFirst100() {
    for (int i = 0; i < FOUND_MAX; i++) {
      assertThat(violations.isFull()).isFalse();
      violations.add("f" + i, i, "less");
    }
    assertThat(violations.isFull()).isTrue();
    violations.add("late", 1, "less");
    violations.parse(() -> refused("later"), 0);

    assertThat(violations.all()).hasSize(FOUND_MAX);
    assertThat(violations.all().get(FOUND_MAX - 1).field()).isEqualTo("f99");
  }

  @Test
  void parsesWhatIsAcceptedAndContinuesWithoutWhatIsNot() {
    assertThat(violations.parse(() -> 1, 2)).isEqualTo(1);
    assertThat(violations.read(() -> 1)).contains(1);
    assertThat(violations.read("tasks[3].", () -> 1)).contains(1);
    assertThat(violations.isEmpty()).isTrue();

    assertThat(violations.parse(() -> refused("a"), 2)).isEqualTo(2);
    assertThat(violations.read(() -> refused("b"))).isEmpty();
    assertThat(violations.read("tasks[3].", () -> refused("c"))).isEmpty();

    assertThat(violations.all())
        .extracting(FieldViolation::toString)
        .containsExactly(
            "a: bad (expected: good)",
            "b: bad (expected: good)",
            "tasks[3].c: bad (expected: good)");
  }

  @Test
  void letsOtherExceptionsPass() {
    assertThatThrownBy(
            () ->
                violations.parse(
                    () -> {
                      throw new IllegalStateException("a fault");
                    },
                    1))
        .isInstanceOf(IllegalStateException.class);
    assertThat(violations.isEmpty()).isTrue();
  }

  @Test
  void refusesOnlyWithViolations() {
    assertThatCode(violations::requireValid).doesNotThrowAnyException();
    assertThatCode(violations::refuse).doesNotThrowAnyException();

    violations.add("a", 1, "2");
    violations.add("b", 3, "4");

    assertThatThrownBy(violations::requireValid)
        .isInstanceOf(InvalidFieldException.class)
        .hasMessage("a: 1 (expected: 2); b: 3 (expected: 4)");
    assertThatThrownBy(violations::refuse)
        .isInstanceOfSatisfying(
            StatusRuntimeException.class,
            e -> {
              assertThat(e.getStatus().getCode()).isEqualTo(io.grpc.Status.Code.INVALID_ARGUMENT);
              assertThat(e.getStatus().getDescription())
                  .isEqualTo("a: 1 (expected: 2); b: 3 (expected: 4)");
              assertThat(RpcErrors.reasonOf(e)).contains(ErrorReason.FIELD_INVALID);
            });
  }

  @Test
  void statusHasTheCommonReasonAndEachViolationItsOwn() throws Exception {
    violations.add(ErrorReason.TIME_TOO_OLD, "a", 1, "2");
    assertThat(reason(violations.status())).isEqualTo("TIME_TOO_OLD");

    violations.add(ErrorReason.TIME_TOO_OLD, "b", 1, "2");
    assertThat(reason(violations.status())).isEqualTo("TIME_TOO_OLD");

    violations.add(ErrorReason.PAYLOAD_TOO_LARGE, "c", 3, "4");
    assertThat(reason(violations.status())).isEqualTo("FIELD_INVALID");
    assertThat(details(violations.status()))
        .extracting(each -> each.getField() + "|" + each.getDescription() + "|" + each.getReason())
        .containsExactly(
            "a|1 (expected: 2)|TIME_TOO_OLD",
            "b|1 (expected: 2)|TIME_TOO_OLD",
            "c|3 (expected: 4)|PAYLOAD_TOO_LARGE");
  }

  @Test
  void statusOfViolationsOfTheModelIsFieldInvalid() throws Exception {
    var status = Violations.status(List.of(new FieldViolation("a", "1", "2")));

    assertThat(status.getMessage()).isEqualTo("a: 1 (expected: 2)");
    assertThat(reason(status)).isEqualTo("FIELD_INVALID");
    assertThat(details(status))
        .extracting(BadRequest.FieldViolation::getField)
        .containsExactly("a");
  }

  /** A client takes 8 KiB of trailers, and the text is in them twice. */
  @Test
  void statusOfManyLongViolationsFitsIntoATrailer() throws Exception {
    for (int i = 0; i < 2 * FOUND_MAX; i++) {
      violations.add("labels", "\n" + "\ud83d\udca9".repeat(1_000), "less");
    }

    var status = violations.status();

    assertThat(status.getSerializedSize()).isLessThan(5_000);
    assertThat(status.getMessage()).endsWith("…");
    assertThat(details(status))
        .last()
        .extracting(BadRequest.FieldViolation::getDescription)
        .isEqualTo("and more (expected: fewer at once)");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '~',
      value = {
        "0000, \\u0000",
        "000a, \\u000a",
        "001b, \\u001b",
        "007f, \\u007f",
        "0085, \\u0085",
        "200b, \\u200b",
        "202e, \\u202e",
        "2028, \\u2028",
        "2029, \\u2029",
        "2066, \\u2066",
        "feff, \\ufeff",
        "d83d, \\ud83d",
        "de00, \\ude00",
        "0378, \\u0378",
        "00e9, é",
      })
  void valueIsEscapedUnlessItIsPrintable(String codePoint, String shown) {
    violations.add("priority", "a" + Character.toString(Integer.parseInt(codePoint, 16)), "b");

    assertThat(violations.all().get(0)).hasToString("priority: a" + shown + " (expected: b)");
  }

  private static int refused(String field) {
    throw new InvalidFieldException(field, "bad", "good");
  }

  private static String reason(Status status) throws InvalidProtocolBufferException {
    return detail(status, ErrorInfo.class).orElseThrow().getReason();
  }

  private static List<BadRequest.FieldViolation> details(Status status)
      throws InvalidProtocolBufferException {
    return detail(status, BadRequest.class).orElseThrow().getFieldViolationsList();
  }

  private static <M extends com.google.protobuf.Message> Optional<M> detail(
      Status status, Class<M> type) throws InvalidProtocolBufferException {
    for (var each : status.getDetailsList()) {
      if (each.is(type)) {
        return Optional.of(each.unpack(type));
      }
    }
    return Optional.empty();
  }
}
