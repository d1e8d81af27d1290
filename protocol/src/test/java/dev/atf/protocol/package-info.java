@NullMarked
package dev.atf.protocol;

import org.jspecify.annotations.NullMarked;
