package dev.atf.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class PayloadJsonTest {
  private final PayloadJson json = new PayloadJson(new ObjectMapper());

  @Test
  void itemsKeepTheirNumbers() {
    var item = Map.of("id", 1L << 53, "price", 1.1);

    assertThat(json.tree(json.value(item))).isEqualTo(new ObjectMapper().valueToTree(item));
  }

  @Test
  void integerThatNoDoubleHoldsIsRefused() {
    assertThatThrownBy(() -> json.value(List.of(Map.of("id", (1L << 53) + 1))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("item: 9007199254740993 (expected: an integer up to 2^53, or a text)");
  }
}
