package dev.atf.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.linecorp.armeria.client.BlockingWebClient;
import com.linecorp.armeria.client.WebClient;
import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.common.RequestHeaders;
import com.linecorp.armeria.server.Server;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests how the files are served, and that the files they refer to exist. */
final class ConsoleTest {
  private static final Path WEB = Path.of("target/classes/dev/atf/console/web");

  /** Imports of a module, and links of a page. */
  private static final Pattern REFERENCE =
      Pattern.compile("(?:from |import |href=|src=)\"([^\"]+\\.(?:js|css|svg))\"");

  private static Server server;
  private static BlockingWebClient browser;

  @BeforeAll
  static void start() {
    var builder = Server.builder().http(0);
    Console.on(builder);
    server = builder.build();
    server.start().join();
    browser = WebClient.of("http://127.0.0.1:" + server.activeLocalPort()).blocking();
  }

  @AfterAll
  static void stop() {
    server.stop().join();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/console/",
        "/console/lambdas",
        "/console/lambdas/resize-image",
        "/console/lambdas/resize-image/jobs/order-4711.v2",
        "/console/lambdas/resize-image/keys?key=a.b",
        "/console/lambdas/resize-image/periodic/nightly.cleanup",
        "/console/tasks/0123456789abcdef0123456789abcdef"
      })
  void everyAddressOfAPageAnswersThePage(String address) {
    var answer = browser.get(address);

    assertThat(answer.status()).isEqualTo(HttpStatus.OK);
    assertThat(answer.contentType()).isEqualTo(MediaType.HTML_UTF_8);
    assertThat(answer.contentUtf8()).contains("<script type=\"module\" src=\"/console/app.js\">");
  }

  @Test
  @Tag("T17")
  void aPageMayLoadNothingFromElsewhereAndRunNothingInline() {
    var policy = browser.get("/console/").headers().get(HttpHeaderNames.CONTENT_SECURITY_POLICY);

    assertThat(policy)
        .contains("default-src 'self'", "frame-ancestors 'none'", "require-trusted-types-for")
        .doesNotContain("unsafe", "http:", "https:", "data:", "*");
  }

  @Test
  void answersNotModifiedForACachedFile() {
    var first = browser.get("/console/app.js");
    var etag = first.headers().get(HttpHeaderNames.ETAG, "");

    var again =
        browser.execute(
            RequestHeaders.of(
                HttpMethod.GET, "/console/app.js", HttpHeaderNames.IF_NONE_MATCH, etag));
    var changed =
        browser.execute(
            RequestHeaders.of(
                HttpMethod.GET, "/console/app.js", HttpHeaderNames.IF_NONE_MATCH, "\"other\""));

    assertThat(first.headers().get(HttpHeaderNames.CACHE_CONTROL)).isEqualTo("no-cache");
    assertThat(again.status()).isEqualTo(HttpStatus.NOT_MODIFIED);
    assertThat(again.content().isEmpty()).isTrue();
    assertThat(changed.status()).isEqualTo(HttpStatus.OK);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/console/nothing.js",
        "/console/../Console.class",
        "/console/%2e%2e/Console.class",
        "/console/lib/..%2f..%2fConsole.class",
        "/console/./app.js.map",
        "/console/lib/uplot/LICENSE.txt"
      })
  void nothingElseIsServed(String address) {
    assertThat(browser.get(address).status().code()).isIn(400, 404);
  }

  @Test
  void aPathOfManySegmentsIsNotFound() {
    assertThat(browser.get("/console/" + "a/".repeat(1_900) + "x.js").status())
        .isEqualTo(HttpStatus.NOT_FOUND);
  }

  static Stream<Path> files() throws IOException {
    try (var all = Files.walk(WEB)) {
      return all
          .filter(Files::isRegularFile)
          .filter(file -> file.toString().matches(".*\\.(js|html)"))
          .toList()
          .stream();
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void everyReferencedFileExists(Path file) throws IOException {
    var references = REFERENCE.matcher(Files.readString(file)).results().map(m -> m.group(1));

    assertThat(references)
        .allSatisfy(
            reference -> {
              var target =
                  reference.startsWith("/console/")
                      ? WEB.resolve(reference.substring("/console/".length()))
                      : file.resolveSibling(reference);
              assertThat(target.normalize()).exists().startsWith(WEB);
            });
  }

  /** Checks that ATF's files name no other host; those of libraries do, in maps and comments. */
  @ParameterizedTest
  @MethodSource("files")
  void ourFilesNameNoOtherHost(Path file) throws IOException {
    if (!file.startsWith(WEB.resolve("lib"))) {
      assertThat(Files.readString(file)).doesNotContain("http://", "https://");
    }
  }

  /** Checks that data becomes markup only by lit-html's templates. */
  @ParameterizedTest
  @MethodSource("files")
  void noFileOfOursMakesMarkupOrCodeOfText(Path file) throws IOException {
    if (!file.startsWith(WEB.resolve("lib"))) {
      assertThat(Files.readString(file))
          .doesNotContainPattern(
              "innerHTML|outerHTML|insertAdjacentHTML|document\\.write|unsafeHTML|\\beval\\(|new"
                  + " Function");
    }
  }
}
