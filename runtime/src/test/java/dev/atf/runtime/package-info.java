@NullMarked
package dev.atf.runtime;

import org.jspecify.annotations.NullMarked;
