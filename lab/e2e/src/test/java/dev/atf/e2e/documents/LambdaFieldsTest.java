package dev.atf.e2e.documents;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import dev.atf.protocol.v1.Lambda;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests that the fields of a lambda in {@code docs/lambda.md} are those of the protocol. */
final class LambdaFieldsTest {
  private static final Pattern NAME = Pattern.compile("`([a-zA-Z.]+)`");
  private static final List<String> SET_BY_THE_SERVER =
      List.of("updatedAt", "gates", "live", "closedAt");

  @Test
  void theTableHasEveryFieldAndNoOther() {
    var table =
        Project.document("docs/lambda.md")
            .lines()
            .dropWhile(line -> !line.startsWith("|---"))
            .skip(1)
            .takeWhile(line -> line.startsWith("| "));

    var told =
        table
            .map(row -> row.split("\\|", -1)[1])
            .flatMap(names -> NAME.matcher(names).results().map(name -> name.group(1)));

    assertThat(told)
        .containsExactlyInAnyOrderElementsOf(fields(Lambda.getDescriptor(), "").toList());
  }

  private static Stream<String> fields(Descriptor message, String prefix) {
    return message.getFields().stream()
        .filter(field -> !SET_BY_THE_SERVER.contains(field.getJsonName()))
        .flatMap(field -> names(field, prefix));
  }

  private static Stream<String> names(FieldDescriptor field, String prefix) {
    return field.getJsonName().equals("retry")
        ? fields(field.getMessageType(), "retry.")
        : Stream.of(prefix + field.getJsonName());
  }
}
