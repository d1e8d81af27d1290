package dev.atf.cli.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.atf.cli.output.CommandGroup;
import dev.atf.cli.output.TextTable;
import dev.atf.cli.task.TaskOutput;
import dev.atf.local.settings.ConfigurableService;
import dev.atf.local.settings.SettingDescriptions;
import dev.atf.runtime.config.ConfigException;
import dev.atf.runtime.config.EffectiveSettings;
import dev.atf.runtime.config.Setting;
import dev.atf.runtime.config.SettingSource;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
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

/** {@code atf config}: shows and checks the settings of the services. */
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
     * Returns the effective settings of the service.
     *
     * @throws ConfigException if the service would not start with the settings
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

  /** Report of the settings of one service, as a table for people or as JSON. */
  record SettingsReport(
      ConfigurableService service,
      SettingDescriptions descriptions,
      boolean json,
      PrintWriter out) {
    static void services(List<ConfigurableService> services, boolean json, PrintWriter out) {
      if (json) {
        var answer = JsonNodeFactory.instance.objectNode();
        var list = answer.putArray("services");
        services.forEach(
            service ->
                list.addObject().put("service", service.command()).put("role", service.role()));
        print(answer, out);
        return;
      }
      var table = new TextTable("SERVICE", "ROLE");
      services.forEach(service -> table.add(service.command(), service.role()));
      table.print(out);
    }

    void effective(EffectiveSettings settings) {
      if (json) {
        var answer = answer();
        var list = answer.putArray("settings");
        settings.all().forEach(setting -> list.add(asJson(setting)));
        print(answer, out);
        return;
      }
      var table = new TextTable(" ", "SETTING", "VALUE", "DEFAULT", "SOURCE", "MEANING");
      for (var setting : settings.all()) {
        table.add(
            setting.changed() ? "*" : " ",
            setting.key(),
            visible(setting.valueText()),
            visible(setting.defaultText()),
            TaskOutput.printable(setting.source().toString()),
            descriptions.of(setting));
      }
      table.print(out);
    }

    void valid(EffectiveSettings settings) {
      long changed = settings.all().stream().filter(Setting::changed).count();
      if (json) {
        var answer = answer().put("valid", true).put("changed", changed);
        answer.putArray("violations");
        print(answer, out);
        return;
      }
      out.printf(
          "%s: %d settings are accepted, %d of them differ from their default%n",
          service.command(), settings.all().size(), changed);
    }

    void refused(ConfigException refusal) {
      if (json) {
        var answer = answer().put("valid", false);
        var list = answer.putArray("violations");
        refusal.problems().forEach(list::add);
        print(answer, out);
        return;
      }
      out.println(service.command() + ": " + refusal.problems().size() + " violation(s)");
      refusal.problems().forEach(problem -> out.println("  " + TaskOutput.printable(problem)));
    }

    private ObjectNode answer() {
      return JsonNodeFactory.instance.objectNode().put("service", service.command());
    }

    private ObjectNode asJson(Setting setting) {
      var node = JsonNodeFactory.instance.objectNode();
      node.put("setting", setting.key());
      node.put("variable", setting.variable());
      node.set("value", setting.value());
      node.set("default", setting.defaultValue());
      node.put("changed", setting.changed());
      node.set("source", asJson(setting.source()));
      return node.put("meaning", descriptions.of(setting));
    }

    private static JsonNode asJson(SettingSource source) {
      var node = JsonNodeFactory.instance.objectNode();
      if (source instanceof SettingSource.InFile in) {
        return node.put("kind", "file").put("file", in.file().toString()).put("key", in.key());
      }
      if (source instanceof SettingSource.InEnvironment in) {
        return node.put("kind", "environment").put("variable", in.variable());
      }
      return node.put("kind", "default");
    }

    private static String visible(String value) {
      return value.isEmpty() ? "\"\"" : TaskOutput.printable(value);
    }

    private static void print(JsonNode answer, PrintWriter out) {
      out.println(answer.toPrettyString());
    }
  }
}
