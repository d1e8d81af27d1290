package dev.atf.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.cli.AtfCommand;
import dev.atf.cli.access.FailureMessages;
import io.grpc.Status;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.ConnectException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the message about services that do not answer. */
final class LabFailuresTest {
  @ParameterizedTest
  @ValueSource(strings = {"bench run", "bench cost", "bench isolation", "demo", "chaos"})
  void aCommandThatStartsTheServicesIsNotAskedWhetherTheyRun(String line) throws Exception {
    var unreachable = Status.UNAVAILABLE.withCause(new ConnectException("refused"));
    var err = new StringWriter();
    var command = AtfCommand.commandLine().setErr(new PrintWriter(err, true));

    int exitCode =
        new FailureMessages()
            .handleExecutionException(
                unreachable.asRuntimeException(), command, command.parseArgs(line.split(" ")));

    assertThat(exitCode).isEqualTo(1);
    assertThat(err.toString().strip())
        .startsWith("atf: the services that this command started cannot be reached")
        .endsWith("refused")
        .doesNotContain("atf up", "--server");
  }
}
