/** Tests that the checker of chaos runs finds violations, and reports none otherwise. */
@NullMarked
package dev.atf.lab.chaos;

import org.jspecify.annotations.NullMarked;
