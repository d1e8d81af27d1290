package dev.atf.cli.service;

import dev.atf.cli.output.CommandGroup;
import dev.atf.local.settings.ConfigurableService;
import dev.atf.local.settings.SettingDescriptions;
import dev.atf.runtime.config.ConfigException;
import dev.atf.runtime.config.EffectiveSettings;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code atf config}: the settings of the services. */
@Command(
    name = "config",
    description = "Show and check the settings of the services.",
    subcommands = {ConfigCommand.Show.class, ConfigCommand.Names.class, ConfigCommand.Check.class})
public final class ConfigCommand extends CommandGroup {
  private Map<String, String> environment = System.getenv();

  /** Replaces the environment of the process. */
  void readFrom(Map<String, String> otherEnvironment) {
    environment = otherEnvironment;
  }

  /** Source of the settings, and format of the output. */
  @Command(
      footer = {
        "%nSettings come from their defaults, then the file, then the environment of this process,",
        "as when the service starts: lease.callTimeout in the file is ATF_LEASE_CALL_TIMEOUT in"
            + " the environment."
      })
  static final class Reading {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Parameters(
        paramLabel = "SERVICE",
        converter = ServiceConverter.class,
        description = "One of the services that `atf config list` prints.")
    private ConfigurableService service;

    @Option(names = "--config", paramLabel = "FILE", description = "A YAML file with settings.")
    private @Nullable Path file;

    @Option(names = "--json", description = "Print one JSON document and nothing else.")
    private boolean json;

    /**
     * @throws ConfigException if the service would not start with them
     */
    EffectiveSettings settings() {
      var parent = (ConfigCommand) spec.parent().userObject();
      return service.read(parent.environment, Optional.ofNullable(file));
    }

    SettingsReport report() {
      return new SettingsReport(
          service, SettingDescriptions.load(), json, spec.commandLine().getOut());
    }
  }

  @Command(
      name = "show",
      description = {
        "Show each setting of a service: its value, its default, and where the value comes"
            + " from.",
        "A value that differs from its default is marked with *. Credentials are not shown."
      })
  static final class Show implements Callable<Integer> {
    @Mixin private Reading reading;

    @Override
    public Integer call() {
      reading.report().effective(reading.settings());
      return 0;
    }
  }

  @Command(name = "list", description = "List the services that have settings.")
  static final class Names implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Option(names = "--json", description = "Print one JSON document and nothing else.")
    private boolean json;

    @Override
    public Integer call() {
      SettingsReport.services(
          Arrays.asList(ConfigurableService.values()), json, spec.commandLine().getOut());
      return 0;
    }
  }

  @Command(
      name = "check",
      description = {
        "Check the settings of a service without starting it.",
        "Prints everything that is wrong; the exit code is 1 if anything is."
      })
  static final class Check implements Callable<Integer> {
    @Mixin private Reading reading;

    @Override
    public Integer call() {
      try {
        reading.report().valid(reading.settings());
        return 0;
      } catch (ConfigException e) {
        reading.report().refused(e);
        return 1;
      }
    }
  }

  /** Reads a service's name. */
  static final class ServiceConverter implements CommandLine.ITypeConverter<ConfigurableService> {
    @Override
    public ConfigurableService convert(String name) {
      try {
        return ConfigurableService.named(name);
      } catch (ConfigException e) {
        throw new CommandLine.TypeConversionException(e.getMessage());
      }
    }
  }
}
