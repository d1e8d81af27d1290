package dev.atf.runtime.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.runtime.refusal.CallRefusal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class BrowserRulesTest {
  private static final BrowserRules LOCAL = BrowserRules.ofThisMachine(List.of("atf.test"));
  private static final BrowserRules ANY = BrowserRules.ofAnyHost();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost",
        "LOCALHOST:8080",
        "atf.localhost:1",
        "127.0.0.1:8080",
        "127.9.9.9",
        "[::1]:8080",
        "[0:0:0:0:0:0:0:1]",
        "atf.test:8080",
        "Atf.Test"
      })
  void takesNamesOfThisMachine(String host) {
    assertThat(refusal(LOCAL, host, Map.of())).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example",
        "evil.example:8080",
        "localhost.evil.example",
        "evil-localhost",
        "notlocalhost",
        "127.0.0.1.evil.example",
        "evil.example@localhost",
        "localhost:80:evil.example",
        "128.0.0.1",
        "0.0.0.0",
        "[::2]",
        "::1",
        "other.atf.test",
        ""
      })
  void refusesOtherNames(String host) {
    var refusal = refusal(LOCAL, host, Map.of());

    assertThat(refusal).map(CallRefusal::reason).contains("HOST_NOT_ALLOWED");
    assertThat(refusal).map(r -> r.httpStatus().code()).contains(421);
    assertThat(refusal(ANY, host, Map.of())).isEmpty();
  }

  @Test
  void refusesARequestWithoutAName() {
    var nameless = RequestOrigin.of("GET", List.of(), header -> List.of());

    assertThat(LOCAL.refusal(nameless, true)).isPresent();
  }

  @Test
  void everyNameOfARequestCounts() {
    var two =
        RequestOrigin.of(
            "GET",
            List.of("localhost:8080"),
            header -> header.equals("host") ? List.of("evil.example") : List.of());

    assertThat(LOCAL.refusal(two, true)).map(CallRefusal::reason).contains("HOST_NOT_ALLOWED");
  }

  @ParameterizedTest
  @CsvSource({
    "localhost:8080, http://localhost:8080",
    "localhost, http://localhost:80",
    "localhost:80, http://localhost",
    // Behind a proxy that terminates TLS.
    "atf.example.com, https://atf.example.com",
    "atf.example.com:443, https://ATF.example.com",
    "[::1]:8080, http://[::1]:8080",
  })
  void takesPagesOfItsOwn(String host, String origin) {
    assertThat(refusal(ANY, host, Map.of("origin", origin))).isEmpty();
  }

  @Test
  void takesPagesOfANameThatAProxyReplaces() {
    assertThat(refusal(LOCAL, "127.0.0.1:8080", Map.of("origin", "https://atf.test"))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "localhost:8080, http://localhost:3000",
    "localhost:8080, http://127.0.0.1:8080",
    "localhost:8080, http://evil.example",
    "localhost:8080, null",
    "localhost:8080, ''",
    "localhost:8080, chrome-extension://abcdefghijklmnop",
    "atf.example.com, https://evil.example",
    "atf.example.com, http://atf.example.com:8080",
    "atf.example.com, https://atf.example.com@evil.example",
  })
  void refusesPagesOfOthers(String host, String origin) {
    var refusal = refusal(ANY, host, Map.of("origin", origin));

    assertThat(refusal).map(CallRefusal::reason).contains("ORIGIN_NOT_ALLOWED");
    assertThat(refusal).map(r -> r.httpStatus().code()).contains(403);
  }

  @ParameterizedTest
  @CsvSource({"same-origin, true", "none, true", "cross-site, false", "same-site, false"})
  void takesWhatABrowserSendsForItsUserOrAnOwnPage(String site, boolean taken) {
    assertThat(refusal(ANY, "localhost", Map.of("sec-fetch-site", site)).isEmpty())
        .isEqualTo(taken);
  }

  @ParameterizedTest
  @CsvSource({
    "GET, navigate, document, true, true",
    "GET, navigate, document, false, false",
    "POST, navigate, document, true, false",
    "GET, no-cors, image, true, false",
    "GET, cors, empty, true, false",
    "GET, navigate, iframe, true, false",
  })
  void anotherSiteMayLinkToPages(
      String method, String mode, String dest, boolean page, boolean taken) {
    var request =
        request(
            method,
            "localhost",
            Map.of("sec-fetch-site", "cross-site", "sec-fetch-mode", mode, "sec-fetch-dest", dest));

    assertThat(ANY.refusal(request, page).isEmpty()).isEqualTo(taken);
  }

  @ParameterizedTest
  @ValueSource(strings = {"iframe", "frame", "fencedframe", "object", "embed"})
  void noPageIsShownInAFrame(String dest) {
    var framed =
        Map.of(
            "sec-fetch-site", "same-origin", "sec-fetch-mode", "navigate", "sec-fetch-dest", dest);

    assertThat(ANY.refusal(request("GET", "localhost", framed), true))
        .map(CallRefusal::reason)
        .contains("ORIGIN_NOT_ALLOWED");
  }

  @Test
  void aLongNameIsNotRepeatedInFull() {
    assertThat(refusal(LOCAL, "a".repeat(10_000), Map.of()))
        .hasValueSatisfying(refusal -> assertThat(refusal.message()).hasSizeLessThan(300));
  }

  private static Optional<CallRefusal> refusal(
      BrowserRules rules, String host, Map<String, String> headers) {
    return rules.refusal(request("POST", host, headers), false);
  }

  private static RequestOrigin request(String method, String host, Map<String, String> headers) {
    return RequestOrigin.of(
        method,
        List.of(host),
        name -> headers.containsKey(name) ? List.of(headers.get(name)) : List.of());
  }
}
