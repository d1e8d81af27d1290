package dev.atf.validation;

import com.fasterxml.jackson.core.JsonToken;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Duration;
import com.google.protobuf.Timestamp;
import dev.atf.model.check.FieldViolation;
import dev.atf.runtime.config.NearestName;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Checks of proto3's JSON for one field, in a body or, as text, in a query. */
public final class JsonFields {
  private static final Pattern TIMESTAMP =
      Pattern.compile(
          "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,9})?(Z|[+-]\\d\\d:\\d\\d)");
  private static final Pattern DURATION = Pattern.compile("-?\\d{1,12}(\\.\\d{1,9})?s");
  private static final Pattern BASE64 = Pattern.compile("[A-Za-z0-9+/]*+={0,2}");
  private static final Pattern NUMBER =
      Pattern.compile("-?\\d{1,40}(\\.\\d{1,40})?([eE][+-]?\\d{1,3})?");
  private static final BigDecimal DURATION_SECONDS_MAX = BigDecimal.valueOf(315_576_000_000L);

  private JsonFields() {}

  /** Finds a field by either of its names. */
  public static Optional<FieldDescriptor> find(Descriptor message, String name) {
    return message.getFields().stream()
        .filter(field -> field.getJsonName().equals(name) || field.getName().equals(name))
        .findFirst();
  }

  public static void unknown(Descriptor message, String path, String name, Violations violations) {
    if (violations.isFull()) {
      return;
    }
    var known =
        message.getFields().stream().map(FieldDescriptor::getJsonName).collect(Collectors.toList());
    violations.add(
        path + printable(name),
        "unknown field",
        nested(message, name)
            .map(inner -> path + inner)
            .or(() -> NearestName.of(name, known).map(near -> near + ", the nearest known"))
            .orElse("no field"));
  }

  /** Finds a field of this name in one of the nested messages. */
  private static Optional<String> nested(Descriptor message, String name) {
    return message.getFields().stream()
        .filter(outer -> outer.getJavaType() == FieldDescriptor.JavaType.MESSAGE)
        .filter(outer -> !outer.isRepeated())
        // Those of protobuf itself are written as texts or any JSON.
        .filter(outer -> isOfPackage(outer, message.getFile().getPackage()))
        .flatMap(
            outer ->
                find(outer.getMessageType(), name)
                    .map(inner -> outer.getJsonName() + "." + inner.getJsonName())
                    .stream())
        .findFirst();
  }

  private static boolean isOfPackage(FieldDescriptor field, String name) {
    return field.getMessageType().getFile().getPackage().equals(name);
  }

  public static void requireAsInPath(
      String field, String value, String inPath, Violations violations) {
    if (!value.equals(inPath)) {
      violations.add(field, value, "none, or as in the path: " + printable(inPath));
    }
  }

  /** Returns an untrusted name in a form that errors and logs can contain. */
  public static String printable(String name) {
    return FieldViolation.printable(name);
  }

  /** Returns whether the JSON of a message is a text. */
  static boolean isWrittenAsText(FieldDescriptor field) {
    return isOf(field, Timestamp.getDescriptor()) || isOf(field, Duration.getDescriptor());
  }

  /**
   * Returns whether a field accepts a scalar.
   *
   * @param token kind of the scalar, except null; {@code VALUE_STRING} for a value in a query
   */
  public static boolean accepts(FieldDescriptor field, JsonToken token, String text) {
    boolean string = token == JsonToken.VALUE_STRING;
    return switch (field.getJavaType()) {
      case STRING -> string;
      case BYTE_STRING -> string && isBase64(text);
      case BOOLEAN -> token.isBoolean();
      case INT -> (string || token.isNumeric()) && isInteger(text, Integer.BYTES);
      case LONG -> (string || token.isNumeric()) && isInteger(text, Long.BYTES);
      case FLOAT, DOUBLE ->
          (token.isNumeric() && isFinite(text))
              || (string
                  && (isNotFinite(text) || (NUMBER.matcher(text).matches() && isFinite(text))));
      case ENUM ->
          string
              ? field.getEnumType().findValueByName(text) != null
              : token.isNumeric() && isInteger(text, Integer.BYTES);
      case MESSAGE ->
          string && (isOf(field, Timestamp.getDescriptor()) ? isTimestamp(text) : isDuration(text));
    };
  }

  public static String expected(FieldDescriptor field) {
    return switch (field.getJavaType()) {
      case STRING -> "a string";
      case BYTE_STRING -> "a string of padded base64";
      case BOOLEAN -> "true or false";
      case INT -> "a whole number of 32 bits";
      case LONG -> "a whole number of 64 bits";
      case FLOAT, DOUBLE -> "a number of at most 1.8e308";
      case ENUM ->
          field.getEnumType().getValues().stream()
              .filter(value -> value.getNumber() != 0)
              .map(EnumValueDescriptor::getName)
              .collect(Collectors.joining(", ", "one of ", ""));
      case MESSAGE -> {
        if (isOf(field, Timestamp.getDescriptor())) {
          yield "a time of the years 1 to 9999 such as 2026-01-31T12:00:00Z";
        }
        yield isOf(field, Duration.getDescriptor())
            ? "a duration of at most 10000 years such as 30s or 0.5s"
            : "an object";
      }
    };
  }

  private static boolean isOf(FieldDescriptor field, Descriptor type) {
    return field.getJavaType() == FieldDescriptor.JavaType.MESSAGE
        && field.getMessageType().equals(type);
  }

  private static boolean isBase64(String text) {
    return text.length() % 4 == 0 && BASE64.matcher(text).matches();
  }

  private static boolean isInteger(String text, int bytes) {
    if (!NUMBER.matcher(text).matches()) {
      return false;
    }
    try {
      return new BigDecimal(text).toBigIntegerExact().bitLength() < bytes * Byte.SIZE;
    } catch (ArithmeticException e) {
      return false;
    }
  }

  private static boolean isFinite(String number) {
    return Double.isFinite(Double.parseDouble(number));
  }

  private static boolean isNotFinite(String text) {
    return text.equals("NaN") || text.equals("Infinity") || text.equals("-Infinity");
  }

  private static boolean isTimestamp(String text) {
    if (!TIMESTAMP.matcher(text).matches()) {
      return false;
    }
    try {
      int year =
          OffsetDateTime.parse(text).withOffsetSameInstant(java.time.ZoneOffset.UTC).getYear();
      return year >= 1 && year <= 9999;
    } catch (DateTimeException e) {
      return false;
    }
  }

  private static boolean isDuration(String text) {
    return DURATION.matcher(text).matches()
        && new BigDecimal(text.substring(0, text.length() - 1))
                .abs()
                .compareTo(DURATION_SECONDS_MAX)
            <= 0;
  }
}
