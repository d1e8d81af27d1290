package dev.atf.local.settings;

import dev.atf.controller.ControllerConfig;
import dev.atf.executor.ExecutorConfig;
import dev.atf.frontend.settings.FrontendConfig;
import dev.atf.hsc.HscConfig;
import dev.atf.model.lambda.LeaseTimes;
import dev.atf.queue.sqs.SqsConfig;
import dev.atf.runtime.config.ConfigLoader;
import dev.atf.runtime.config.Setting;
import dev.atf.runtime.credentials.CredentialsConfig;
import dev.atf.runtime.loop.LoopSettings;
import dev.atf.runtime.server.RpcServerConfig;
import dev.atf.runtime.tracing.TracingConfig;
import dev.atf.store.dynamodb.DynamoDbConfig;
import dev.atf.storeconsumer.StoreConsumerConfig;
import dev.atf.worker.WorkerConfig;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Tables of settings in {@code docs/settings.md}, and the descriptions that the command line shows.
 * A group of settings that several services have is in one section; the tables of the services link
 * to it and list the defaults that differ.
 */
final class SettingsDocument {
  /** Section that describes a group of settings, and the defaults there. */
  private record Home(String module, Record defaults) {}

  private static final Map<Class<?>, Home> SHARED =
      Map.of(
          RpcServerConfig.class, new Home("server", RpcServerConfig.onPort(0)),
          LoopSettings.class, new Home("server", LoopSettings.DEFAULT),
          DynamoDbConfig.class, new Home("store", DynamoDbConfig.DEFAULTS),
          SqsConfig.class, new Home("queue", SqsConfig.DEFAULTS),
          CredentialsConfig.class, new Home("credentials", CredentialsConfig.NONE),
          TracingConfig.class, new Home("tracing", TracingConfig.OFF),
          LeaseTimes.class, new Home("hsc", LeaseTimes.DEFAULT));

  /** Defaults that depend on the machine. */
  private static final Map<String, String> DEFAULTS_IN_WORDS =
      Map.of("ExecutorConfig.threads", "2 × processors");

  /** Descriptions, read once: a compiler reads every source for it. */
  private static final Map<String, String> DESCRIPTIONS = readDescriptions();

  private record Server(RpcServerConfig server) {}

  private record Loops(LoopSettings loops) {}

  private record Store(DynamoDbConfig store) {}

  private record Queue(SqsConfig queue) {}

  private record Credentials(CredentialsConfig credentials) {}

  private record Tracing(TracingConfig tracing) {}

  private SettingsDocument() {}

  /** Returns the records whose settings are in the table of each section. */
  static Map<String, List<Record>> tables() {
    var tables = new TreeMap<String, List<Record>>();
    tables.put(
        "server", List.of(new Server(RpcServerConfig.onPort(0)), new Loops(LoopSettings.DEFAULT)));
    tables.put("store", List.of(new Store(DynamoDbConfig.DEFAULTS)));
    tables.put("queue", List.of(new Queue(SqsConfig.DEFAULTS)));
    tables.put("credentials", List.of(new Credentials(CredentialsConfig.NONE)));
    tables.put("tracing", List.of(new Tracing(TracingConfig.OFF)));
    tables.put("frontend", List.of(FrontendConfig.DEFAULTS));
    tables.put("store-consumer", List.of(StoreConsumerConfig.DEFAULTS));
    tables.put("hsc", List.of(HscConfig.DEFAULTS));
    tables.put("controller", List.of(ControllerConfig.DEFAULTS));
    tables.put("executor", List.of(ExecutorConfig.DEFAULTS));
    tables.put("worker", List.of(WorkerConfig.DEFAULTS));
    return tables;
  }

  static String table(String module) {
    var descriptions = descriptions();
    var rows = new ArrayList<String>();
    for (var record : tables().getOrDefault(module, List.of())) {
      var shared =
          Arrays.stream(record.getClass().getRecordComponents())
              .filter(component -> isElsewhere(component, module))
              .toList();
      for (var setting : settings(record)) {
        if (shared.stream().noneMatch(group -> setting.key().startsWith(group.getName() + "."))) {
          rows.add(row(setting.key(), defaultOf(setting), descriptions.get(keyOf(setting))));
        }
      }
      shared.forEach(group -> rows.add(reference(record, group, descriptions)));
    }
    return "| setting | default | |\n|---|---|---|\n" + String.join("\n", rows) + "\n";
  }

  /**
   * Returns the descriptions for {@link SettingDescriptions}: every component of every record of
   * settings.
   */
  static Map<String, String> descriptions() {
    return DESCRIPTIONS;
  }

  private static Map<String, String> readDescriptions() {
    var descriptions = new TreeMap<String, String>();
    for (var service : ConfigurableService.values()) {
      service.defaults().forEach(record -> describe(record.getClass(), descriptions));
    }
    return descriptions;
  }

  /** Returns the descriptions as a file. */
  static String properties() {
    return "# Generated from the @param lines of the records of settings (SettingsDocTest).\n"
        + descriptions().entrySet().stream()
            .map(line -> line.getKey() + "=" + line.getValue().replace("\\", "\\\\") + "\n")
            .collect(Collectors.joining());
  }

  private static void describe(Class<? extends Record> type, Map<String, String> into) {
    if (into.keySet().stream().anyMatch(key -> key.startsWith(type.getSimpleName() + "."))) {
      return;
    }
    var lines = ParamLines.of(type);
    for (var component : type.getRecordComponents()) {
      into.put(
          SettingDescriptions.key(type, component.getName()),
          lines.getOrDefault(component.getName(), ""));
      if (component.getType().isRecord()) {
        describe(component.getType().asSubclass(Record.class), into);
      }
    }
  }

  private static boolean isElsewhere(RecordComponent component, String module) {
    var home = SHARED.get(component.getType());
    return home != null && !home.module().equals(module);
  }

  private static String reference(
      Record record, RecordComponent group, Map<String, String> descriptions) {
    var home = SHARED.getOrDefault(group.getType(), new Home("", record));
    var usual =
        settings(home.defaults()).stream()
            .collect(Collectors.toMap(Setting::key, Setting::defaultText));
    var prefix = group.getName() + ".";
    Predicate<Setting> different =
        setting ->
            !setting.defaultText().equals(usual.get(setting.key().substring(prefix.length())));
    var differences =
        settings(record).stream()
            .filter(setting -> setting.key().startsWith(prefix))
            .filter(different)
            .map(setting -> "`" + setting.key() + "` " + setting.defaultText())
            .collect(Collectors.joining(", "));
    var description = descriptions.get(SettingDescriptions.key(record.getClass(), group.getName()));
    return row(
        prefix + "*",
        differences,
        description + ": [" + home.module() + "](#" + home.module() + ")");
  }

  private static String row(
      String key, String defaultText, @org.jspecify.annotations.Nullable String description) {
    return "| `%s` | %s | %s |"
        .formatted(key, defaultText, String.valueOf(description).replace("|", "\\|"));
  }

  private static String defaultOf(Setting setting) {
    return DEFAULTS_IN_WORDS.getOrDefault(
        keyOf(setting), setting.defaultText().isEmpty() ? "–" : setting.defaultText());
  }

  private static String keyOf(Setting setting) {
    return SettingDescriptions.key(setting.owner(), setting.component());
  }

  private static List<Setting> settings(Record defaults) {
    return new ConfigLoader(Map.of(), List.of()).read(List.of(defaults), Optional.empty()).all();
  }
}
