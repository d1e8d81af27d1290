@NullMarked
package dev.atf.console;

import org.jspecify.annotations.NullMarked;
