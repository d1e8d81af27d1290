@NullMarked
package dev.atf.runtime.logs;

import org.jspecify.annotations.NullMarked;
