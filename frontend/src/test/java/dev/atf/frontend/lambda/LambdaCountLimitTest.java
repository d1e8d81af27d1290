package dev.atf.frontend.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.frontend.TestFrontend;
import dev.atf.protocol.v1.Lambda;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Limit on the number of lambdas, and their listing. */
final class LambdaCountLimitTest {
  @Test
  @Tag("T19")
  void lambdasAreBoundedAndListedInPages() {
    try (var frontend = new TestFrontend(true)) {
      var names =
          IntStream.range(0, TestFrontend.LAMBDAS_MAX).mapToObj("flood-%03d"::formatted).toList();
      var registry = frontend.registry();
      for (var name : names) {
        var ignored = registry.registerLambda(Lambda.newBuilder().setName(name).build());
      }

      var refused = frontend.put("/v1/lambdas/one-more", "{}");
      frontend.put("/v1/lambdas/" + names.get(0), "{\"shards\":2}").requireOk();

      assertThat(refused.status()).isEqualTo(429);
      assertThat(refused.reason()).isEqualTo("LAMBDAS_TOO_MANY");
      assertThat(listed(frontend, 70)).isEqualTo(names);
      assertThat(frontend.get("/v1/lambdas").json().path("lambdas")).hasSize(names.size());
      assertThat(frontend.get("/v1/lambdas?pageSize=1001").violatedFields()).isEqualTo("pageSize");
    }
  }

  private static List<String> listed(TestFrontend frontend, int pageSize) {
    var names = new ArrayList<String>();
    var token = "";
    do {
      var page =
          frontend.get("/v1/lambdas?pageSize=" + pageSize + "&pageToken=" + token).requireOk();
      page.json().path("lambdas").forEach(lambda -> names.add(lambda.path("name").asText()));
      token = page.json().path("nextPageToken").asText();
    } while (!token.isEmpty());
    return names;
  }
}
