@NullMarked
package dev.atf.frontend;

import org.jspecify.annotations.NullMarked;
