package dev.atf.runtime.config;

import java.util.Locale;
import java.util.regex.Pattern;

/** What is not shown of settings: whatever may be a credential. */
final class Secrets {
  static final String HIDDEN = "***";

  private static final Pattern USER_OF_A_URI = Pattern.compile("://[^/@\\s]*@");
  private static final Pattern SECRET_NAME =
      Pattern.compile(".*(password|secret|token|credential|accesskey|privatekey|apikey).*");

  private Secrets() {}

  /** Whether the name of a setting says that its value is one. */
  static boolean isNamed(String key) {
    return SECRET_NAME
        .matcher(key.substring(key.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT))
        .matches();
  }

  /** The text without the users and passwords of URIs. */
  static String hideIn(String text) {
    return USER_OF_A_URI.matcher(text).replaceAll("://" + HIDDEN + "@");
  }
}
