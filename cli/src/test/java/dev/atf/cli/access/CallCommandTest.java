package dev.atf.cli.access;

import static org.assertj.core.api.Assertions.assertThatCode;

import dev.atf.cli.CommandModelContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/** Tests the fields of the requests of all commands, without a server. */
final class CallCommandTest {
  @TempDir private static Path directory;

  private static Map<Class<?>, Object> values = Map.of();

  @BeforeAll
  static void writeFile() throws IOException {
    var file = Files.writeString(directory.resolve("file"), "{}");
    values =
        Map.of(
            String.class,
            "1",
            boolean.class,
            true,
            int.class,
            1,
            Long.class,
            1L,
            Instant.class,
            Instant.EPOCH,
            Duration.class,
            Duration.ofSeconds(1),
            Path.class,
            file);
  }

  static Stream<Named<CommandSpec>> calls() {
    return CommandModelContract.all()
        .filter(command -> command.getPayload().userObject() instanceof CallCommand<?, ?>);
  }

  @ParameterizedTest
  @MethodSource("calls")
  void everyArgumentIsAFieldOfTheRequest(CommandSpec command) {
    var call = (CallCommand<?, ?>) command.userObject();

    command.args().forEach(argument -> argument.setValue(value(argument)));

    assertThatCode(call::request).doesNotThrowAnyException();
  }

  private static Object value(ArgSpec argument) {
    var types = argument.typeInfo().getAuxiliaryTypes();
    var type = types[types.length - 1];
    if (argument.defaultValue() != null && type.equals(String.class)) {
      return argument.defaultValue();
    }
    Object one =
        type.isEnum()
            ? type.getEnumConstants()[0]
            : Objects.requireNonNull(values.get(type), type.getName());
    if (argument.typeInfo().isMap()) {
      return Map.of("1", one);
    }
    return argument.typeInfo().isCollection() ? List.of(one) : one;
  }
}
