package dev.atf.clusterfile;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;

/** Reads groups of settings, without knowing which there are. */
record SettingsSection(Problems problems) {
  /**
   * @param key of the whole group; empty: its members are settings of the process
   */
  ProcessSettings of(JsonNode group, DocumentPath place, String key) {
    var values = new LinkedHashMap<String, ProcessSettings.Said>();
    if (!ClusterFileReader.isAbsent(group)) {
      collect(group, place, key, values);
    }
    return new ProcessSettings(values);
  }

  private void collect(
      JsonNode group, DocumentPath place, String key, Map<String, ProcessSettings.Said> values) {
    if (!group.isObject()) {
      problems.add(place, "not a group", "a group of settings");
      return;
    }
    for (var member : group.properties()) {
      var at = place.child(member.getKey());
      var name = key.isEmpty() ? member.getKey() : key + "." + member.getKey();
      if (member.getValue().isObject()) {
        collect(member.getValue(), at, name, values);
      } else {
        value(member.getValue(), at)
            .ifPresent(value -> values.put(name, new ProcessSettings.Said(value, at)));
      }
    }
  }

  private Optional<String> value(JsonNode written, DocumentPath place) {
    if (written.isArray()) {
      return list(written, place);
    }
    if (!written.isNull()) {
      return Optional.of(written.asText());
    }
    problems.add(place, "no value", "a value, or no " + place);
    return Optional.empty();
  }

  /** Formats a list as in variables. */
  private Optional<String> list(JsonNode written, DocumentPath place) {
    var joined = new StringJoiner(",");
    for (var element : written) {
      if (!element.isValueNode() || element.isNull() || element.asText().contains(",")) {
        problems.add(place, element, "a list of single values without commas");
        return Optional.empty();
      }
      joined.add(element.asText());
    }
    return Optional.of(joined.toString());
  }
}
