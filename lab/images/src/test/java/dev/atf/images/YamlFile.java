package dev.atf.images;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** File of {@code packaging}, its anchors and merges resolved. */
final class YamlFile {
  private static final Path PACKAGING = Path.of("..", "..", "packaging");
  private static final ObjectMapper JSON = new ObjectMapper();

  private YamlFile() {}

  /**
   * Returns the text of a file.
   *
   * @param name relative to {@code packaging}
   */
  static String text(String name) {
    try {
      return Files.readString(PACKAGING.resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static List<JsonNode> documents(String text) {
    var documents = new ArrayList<JsonNode>();
    new Yaml(new SafeConstructor(new LoaderOptions()))
        .loadAll(text)
        .forEach(document -> documents.add(JSON.valueToTree(document)));
    return documents;
  }
}
