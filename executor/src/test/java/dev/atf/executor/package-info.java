@NullMarked
package dev.atf.executor;

import org.jspecify.annotations.NullMarked;
