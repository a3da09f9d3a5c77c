// How likely is a value this far out under a normal or a Student t distribution, and how far out is a given
// share?
#pragma once

namespace ssdetect {

double normal_two_sided_p(double z);

// To about 1e-12 relative, in the far tail, too. Degrees of freedom > 0.
double student_two_sided_p(double t, double degrees_of_freedom);
double student_quantile(double p, double degrees_of_freedom);  // p in (0, 1)

// Below which value a Beta(a, b) variable falls with probability p in (0, 1). a, b > 0.
double beta_quantile(double p, double a, double b);

}  // namespace ssdetect
