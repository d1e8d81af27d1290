package dev.atf.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atf.store.dynamodb.TableNames;
import dev.atf.store.embedded.EmbeddedStore;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Opens a data directory and tables that an earlier build has written, reads them, and continues
 * with them. The build of commit ae0541b89 has written the files. {@code -Datf.earlier.write=true}
 * replaces them by files of the present build.
 */
final class EarlierDataTest {
  private static final Path RESOURCES = Path.of("src/test/resources/dev/atf/store");
  private static final String DIRECTORY = "earlier-directory.zip";
  private static final String TABLES = "earlier-tables.json";
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path directory;

  @BeforeAll
  static void writeTheFilesIfWanted(@TempDir Path directory) throws IOException {
    if (!Boolean.getBoolean("atf.earlier.write")) {
      return;
    }
    try (var store = open(directory)) {
      EarlierData.write(Stores.of(store.ports()));
    }
    var tables = LocalDynamoDb.shared().freshTables();
    EarlierData.write(tables.stores());

    Files.createDirectories(RESOURCES);
    zip(directory);
    var all = new ArrayList<String>();
    for (var table : names(tables).entrySet()) {
      var items = new ArrayList<String>();
      var client = tables.parts().client();
      for (var item : client.scan(request -> request.tableName(table.getValue())).items()) {
        items.add(JSON.writeValueAsString(json(item)));
      }
      all.add("\"%s\":[\n%s\n]".formatted(table.getKey(), String.join(",\n", items)));
    }
    var text = "{\n" + String.join(",\n", all) + "\n}\n";
    Files.writeString(RESOURCES.resolve(TABLES), text, UTF_8);
  }

  @Test
  @Tag("D14")
  void directoryOfAnEarlierBuildGoesOn() throws IOException {
    unzip();

    try (var store = open(directory)) {
      EarlierData.isRead(Stores.of(store.ports()));
      EarlierData.goesOn(Stores.of(store.ports()));
    }
    try (var store = open(directory)) {
      assertThat(store.ports().lambdas().list()).hasSize(2);
      assertThat(store.ports().lambdas().deleted()).hasSize(1);
      assertThat(store.ports().routes().list()).hasSize(1);
    }
  }

  @Test
  @Tag("D14")
  void tablesOfAnEarlierBuildGoOn() throws IOException {
    var tables = LocalDynamoDb.shared().freshTables();
    try (var json = resource(TABLES)) {
      for (var table : JSON.readTree(json).properties()) {
        var name = names(tables).get(table.getKey());
        for (var item : table.getValue()) {
          tables.parts().client().putItem(request -> request.tableName(name).item(item(item)));
        }
      }
    }

    EarlierData.isRead(tables.stores());
    EarlierData.goesOn(tables.stores());
  }

  private static EmbeddedStore open(Path directory) {
    return EmbeddedStore.open(
        directory,
        reason -> {
          throw new AssertionError(reason);
        });
  }

  /** Returns the names of the tables by their names without a prefix. */
  private static Map<String, String> names(LocalDynamoDb.Fresh tables) {
    var plain = TableNames.withPrefix("").all();
    var names = new TreeMap<String, String>();
    for (int i = 0; i < plain.size(); i++) {
      names.put(plain.get(i), tables.parts().tables().all().get(i));
    }
    return names;
  }

  private static InputStream resource(String name) {
    return Objects.requireNonNull(EarlierDataTest.class.getResourceAsStream(name), name);
  }

  private void unzip() throws IOException {
    try (var zip = new ZipInputStream(resource(DIRECTORY))) {
      for (var entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        var file = directory.resolve(entry.getName());
        Files.createDirectories(Objects.requireNonNull(file.getParent()));
        Files.write(file, zip.readAllBytes());
      }
    }
  }

  /** Writes all files of the store but locks, and logs for people. */
  private static void zip(Path directory) throws IOException {
    try (var files = Files.walk(directory);
        var zip = new ZipOutputStream(Files.newOutputStream(RESOURCES.resolve(DIRECTORY)))) {
      for (var file : files.filter(Files::isRegularFile).sorted().toList()) {
        var name = directory.relativize(file).toString();
        if (!name.matches("native/.*|(.*/)?LO(CK|G.*)")) {
          var entry = new ZipEntry(name);
          entry.setTimeLocal(LocalDateTime.of(2026, 1, 1, 0, 0));
          zip.putNextEntry(entry);
          zip.write(Files.readAllBytes(file));
        }
      }
    }
  }

  private static Map<String, Object> json(Map<String, AttributeValue> item) {
    var json = new TreeMap<String, Object>();
    item.forEach((name, value) -> json.put(name, json(value)));
    return json;
  }

  private static Map<String, Object> json(AttributeValue value) {
    return switch (value.type()) {
      case S -> Map.of("S", value.s());
      case N -> Map.of("N", value.n());
      case BOOL -> Map.of("BOOL", value.bool());
      case B -> Map.of("B", value.b().asByteArray());
      case L -> Map.of("L", value.l().stream().map(EarlierDataTest::json).toList());
      case M -> Map.of("M", json(value.m()));
      default -> throw new IllegalArgumentException(value.toString());
    };
  }

  private static Map<String, AttributeValue> item(JsonNode json) {
    var item = new HashMap<String, AttributeValue>();
    json.properties().forEach(field -> item.put(field.getKey(), value(field.getValue())));
    return item;
  }

  private static AttributeValue value(JsonNode json) {
    var field = json.properties().iterator().next();
    var value = field.getValue();
    return switch (field.getKey()) {
      case "S" -> AttributeValue.fromS(value.textValue());
      case "N" -> AttributeValue.fromN(value.textValue());
      case "BOOL" -> AttributeValue.fromBool(value.booleanValue());
      case "B" -> AttributeValue.fromB(bytes(value));
      case "L" -> {
        var elements = new ArrayList<AttributeValue>();
        value.forEach(element -> elements.add(value(element)));
        yield AttributeValue.fromL(elements);
      }
      case "M" -> AttributeValue.fromM(item(value));
      default -> throw new IllegalArgumentException(field.getKey());
    };
  }

  private static SdkBytes bytes(JsonNode value) {
    try {
      return SdkBytes.fromByteArray(value.binaryValue());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
