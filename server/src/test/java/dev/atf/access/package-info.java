@NullMarked
package dev.atf.access;

import org.jspecify.annotations.NullMarked;
