@NullMarked
package dev.atf.architecture.planted.here;

import org.jspecify.annotations.NullMarked;
