package dev.atf.cli.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.atf.cli.output.TextTable;
import dev.atf.cli.task.TaskOutput;
import dev.atf.local.settings.ConfigurableService;
import dev.atf.local.settings.SettingDescriptions;
import dev.atf.runtime.config.ConfigException;
import dev.atf.runtime.config.EffectiveSettings;
import dev.atf.runtime.config.Setting;
import dev.atf.runtime.config.SettingSource;
import java.io.PrintWriter;
import java.util.List;

/** Report of the settings of one service: as a table for people, or as JSON. */
record SettingsReport(
    ConfigurableService service, SettingDescriptions descriptions, boolean json, PrintWriter out) {
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
