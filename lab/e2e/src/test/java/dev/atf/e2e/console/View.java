package dev.atf.e2e.console;

import com.microsoft.playwright.options.ColorScheme;
import java.util.Locale;

/**
 * Size and colours of a screen.
 *
 * @param width in pixels of CSS; less than 600 is a phone
 */
record View(int width, ColorScheme scheme) {
  int height() {
    return width < 600 ? 844 : 900;
  }

  String schemeName() {
    return scheme.name().toLowerCase(Locale.ROOT);
  }
}
