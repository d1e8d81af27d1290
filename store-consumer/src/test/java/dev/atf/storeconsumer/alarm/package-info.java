@NullMarked
package dev.atf.storeconsumer.alarm;

import org.jspecify.annotations.NullMarked;
