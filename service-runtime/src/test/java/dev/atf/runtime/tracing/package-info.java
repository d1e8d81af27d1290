@NullMarked
package dev.atf.runtime.tracing;

import org.jspecify.annotations.NullMarked;
