package dev.atf.local.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.runtime.config.ConfigException;
import dev.atf.runtime.config.Setting;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that every number and every duration of the settings has a bound. */
final class SettingBoundsTest {
  private static final Map<String, String> NOTHING = Map.of();

  @ParameterizedTest
  @EnumSource(ConfigurableService.class)
  void numbersAndDurationsBelowZeroAreRefusedAndNamed(ConfigurableService service) {
    var settings = service.read(NOTHING, Optional.empty()).all();

    assertThat(settings)
        .filteredOn(setting -> setting.value().isNumber() || isDuration(setting))
        .hasSizeGreaterThan(10)
        .allSatisfy(
            setting -> {
              var below = Map.of(setting.variable(), isDuration(setting) ? "PT-1S" : "-1");

              assertThatThrownBy(() -> service.read(below, Optional.empty()))
                  .as(setting.key())
                  .isInstanceOf(ConfigException.class)
                  .hasMessageContaining(setting.component());
            });
  }

  @ParameterizedTest
  @EnumSource(ConfigurableService.class)
  void durationsOfAYearAreRefusedOrHarmless(ConfigurableService service) {
    var settings = service.read(NOTHING, Optional.empty()).all();

    assertThat(settings)
        .filteredOn(SettingBoundsTest::isDuration)
        .allSatisfy(
            setting -> {
              // Sums of such durations must not overflow while they are checked.
              try {
                service.read(Map.of(setting.variable(), "365d"), Optional.empty());
              } catch (ConfigException refusal) {
                assertThat(refusal.getMessage()).contains("(expected: ").doesNotContain("overflow");
              }
            });
  }

  private static boolean isDuration(Setting setting) {
    return setting.defaultValue().isTextual() && setting.defaultText().matches("[0-9]+(ms|s)");
  }
}
