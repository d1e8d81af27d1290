@NullMarked
package dev.atf.worker.builtin;

import org.jspecify.annotations.NullMarked;
