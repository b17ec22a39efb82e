(module
  (memory (export "memory") 1)
  ;; out[i] = sum over k of rows[i * dim + k] * query[k], for `count` rows of `dim` signed bytes and a query of `dim` signed
  ;; numbers of 16 bits; `dim` is a multiple of 16, `count` of 4. All addresses are in bytes; out holds 32-bit integers.
  ;; Processes four rows at a time: loads each number of the query once for them, and stores their sums as one vector.
  (func (export "dots") (param $rows i32) (param $count i32) (param $dim i32) (param $query i32) (param $out i32)
    (local $end i32) (local $k i32) (local $stop i32) (local $q i32)
    (local $r1 i32) (local $r2 i32) (local $r3 i32)
    (local $low v128) (local $high v128) (local $s0 v128) (local $s1 v128) (local $s2 v128) (local $s3 v128)
    (local.set $end (i32.add (local.get $out) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $out) (local.get $end)))
        (local.set $r1 (i32.add (local.get $rows) (local.get $dim)))
        (local.set $r2 (i32.add (local.get $r1) (local.get $dim)))
        (local.set $r3 (i32.add (local.get $r2) (local.get $dim)))
        (local.set $stop (local.get $r1))
        (local.set $q (local.get $query))
        (local.set $s0 (v128.const i32x4 0 0 0 0))
        (local.set $s1 (v128.const i32x4 0 0 0 0))
        (local.set $s2 (v128.const i32x4 0 0 0 0))
        (local.set $s3 (v128.const i32x4 0 0 0 0))
        (loop $more
          (local.set $low (v128.load (local.get $q)))
          (local.set $high (v128.load offset=16 (local.get $q)))
          (local.set $s0 (i32x4.add (local.get $s0) (i32x4.add
            (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $rows)) (local.get $low))
            (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (local.get $rows)) (local.get $high)))))
          (local.set $s1 (i32x4.add (local.get $s1) (i32x4.add
            (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $r1)) (local.get $low))
            (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (local.get $r1)) (local.get $high)))))
          (local.set $s2 (i32x4.add (local.get $s2) (i32x4.add
            (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $r2)) (local.get $low))
            (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (local.get $r2)) (local.get $high)))))
          (local.set $s3 (i32x4.add (local.get $s3) (i32x4.add
            (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $r3)) (local.get $low))
            (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (local.get $r3)) (local.get $high)))))
          (local.set $rows (i32.add (local.get $rows) (i32.const 16)))
          (local.set $r1 (i32.add (local.get $r1) (i32.const 16)))
          (local.set $r2 (i32.add (local.get $r2) (i32.const 16)))
          (local.set $r3 (i32.add (local.get $r3) (i32.const 16)))
          (local.set $q (i32.add (local.get $q) (i32.const 32)))
          (br_if $more (i32.lt_u (local.get $rows) (local.get $stop))))
        ;; Interleaves and adds the lanes of two rows, then of all four: out gets one number per row.
        (local.set $s0 (i32x4.add
          (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $s0) (local.get $s1))
          (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $s0) (local.get $s1))))
        (local.set $s2 (i32x4.add
          (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $s2) (local.get $s3))
          (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $s2) (local.get $s3))))
        (v128.store (local.get $out) (i32x4.add
          (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $s0) (local.get $s2))
          (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $s0) (local.get $s2))))
        (local.set $rows (local.get $r3))
        (local.set $out (i32.add (local.get $out) (i32.const 16)))
        (br $next))))

  ;; Converts `count` integers at `at` to 32-bit floats: each times `factor`, in double precision. `count` is a multiple
  ;; of 4.
  (func (export "scale") (param $at i32) (param $count i32) (param $factor f64)
    (local $end i32) (local $four v128) (local $factors v128)
    (local.set $end (i32.add (local.get $at) (i32.shl (local.get $count) (i32.const 2))))
    (local.set $factors (f64x2.splat (local.get $factor)))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $four (v128.load (local.get $at)))
        (v128.store (local.get $at) (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23
          (f32x4.demote_f64x2_zero (f64x2.mul (local.get $factors) (f64x2.convert_low_i32x4_s (local.get $four))))
          (f32x4.demote_f64x2_zero (f64x2.mul (local.get $factors) (f64x2.convert_low_i32x4_s
            (i8x16.shuffle 8 9 10 11 12 13 14 15 0 0 0 0 0 0 0 0 (local.get $four) (local.get $four)))))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $next))))

  ;; out[i] = sum over k of rows[i * dim + k] squared; otherwise as above, for any count.
  (func (export "squares") (param $rows i32) (param $count i32) (param $dim i32) (param $out i32)
    (local $end i32) (local $stop i32) (local $low v128) (local $high v128) (local $sum v128)
    (local.set $end (i32.add (local.get $out) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $out) (local.get $end)))
        (local.set $stop (i32.add (local.get $rows) (local.get $dim)))
        (local.set $sum (v128.const i32x4 0 0 0 0))
        (loop $more
          (local.set $low (v128.load8x8_s (local.get $rows)))
          (local.set $high (v128.load8x8_s offset=8 (local.get $rows)))
          (local.set $sum (i32x4.add (local.get $sum) (i32x4.add
            (i32x4.dot_i16x8_s (local.get $low) (local.get $low))
            (i32x4.dot_i16x8_s (local.get $high) (local.get $high)))))
          (local.set $rows (i32.add (local.get $rows) (i32.const 16)))
          (br_if $more (i32.lt_u (local.get $rows) (local.get $stop))))
        (i32.store (local.get $out) (i32.add
          (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
          (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))
        (local.set $out (i32.add (local.get $out) (i32.const 4)))
        (br $next)))))
