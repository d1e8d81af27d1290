@NullMarked
package dev.atf.executor.builtin;

import org.jspecify.annotations.NullMarked;
