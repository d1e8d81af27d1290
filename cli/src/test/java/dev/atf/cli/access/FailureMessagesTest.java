package dev.atf.cli.access;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.rpc.BadRequest.FieldViolation;
import dev.atf.cli.AtfCommand;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.ConnectException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the messages about a server that does not answer. It needs no server. */
final class FailureMessagesTest {
  @ParameterizedTest
  @ValueSource(strings = {"up"})
  void aCommandThatStartsTheServicesIsNotAskedWhetherTheyRun(String line) throws Exception {
    assertThat(message(line))
        .startsWith("atf: the services that this command started cannot be reached")
        .endsWith("refused")
        .doesNotContain("atf up", "--server");
  }

  @ParameterizedTest
  @ValueSource(strings = {"lambda list", "list command"})
  void aCommandThatCallsAServerIsAskedWhetherItRuns(String line) throws Exception {
    assertThat(message(line))
        .startsWith("atf: the server cannot be reached (is `./atf up` running?")
        .endsWith("refused");
  }

  @Test
  void aServerThatIsLateIsNotTakenForOneThatIsNotThere() throws Exception {
    var late = Status.UNAVAILABLE.withDescription("Timed out waiting for a handshake");

    assertThat(message("lambda list", late.asRuntimeException()))
        .startsWith("atf: no answer in time (--call-timeout waits longer): ")
        .endsWith("Timed out waiting for a handshake");
    assertThat(message("lambda list", Status.DEADLINE_EXCEEDED.asRuntimeException()))
        .startsWith("atf: no answer in time");
  }

  @Test
  void theFieldsOfARefusalAreNamedOnceAndTheHintHasTheNameThatWasGiven() throws Exception {
    var refused =
        RpcErrors.ofFields(
            ErrorReason.PRIORITY_UNKNOWN,
            "priority: urgent (expected: one of high, low)",
            List.of(
                violation("priority", "urgent (expected: one of high, low)"),
                violation("collection", "too long")));

    assertThat(message("schedule paint", refused).lines())
        .containsExactly(
            "atf: INVALID_ARGUMENT: priority: urgent (expected: one of high, low)",
            "  collection: too long",
            "  next: `atf lambda get paint` shows its priorities");
  }

  @Test
  void aRefusalDoesNotControlTheTerminal() throws Exception {
    var refused = Status.NOT_FOUND.withDescription("no task \u001b[2J\u001b]0;title\u0007");

    assertThat(message("lambda list", refused.asRuntimeException()))
        .isEqualTo("atf: NOT_FOUND: no task \uFFFD[2J\uFFFD]0;title\uFFFD");
  }

  private static FieldViolation violation(String field, String description) {
    return FieldViolation.newBuilder().setField(field).setDescription(description).build();
  }

  /** Runs a command against an address on which nothing listens. */
  private static String message(String line) throws Exception {
    return message(
        line, Status.UNAVAILABLE.withCause(new ConnectException("refused")).asRuntimeException());
  }

  private static String message(String line, StatusRuntimeException unreachable) throws Exception {
    var err = new StringWriter();
    var command = AtfCommand.commandLine().setErr(new PrintWriter(err, true));

    int exitCode =
        new FailureMessages()
            .handleExecutionException(unreachable, command, command.parseArgs(line.split(" ")));

    assertThat(exitCode).isEqualTo(1);
    return err.toString().strip();
  }
}
