@NullMarked
package dev.atf.infra;

import org.jspecify.annotations.NullMarked;
