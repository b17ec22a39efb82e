(module
  (memory (export "memory") 1)
  ;; out[i] = sum over k of rows[i * dim + k] * query[k], for `count` rows of `dim` signed bytes; `dim` is a multiple
  ;; of 16. All addresses are in bytes; out holds 32-bit integers.
  (func (export "dots") (param $rows i32) (param $count i32) (param $dim i32) (param $query i32) (param $out i32)
    (local $end i32) (local $k i32) (local $a v128) (local $b v128) (local $sum v128)
    (local.set $end (i32.add (local.get $out) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $out) (local.get $end)))
        (local.set $sum (v128.const i32x4 0 0 0 0))
        (local.set $k (i32.const 0))
        (loop $more
          (local.set $a (v128.load (i32.add (local.get $rows) (local.get $k))))
          (local.set $b (v128.load (i32.add (local.get $query) (local.get $k))))
          (local.set $sum (i32x4.add (local.get $sum) (i32x4.add
            (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $a)) (i16x8.extend_low_i8x16_s (local.get $b)))
            (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $a)) (i16x8.extend_high_i8x16_s (local.get $b))))))
          (local.set $k (i32.add (local.get $k) (i32.const 16)))
          (br_if $more (i32.lt_u (local.get $k) (local.get $dim))))
        (i32.store (local.get $out) (i32.add
          (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
          (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))
        (local.set $rows (i32.add (local.get $rows) (local.get $dim)))
        (local.set $out (i32.add (local.get $out) (i32.const 4)))
        (br $next)))))
