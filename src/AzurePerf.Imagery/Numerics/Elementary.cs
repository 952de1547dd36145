using System.Runtime.Intrinsics;

namespace AzurePerf.Imagery.Numerics;

/// <summary>
/// Elementary functions made of additions, multiplications, divisions and square roots alone, which IEEE 754 rounds alike everywhere: those
/// of the runtime come from the system's C library and differ in their last bit between machines. Polynomials of FreeBSD's msun (fdlibm).
/// </summary>
internal static class Elementary
{
    /// <summary>Radians of one degree.</summary>
    public const double Degree = Math.PI / 180;

    private const double S1 = -1.66666666666666324348e-01;
    private const double S2 = 8.33333333332248946124e-03;
    private const double S3 = -1.98412698298579493134e-04;
    private const double S4 = 2.75573137070700676789e-06;
    private const double S5 = -2.50507602534068634195e-08;
    private const double S6 = 1.58969099521155010221e-10;

    /// <summary>The tangent of 22.5 degrees.</summary>
    private const double Wide = 0.41421356237309503;

    private static readonly double[] Arc =
    [
        3.33333333333329318027e-01, -1.99999999998764832476e-01, 1.42857142725034663711e-01, -1.11111104054623557880e-01,
        9.09088713343650656196e-02, -7.69187620504482999495e-02, 6.66107313738753120669e-02, -5.83357013379057348645e-02,
        4.97687799461593236017e-02, -3.65315727442169155270e-02, 1.62858201153657823623e-02,
    ];

    /// <summary>Sine of an angle in radians, wrong by at most 1e-15 within a few turns of zero.</summary>
    public static double Sin(double angle) => Turned(angle, 0);

    /// <summary>Cosine of an angle in radians, wrong by at most 1e-15 within a few turns of zero.</summary>
    public static double Cos(double angle) => Turned(angle, 1);

    /// <summary>Cosine of a latitude in radians, -pi/2 to pi/2, wrong by at most 4e-16; <see cref="CosLatitude(Vector256{double})"/> is the
    /// same.</summary>
    public static double CosLatitude(double latitude)
    {
        var sine = ShortSine(latitude * 0.5);
        return 1 - 2 * (sine * sine);
    }

    /// <summary>Cosines of four latitudes, each bit for bit what the function of one gives.</summary>
    public static Vector256<double> CosLatitude(Vector256<double> latitude)
    {
        var x = latitude * 0.5;
        var z = x * x;
        var r = Vector256.Create(S6);
        r = Vector256.Create(S5) + z * r;
        r = Vector256.Create(S4) + z * r;
        r = Vector256.Create(S3) + z * r;
        r = Vector256.Create(S2) + z * r;
        r = Vector256.Create(S1) + z * r;
        var sine = x + x * z * r;
        return Vector256<double>.One - 2 * (sine * sine);
    }

    /// <summary>The angle of a point seen from the origin, -pi to pi.</summary>
    public static double Atan2(double y, double x)
    {
        var (ax, ay) = (Math.Abs(x), Math.Abs(y));
        if (ax == 0 && ay == 0)
            return 0;
        var angle = ay <= ax ? ArcTangent(ay / ax) : Math.PI / 2 - ArcTangent(ax / ay);
        angle = x < 0 ? Math.PI - angle : angle;
        return y < 0 ? -angle : angle;
    }

    /// <summary>The angles of four points, each bit for bit what the function of one gives.</summary>
    public static Vector256<double> Atan2(Vector256<double> y, Vector256<double> x)
    {
        var (ax, ay) = (Vector256.Abs(x), Vector256.Abs(y));
        var steep = Vector256.GreaterThan(ay, ax);
        var ratio = Vector256.ConditionalSelect(steep, ax, ay) / Vector256.ConditionalSelect(steep, ay, ax);
        var wide = Vector256.GreaterThan(ratio, Vector256.Create(Wide));
        var one = Vector256<double>.One;
        var r = Vector256.ConditionalSelect(wide, (ratio - one) / (ratio + one), ratio);
        var (square, sum) = (r * r, Vector256<double>.Zero);
        for (var term = Arc.Length - 1; term >= 0; term--)
            sum = square * (Vector256.Create(Arc[term]) + sum);
        var angle = r - r * sum;
        angle = Vector256.ConditionalSelect(wide, Vector256.Create(Math.PI / 4) + angle, angle);
        angle = Vector256.ConditionalSelect(steep, Vector256.Create(Math.PI / 2) - angle, angle);
        angle = Vector256.ConditionalSelect(Vector256.LessThan(x, Vector256<double>.Zero), Vector256.Create(Math.PI) - angle, angle);
        angle = Vector256.ConditionalSelect(Vector256.LessThan(y, Vector256<double>.Zero), -angle, angle);
        // The origin has no direction.
        return Vector256.ConditionalSelect(Vector256.Equals(ax + ay, Vector256<double>.Zero), Vector256<double>.Zero, angle);
    }

    /// <summary>The angle, -pi/2 to pi/2, of a sine, -1 to 1.</summary>
    public static double Asin(double sine) => Atan2(sine, Math.Sqrt((1 - sine) * (1 + sine)));

    /// <summary>The natural logarithm of a positive normal number: halves and doublings, then the series of the area tangent.</summary>
    public static double Log(double value)
    {
        var exponent = Math.ILogB(value);
        var mantissa = Math.ScaleB(value, -exponent);
        if (mantissa > 1.4142135623730951)
        {
            mantissa *= 0.5;
            exponent++;
        }

        var s = (mantissa - 1) / (mantissa + 1);
        var (z, sum) = (s * s, 0.0);
        for (var term = 23; term >= 3; term -= 2)
            sum = z * (1.0 / term + sum);
        return exponent * 0.693147180559945309417 + 2 * (s + s * sum);
    }

    /// <summary>e to the power of a number, -700 to 700: powers of two, then the Taylor series within half of one.</summary>
    public static double Exp(double value)
    {
        var power = Math.Floor(value * 1.44269504088896338700 + 0.5);
        var rest = value - power * 6.93147180369123816490e-01 - power * 1.90821492927058770002e-10;
        var sum = 1.0;
        for (var term = 14; term >= 1; term--)
            sum = 1 + rest * sum / term;
        return Math.ScaleB(sum, (int)power);
    }

    private static double Turned(double angle, int quarter)
    {
        // pi/2 in two parts, of which the first times a small whole number is exact.
        var turns = Math.Floor(angle * (2 / Math.PI) + 0.5);
        var rest = angle - turns * 1.57079632673412561417e+00 - turns * 6.07710050650619224932e-11;
        var value = (((int)turns + quarter) & 1) == 0 ? ShortSine(rest) : CosLatitude(rest);
        return (((int)turns + quarter) & 2) == 0 ? value : -value;
    }

    private static double ShortSine(double x)
    {
        var z = x * x;
        var r = S1 + z * (S2 + z * (S3 + z * (S4 + z * (S5 + z * S6))));
        return x + x * z * r;
    }

    // 0 to 1; above 22.5 degrees by the difference from 45.
    private static double ArcTangent(double ratio) => ratio > Wide
        ? Math.PI / 4 + ShortArcTangent((ratio - 1) / (ratio + 1))
        : ShortArcTangent(ratio);

    private static double ShortArcTangent(double x)
    {
        var (z, sum) = (x * x, 0.0);
        for (var term = Arc.Length - 1; term >= 0; term--)
            sum = z * (Arc[term] + sum);
        return x - x * sum;
    }
}
