package dev.atf.worker.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atf.executor.Outcome;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which servers the lambda {@code probe} calls. */
final class ProbeHandlerTest {
  private static Outcome probe(String payload) throws Exception {
    var handler = new ProbeHandler(AllowedAddresses.of(List.of("public")));
    return handler.handle(new ObjectMapper().readTree(payload), new FakeContext());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"tcp\":\"no-such-host.invalid:80\"}",
        "{\"http\":\"http://no-such-host.invalid/\"}"
      })
  @Tag("T14")
  void aNameWithoutAnAddressIsNotCalled(String payload) throws Exception {
    assertThat(probe(payload))
        .isInstanceOfSatisfying(
            Outcome.RetriableFailure.class,
            failure ->
                assertThat(failure.message())
                    .isEqualTo("no-such-host.invalid: no address of this host is known"));
  }

  @Test
  void anAddressThatIsNotAllowedIsRefused() throws Exception {
    assertThat(probe("{\"tcp\":\"127.0.0.1:80\"}"))
        .isInstanceOfSatisfying(
            Outcome.FatalFailure.class,
            failure -> assertThat(failure.code()).isEqualTo("PROBE_ADDRESS_REFUSED"));
  }
}
