package dev.atf.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Files of expected results, for people to read; {@code -Datf.docs.update=true} rewrites them. */
public final class Golden {
  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
          .build();

  private static final Path ROOT = Path.of("src/test/resources/dev/atf/infra");

  private Golden() {}

  /**
   * @param file file in the module's test resources
   */
  public static void assertSame(String file, JsonNode found) {
    assertSame(ROOT.resolve(file), found);
  }

  /**
   * @param path relative to the module
   */
  public static void assertSame(Path path, JsonNode found) {
    try {
      var text = JSON.writeValueAsString(JSON.treeToValue(found, Object.class)) + "\n";
      if (Boolean.getBoolean("atf.docs.update")) {
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
      }
      assertThat(text)
          .as("%s is what the code makes; -Datf.docs.update=true rewrites it", path)
          .isEqualTo(Files.readString(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
