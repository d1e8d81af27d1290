/** Blobs in an S3 bucket. */
@NullMarked
package dev.atf.blob.s3;

import org.jspecify.annotations.NullMarked;
