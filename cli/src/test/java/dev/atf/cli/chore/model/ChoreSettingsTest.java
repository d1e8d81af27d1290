package dev.atf.cli.chore.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ChoreSettingsTest {
  @Test
  void readsAllFields() throws Exception {
    var settings = read("{\"runner\":\"bash\",\"id\":\"x-1\",\"results\":[]}");

    assertThat(settings.runner()).isEqualTo("bash");
    assertThat(settings.id()).isEqualTo("x-1");
    assertThat(settings.results()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ''                                   | not readable
          null                                 | null (expected: an object)
          [1]                                  | not readable
          {}                                   | runner:
          {"runner":7}                         | runner: 7
          {"runner":"Bash"}                    | runner: Bash
          {"runner":"a b"}                     | runner: a b
          {"runner":"bash","runner":"x"}       | not readable
          {"runner":"bash"} {}                 | not readable
          {"runner":"bash","lambda":"x"}       | unknown field lambda
          {"runner":"bash","id":""}            | id:
          {"runner":"bash","id":"-x"}          | id: -x
          {"runner":"bash","results":"x"}      | not readable
          {"runner":"bash","results":[null]}   | results: null
          {"runner":"bash","results":["../x"]} | results: ../x
          {"runner":"bash","results":["/x"]}   | results: /x
          {"runner":"bash","results":["a/.git/x"]} | results: a/.git/x
          {"runner":"bash","results":["-x"]}   | results: -x
          {"runner":"bash","results":["out/*.txt"]} | results: 1 patterns (expected: none
          {"runner":"bash","results":[[[[[1]]]]]} | not readable
          """)
  void refusesWhatIsNotAsDocumented(String json, String why) {
    assertThatThrownBy(() -> read(json))
        .isInstanceOf(RefusedChoreException.class)
        .hasMessageStartingWith("chore.json: ")
        .hasMessageContaining(why);
  }

  private static ChoreSettings read(String json) throws RefusedChoreException {
    return ChoreJson.read("chore.json", ByteString.copyFromUtf8(json), ChoreSettings.class)
        .checked();
  }
}
