@NullMarked
package dev.atf.runtime.process;

import org.jspecify.annotations.NullMarked;
