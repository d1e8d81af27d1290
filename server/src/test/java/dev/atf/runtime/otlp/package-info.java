@NullMarked
package dev.atf.runtime.otlp;

import org.jspecify.annotations.NullMarked;
