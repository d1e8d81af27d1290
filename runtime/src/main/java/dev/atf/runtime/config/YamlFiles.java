package dev.atf.runtime.config;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * Reads YAML settings files with Jackson's YAML library, if that is on the class path: programs
 * that take their settings from the environment do not need it.
 */
final class YamlFiles {
  private static final Optional<ObjectMapper> YAML =
      ServiceLoader.load(JsonFactory.class, JsonFactory.class.getClassLoader()).stream()
          .map(ServiceLoader.Provider::get)
          .filter(factory -> factory.getFormatName().equals("YAML"))
          .findFirst()
          .map(ObjectMapper::new);

  private YamlFiles() {}

  static JsonNode read(Path file) throws IOException {
    var text = Files.readString(file);
    return YAML.orElseThrow(YamlFiles::missing).readTree(text);
  }

  private static IOException missing() {
    return new IOException(
        "no library for YAML (expected: com.fasterxml.jackson.dataformat:jackson-dataformat-yaml"
            + " on the class path)");
  }
}
