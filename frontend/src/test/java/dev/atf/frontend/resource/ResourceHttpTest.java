package dev.atf.frontend.resource;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.frontend.Answer;
import dev.atf.frontend.TestFrontend;
import dev.atf.model.resource.Digest;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Upload, download and the query for missing files over HTTP. */
final class ResourceHttpTest {
  private static final TestFrontend frontend = new TestFrontend();

  @BeforeAll
  static void register() {
    frontend.registered("resize");
    frontend.registered("acme--resize");
    frontend.registered("acme--score");
  }

  @AfterAll
  static void close() {
    frontend.close();
  }

  @Test
  void uploadedFileIsDownloaded() {
    var content = "uploadedFileIsDownloaded";

    var answer = put("resize", digest(content), content);

    assertThat(answer.status()).isEqualTo(201);
    assertThat(answer.json().path("created").asBoolean()).isTrue();
    assertThat(get("resize", digest(content)).body()).isEqualTo(content);
  }

  @Test
  void secondUploadIsNoError() {
    var content = "secondUploadIsNoError";
    put("resize", digest(content), content);

    var again = put("resize", digest(content), content);

    assertThat(again.status()).isEqualTo(200);
    assertThat(again.json().path("created").asBoolean()).isFalse();
  }

  /** Larger than any JSON request may be. */
  @Test
  void largeFileIsUploadedAndDownloaded() {
    var content = new byte[5_000_000];
    Arrays.fill(content, (byte) 'x');
    var digest = Digest.of(content).hex();

    var answer = put("resize", digest, content);

    assertThat(answer.status()).isEqualTo(201);
    assertThat(get("resize", digest).body()).hasSize(content.length);
  }

  @Test
  void fileWithAnotherDigestIsRefusedAndNotKept() {
    var digest = digest("what was announced");

    var answer = put("resize", digest, "what was sent");

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.reason()).isEqualTo("RESOURCE_DAMAGED");
    assertThat(get("resize", digest).reason()).isEqualTo("RESOURCE_NOT_FOUND");
  }

  @Test
  @Tag("FI7")
  void tenantsDoNotSeeOneAnothersFiles() {
    var content = "tenantsDoNotSeeOneAnothersFiles";
    put("acme--resize", digest(content), content);

    assertThat(get("acme--score", digest(content)).body()).isEqualTo(content);
    assertThat(get("resize", digest(content)).status()).isEqualTo(404);
    assertThat(missing("resize", digest(content))).contains(digest(content));
    assertThat(missing("acme--score", digest(content))).isEqualTo("{}");
  }

  @Test
  void onlyMissingFilesAreNamed() {
    var content = "onlyMissingFilesAreNamed";
    put("resize", digest(content), content);

    var answer = missing("resize", digest(content), digest("another one"));

    assertThat(answer).doesNotContain(digest(content)).contains(digest("another one"));
  }

  @ParameterizedTest
  @CsvSource({
    "'', lambda",
    "?lambda=Resize!, lambda",
    "?lambda=resize&lambda=resize, lambda",
    "?lambda=resize&priority=high, priority",
  })
  void wrongQueriesAreRefused(String query, String field) {
    var answer =
        frontend.send("PUT", "/v1/resources/" + digest("x") + query, "x".getBytes(UTF_8), Map.of());

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.violatedFields()).isEqualTo(field);
  }

  @Test
  void wrongDigestsAreRefused() {
    var answer = put("resize", "ABC", "x");

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.body()).contains("sha256: ABC (expected: 64 of 0-9 a-f)");
  }

  @Test
  void routeStandsForItsTenant() {
    frontend.put("/v1/routes/pictures", "{\"default\":\"resize\"}").requireOk();
    var content = "routeStandsForItsTenant";

    assertThat(put("pictures", digest(content), content).status()).isEqualTo(201);

    assertThat(get("resize", digest(content)).body()).isEqualTo(content);
  }

  @Test
  void unknownLambdaIsNamed() {
    var answer = put("unknown", digest("x"), "x");

    assertThat(answer.status()).isEqualTo(404);
    assertThat(answer.reason()).isEqualTo("LAMBDA_NOT_FOUND");
  }

  private static final java.nio.charset.Charset UTF_8 = StandardCharsets.UTF_8;

  private static String digest(String content) {
    return Digest.of(content.getBytes(UTF_8)).hex();
  }

  private static Answer put(String lambda, String digest, String content) {
    return put(lambda, digest, content.getBytes(UTF_8));
  }

  private static Answer put(String lambda, String digest, byte[] content) {
    return frontend.send("PUT", "/v1/resources/" + digest + "?lambda=" + lambda, content, Map.of());
  }

  private static Answer get(String lambda, String digest) {
    return frontend.get("/v1/resources/" + digest + "?lambda=" + lambda);
  }

  private static String missing(String lambda, String... digests) {
    return frontend
        .post(
            "/v1/resources:missing",
            "{\"lambda\":\"%s\",\"sha256\":[\"%s\"]}"
                .formatted(lambda, String.join("\",\"", digests)))
        .requireOk()
        .body()
        .strip();
  }
}
