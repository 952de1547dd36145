using AzurePerf.Imagery.Numerics;

namespace AzurePerf.Imagery.Granules;

/// <summary>
/// A smooth quantity of the whole Earth whose value is known everywhere: a sum of waves through the globe, drawn from a seed. Measured by a
/// made granule and mapped, it shows how far each step led from the truth.
/// </summary>
public sealed class TrueField
{
    private const int Waves = 6;

    /// <summary>Waves in a radius, of the shortest: about 600 km.</summary>
    private const double Shortest = 64;

    private readonly Vector3[] _waves = new Vector3[Waves];
    private readonly double[] _phases = new double[Waves];

    /// <param name="seed">Any number; equal ones give the same field on every machine.</param>
    public TrueField(int seed)
    {
        var random = new Random(seed);
        for (var wave = 0; wave < Waves; wave++)
        {
            var length = Shortest * (wave + 1) / Waves;
            var latitude = Elementary.Asin(random.NextDouble() * 2 - 1) / Elementary.Degree;
            _waves[wave] = Vector3.Of(latitude, random.NextDouble() * 360 - 180) * length;
            _phases[wave] = random.NextDouble() * 2 * Math.PI;
        }
    }

    /// <summary>By how much the field changes at most, per metre: what tests of kernels may be off by.</summary>
    internal static double SteepestPerMetre => Shortest * (Waves + 1) / 2 / Waves * 0.5 / 6371007.181;

    /// <summary>The value at a position in degrees, 0 to 1.</summary>
    public double At(double latitude, double longitude)
    {
        var (point, sum) = (Vector3.Of(latitude, longitude), 0.0);
        for (var wave = 0; wave < Waves; wave++)
            sum += Elementary.Sin(_waves[wave].Dot(point) + _phases[wave]);
        return 0.5 + 0.5 / Waves * sum;
    }
}
