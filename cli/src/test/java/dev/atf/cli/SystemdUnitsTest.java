package dev.atf.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.controller.ControllerConfig;
import dev.atf.controller.HostHealth;
import dev.atf.frontend.settings.FrontendConfig;
import dev.atf.hsc.HscConfig;
import dev.atf.runtime.config.Durations;
import dev.atf.runtime.server.RpcServerConfig;
import dev.atf.storeconsumer.StoreConsumerConfig;
import dev.atf.worker.supervisor.SupervisorConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Tests that the systemd units fit the commands and their defaults. */
final class SystemdUnitsTest {
  private static final String PROGRAM = "/opt/atf/atf";

  /** Time that a process needs to stop its loops and connections after its calls. */
  private static final Duration END = Duration.ofSeconds(5);

  @Test
  void thereIsOneForEachService() throws IOException {
    try (var files = Files.list(SystemdUnit.DIRECTORY)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder(
              "atf-frontend.service",
              "atf-store-consumer.service",
              "atf-hsc.service",
              "atf-worker.service");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"frontend", "store-consumer", "hsc", "worker"})
  void eachRunsItsCommand(String service) {
    var unit = SystemdUnit.of(service);

    assertRuns(service, unit.command(unit.variables()));
  }

  @Test
  void aWorkerRunsTheProgramThatItsEnvironmentNames() {
    var unit = SystemdUnit.of("worker");
    var environment = new HashMap<>(unit.variables());
    environment.put("WORKER_EXECUTORS", "resize-image=0..8");
    environment.put("WORKER_COMMAND", "java -jar resize-image.jar");

    var command = unit.command(environment);

    assertThat(command).endsWith("resize-image=0..8", "--", "java", "-jar", "resize-image.jar");
    assertRuns("worker", command);
  }

  @ParameterizedTest
  @ValueSource(strings = {"frontend", "store-consumer", "hsc", "worker"})
  void eachComesBackUnlessItsArgumentsAreWrong(String service) {
    var unit = SystemdUnit.of(service);

    assertThat(unit.setting("Restart")).isEqualTo("always");
    assertThat(unit.setting("RestartPreventExitStatus"))
        .isEqualTo(
            service.equals("worker")
                ? CommandLine.ExitCode.USAGE + " " + HostHealth.GONE_EXIT_CODE
                : Integer.toString(CommandLine.ExitCode.USAGE));
    assertThat(unit.setting("StartLimitIntervalSec")).isEqualTo("0");
    assertThat(unit.setting("SuccessExitStatus")).isEqualTo("143");
    assertThat(unit.setting("KillMode")).isEqualTo("mixed");
    assertThat(unit.setting("User")).isEqualTo("atf");
    assertThat(unit.setting("NoNewPrivileges")).isEqualTo("yes");
    // These settings break a JVM.
    assertThat(unit.settings()).doesNotContainKeys("MemoryDenyWriteExecute", "ProcSubset");
  }

  @Test
  void noneIsKilledBeforeItsDrainIsOver() {
    var servers =
        Map.of(
            "frontend", FrontendConfig.DEFAULTS.server(),
            "store-consumer", StoreConsumerConfig.DEFAULTS.server(),
            "hsc", HscConfig.DEFAULTS.server());
    servers.forEach(
        (service, server) -> assertThat(stopTime(service)).isGreaterThanOrEqualTo(drain(server)));

    assertThat(stopTime("worker"))
        .isGreaterThanOrEqualTo(
            SupervisorConfig.DEFAULTS
                .drainTimeout()
                .plus(ControllerConfig.DEFAULTS.receiveWait())
                .plus(END));
  }

  private static Duration drain(RpcServerConfig server) {
    return server.drainTimeout().plus(END);
  }

  private static Duration stopTime(String service) {
    return Durations.parse(SystemdUnit.of(service).setting("TimeoutStopSec"));
  }

  private static void assertRuns(String service, List<String> command) {
    assertThat(command).startsWith(PROGRAM, service);
    var arguments = command.subList(1, command.size());

    var parsed = AtfCommand.commandLine(arguments).parseArgs(arguments.toArray(String[]::new));

    assertThat(parsed.subcommand().commandSpec().name()).isEqualTo(service);
    assertThat(parsed.subcommand().errors()).isEmpty();
  }
}
