@NullMarked
package dev.atf.runtime.loop;

import org.jspecify.annotations.NullMarked;
