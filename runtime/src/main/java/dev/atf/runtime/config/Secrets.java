package dev.atf.runtime.config;

import java.util.Locale;
import java.util.regex.Pattern;

/** Masks values of settings that may be credentials. */
final class Secrets {
  static final String HIDDEN = "***";

  private static final Pattern USER_OF_A_URI = Pattern.compile("://[^/@\\s]*@");
  private static final Pattern SECRET_NAME =
      Pattern.compile(".*(password|secret|token|credential|accesskey|privatekey|apikey).*");

  private Secrets() {}

  /** Returns whether the name of a setting suggests that its value is a credential. */
  static boolean isNamed(String key) {
    return SECRET_NAME
        .matcher(key.substring(key.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT))
        .matches();
  }

  /** Returns the text without the users and passwords of URIs. */
  static String hideIn(String text) {
    return USER_OF_A_URI.matcher(text).replaceAll("://" + HIDDEN + "@");
  }
}
