package dev.atf.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.math.BigDecimal;
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
  void fractionThatNoDoubleHoldsIsRefused() {
    assertThat(json.value(new BigDecimal("1.10")).getNumberValue()).isEqualTo(1.1);
    assertThatThrownBy(() -> json.value(List.of(new BigDecimal("0.12345678901234567891"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "item: 0.12345678901234567891 (expected: a number that a double holds, or a text)");
    assertThatThrownBy(() -> json.value(new BigDecimal("1.5E+400")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void integerThatNoDoubleHoldsIsRefused() {
    assertThatThrownBy(() -> json.value(List.of(Map.of("id", (1L << 53) + 1))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("item: 9007199254740993 (expected: an integer up to 2^53, or a text)");
  }
}
