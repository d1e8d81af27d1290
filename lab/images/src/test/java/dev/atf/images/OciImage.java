package dev.atf.images;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Image of an OCI archive, unpacked as an engine does: each blob is what its digest and size say.
 *
 * @param root the root file system, its layers one above the other
 * @param settings the member {@code config} of its configuration
 */
record OciImage(Path root, JsonNode settings) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Makes the archive's {@code blobs} and {@code rootfs} in that directory, which has to exist. */
  static OciImage unpack(Path archive, Path directory) throws IOException {
    Program.run("tar", "-xf", archive.toString(), "-C", directory.toString());
    var version = JSON.readTree(directory.resolve("oci-layout").toFile());
    assertThat(version.path("imageLayoutVersion").asText()).isEqualTo("1.0.0");
    var manifests = JSON.readTree(directory.resolve("index.json").toFile()).path("manifests");
    assertThat(manifests).hasSize(1);
    var manifest = JSON.readTree(blob(directory, manifests.get(0)).toFile());
    var config = JSON.readTree(blob(directory, manifest.path("config")).toFile());
    var root = Files.createDirectory(directory.resolve("rootfs"));
    var digests = new ArrayList<String>();
    for (var layer : manifest.path("layers")) {
      var tar = blob(directory, layer);
      Program.run("tar", "-xpf", tar.toString(), "-C", root.toString());
      Files.delete(tar);
      digests.add(layer.path("digest").asText());
    }
    // Layers are not compressed.
    assertThat(strings(config.at("/rootfs/diff_ids"))).isEqualTo(digests);
    return new OciImage(root, config.path("config"));
  }

  /** Returns the command of its container. */
  List<String> command() {
    var words = strings(settings.path("Entrypoint"));
    words.addAll(strings(settings.path("Cmd")));
    return words;
  }

  /** Returns the command of its health check. */
  List<String> healthCommand() {
    var test = strings(settings.at("/Healthcheck/Test"));
    assertThat(test).first().isEqualTo("CMD");
    return test.subList(1, test.size());
  }

  List<String> environment() {
    return strings(settings.path("Env"));
  }

  String directory() {
    return settings.path("WorkingDir").asText();
  }

  /** Returns the directories that it declares as volumes. */
  List<String> volumes() {
    var volumes = new ArrayList<String>();
    settings.path("Volumes").fieldNames().forEachRemaining(volumes::add);
    return volumes;
  }

  /** Returns {@code UID:GID}. */
  String user() {
    return settings.path("User").asText();
  }

  private static Path blob(Path directory, JsonNode descriptor) throws IOException {
    var digest = descriptor.path("digest").asText().replace("sha256:", "");
    var blob = directory.resolve("blobs/sha256").resolve(digest);
    assertThat(Files.size(blob)).isEqualTo(descriptor.path("size").asLong());
    assertThat(Program.run("sha256sum", blob.toString())).startsWith(digest);
    return blob;
  }

  private static List<String> strings(JsonNode array) {
    var strings = new ArrayList<String>();
    array.forEach(one -> strings.add(one.asText()));
    return strings;
  }
}
