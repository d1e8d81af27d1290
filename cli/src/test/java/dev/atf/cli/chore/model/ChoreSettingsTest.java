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
    var settings = read("{\"runner\":\"bash\",\"id\":\"x-1\",\"results\":[\"out/**\",\"a.csv\"]}");

    assertThat(settings.runner()).isEqualTo("bash");
    assertThat(settings.id()).isEqualTo("x-1");
    assertThat(settings.results()).containsExactly("out/**", "a.csv");
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
          {"runner":"bash","results":["a/.gitmodules"]} | results: a/.gitmodules
          {"runner":"bash","results":["GIT~1/x"]} | results: GIT~1/x
          {"runner":"bash","results":["worker.json"]} | results: worker.json
          {"runner":"bash","results":["done.txt/x"]} | results: done.txt/x
          {"runner":"bash","results":["1","2","3","4","5","6","7","8","9","10","11","12","13","14","15","16","17","18","19","20","21"]} | results: 21 patterns (expected: at most 20)
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
